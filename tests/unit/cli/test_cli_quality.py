"""The commands that measure, as a script sees them."""

import json
from pathlib import Path

import pytest
from cli_running import Run


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    folder.mkdir()
    documents = {"ferry": "The ferry leaves the harbour at nine.", "tax": "A tax of two pounds a night."}
    questions = {"q1": "When does the ferry leave the harbour?", "q2": "Who painted the giraffe?"}
    (folder / "docs.jsonl").write_text(rows(id=documents, text=documents), "utf-8")
    (folder / "queries.jsonl").write_text(rows(id=questions, text=questions), "utf-8")
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\tferry\t1\n", "utf-8")
    answers = [
        {"qid": "q1", "answerable": True, "class": "answerable", "answers": [{"text": "nine"}]},
        {"qid": "q2", "answerable": False, "class": "off-library", "answers": []},
    ]
    (folder / "answers.jsonl").write_text("\n".join(json.dumps(row) for row in answers), "utf-8")
    return folder


def rows(**columns: dict[str, str]) -> str:
    values = {name: list(column.values()) for name, column in columns.items()}
    values["id"] = list(columns["id"])
    return "\n".join(
        json.dumps(dict(zip(values, row, strict=True))) for row in zip(*values.values(), strict=True)
    )


class TestEval:
    def test_the_form_of_the_json(self, carrel: Run, collection: Path) -> None:
        found = carrel("eval", collection, "--json").json
        assert set(found) == {
            "collection", "mode", "questions", "overall", "by_class", "gate", "notices", "timings_ms",
        }  # fmt: skip
        assert (found["collection"], found["mode"], found["questions"]) == ("harbour", "hybrid", 2)
        measures = {"ndcg_at_10", "recall_at_10", "recall_at_100", "mrr"}
        assert measures <= set(found["overall"])
        assert measures <= set(found["by_class"]["answerable"])
        assert {"answered", "refused", "balanced_accuracy"} <= set(found["gate"])

    def test_answers_are_measured_when_asked_for(self, carrel: Run, collection: Path) -> None:
        found = carrel("eval", collection, "--answers", "--no-model", "--json").json["answers"]
        assert {
            "questions", "right", "refused", "citation_precision", "unsupported_unmarked",
            "seconds_to_first_word",
        } <= set(found)  # fmt: skip
        assert (found["questions"], found["right"], found["refused"]) == (2, 1.0, 1.0)

    def test_options_reach_the_search(self, carrel: Run, collection: Path) -> None:
        found = carrel("eval", collection, "--mode", "lexical", "--limit", "1", "--json").json
        assert (found["mode"], found["questions"]) == ("lexical", 1)

    def test_people_read_figures(self, carrel: Run, collection: Path) -> None:
        ran = carrel("eval", collection)
        assert ran.status == 0
        assert "ndcg_at_10 1.0" in ran.out
        assert "off-library" in ran.out

    def test_a_folder_that_is_no_collection(self, carrel: Run, tmp_path: Path) -> None:
        ran = carrel("eval", tmp_path, "--json")
        assert ran.status == 1
        assert "docs.jsonl" in ran.json["error"]["detail"]
