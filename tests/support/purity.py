"""An import-linter contract for pure packages: they import the standard library and each other, nothing else.

The contracts that come with import-linter list what is forbidden; this one lists what is allowed.
"""

from __future__ import annotations

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

IMPURE_MODULES = {  # of the standard library
    "asyncio",
    "http",
    "locale",
    "logging",
    "os",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}


class PureContract(Contract):
    """Modules of `packages` import only each other, `libraries`, and the standard library except `IMPURE_MODULES`."""

    packages = fields.ListField(subfield=fields.ModuleField())
    libraries = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find imports in pure modules of modules that are neither pure nor allowed."""
        packages = [package.name for package in self.packages]  # type: ignore[attr-defined]
        allowed = (sys.stdlib_module_names - IMPURE_MODULES) | set(self.libraries or ())  # type: ignore[call-overload]
        pure = {module for package in packages for module in (package, *graph.find_descendants(package))}
        foreign = sorted(
            (module, imported)
            for module in pure
            for imported in graph.find_modules_directly_imported_by(module)
            if imported not in pure and imported.partition(".")[0] not in allowed
        )
        return ContractCheck(kept=not foreign, metadata={"foreign": foreign})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print a line for each foreign import."""
        for module, imported in check.metadata["foreign"]:
            output.print_error(f"{module} is pure and may not import {imported}")
