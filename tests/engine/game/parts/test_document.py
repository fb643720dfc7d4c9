"""A sheet in plain text and in Markdown."""

from __future__ import annotations

from engine.game.parts.building import WIDTH, Document, DocumentPart, written

SHIPS = DocumentPart(
    "Ships",
    table=(("Ship", "What it does"), ("Swan", "sails " * 20 + "on"), ("Ark", "waits")),
    tracks=(("Damage", 3), ("Crew", 2)),
    lines=("one " * 30 + "more",),
)
SHEET = Document("My *fleet*", ("Two ships | one admiral.",), (SHIPS,))


def test_text_has_columns_boxes_and_lines_no_wider_than_paper() -> None:
    lines = written(SHEET, "text").splitlines()
    assert lines[:3] == ["My *fleet*", "==========", "Two ships | one admiral."]
    assert max(map(len, lines)) <= WIDTH
    assert lines[lines.index("-----") + 1] == "Ship  What it does"
    assert "Damage  [ ][ ][ ]" in lines
    assert "Crew    [ ][ ]" in lines
    assert all(line == line.rstrip() for line in lines)


def test_long_cell_goes_on_in_its_column() -> None:
    lines = written(SHEET, "text").splitlines()
    swan = next(at for at, line in enumerate(lines) if line.startswith("Swan"))
    assert lines[swan + 1].startswith("      sails")


def test_markdown_has_headings_a_table_and_a_list() -> None:
    text = written(SHEET, "md")
    assert text.startswith("# My \\*fleet\\*\n\nTwo ships \\| one admiral.\n\n## Ships\n\n| Ship |")
    assert "\n| --- | --- |\n| Swan | sails" in text
    assert "\n- Damage `[ ][ ][ ]`\n" in text


def test_every_markdown_row_has_as_many_cells() -> None:
    rows = [line for line in written(SHEET, "md").splitlines() if line.startswith("|")]
    assert {row.replace("\\|", "").count("|") for row in rows} == {3}
