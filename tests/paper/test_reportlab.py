"""What tags and packed objects take from within ReportLab, which a newer version may name otherwise."""

from __future__ import annotations

from importlib.metadata import version

from reportlab.pdfbase.pdfdoc import PDFIndirectObject

from tally.paper.document import Document, Job


def test_reportlab_has_what_the_tags_use() -> None:
    """See `tally/paper/tags.py`, `packed.py` and `strokes.py`; `pyproject.toml` holds its version to this one."""
    assert version("reportlab").startswith("5.1."), "try the printed sheets, then name the version here"
    document = Document("A sheet", Job())
    canvas, file = document.canvas, document.canvas._doc
    with document.page():
        assert isinstance(canvas._code, list) and isinstance(canvas._annotationrefs, list)
        name = file.thisPageName()
    number, _ = file.idToObjectNumberAndVersion[name]
    page = file.idToObject[name]
    assert file.numberToId[number] == name and file.objectcounter >= number
    assert {"StructParents", "Tabs"} <= set(page.__NoDefault__) and hasattr(page, "Contents")
    assert callable(file.format) and callable(canvas._escape)
    assert hasattr(file, "info") and file.Catalog and PDFIndirectObject
