"""The contract of pure packages, for import-linter: the standard library, each other, and nothing else.

The contracts that come with import-linter forbid what is listed; a pure package allows what is listed.
"""

from __future__ import annotations

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

OUTER_WORLD = {
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
    """Modules of `packages` import the standard library without the outer world, each other, and `libraries`."""

    packages = fields.ListField(subfield=fields.ModuleField())
    libraries = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Every import of a pure module that is neither pure nor allowed breaks the contract."""
        packages = [package.name for package in self.packages]  # type: ignore[attr-defined]
        allowed = (sys.stdlib_module_names - OUTER_WORLD) | set(self.libraries or ())  # type: ignore[call-overload]
        pure = {module for package in packages for module in (package, *graph.find_descendants(package))}
        foreign = sorted(
            (module, imported)
            for module in pure
            for imported in graph.find_modules_directly_imported_by(module)
            if imported not in pure and imported.partition(".")[0] not in allowed
        )
        return ContractCheck(kept=not foreign, metadata={"foreign": foreign})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """A line for each foreign import."""
        for module, imported in check.metadata["foreign"]:
            output.print_error(f"{module} is pure and may not import {imported}")
