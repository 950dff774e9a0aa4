"""Every command as a script sees it: the JSON key by key, the exit status, the text for people."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_running import Run
from service_fakes import ScriptedReranker

from desktop.app import build
from desktop.llm.devices import Device, DeviceState
from desktop.services import contract

Write = Callable[[str, str], Path]

FERRY = "The ferry leaves the harbour at nine. Tickets cost four pounds."
QUESTION = "When does the ferry leave the harbour?"
DOCUMENT = {
    "id": int,
    "path": str,
    "title": str,
    "state": str,
    "reason": str,
    "pages": int | None,
    "pages_without_text": int,
    "chunks": int,
    "language": str | None,
    "date": str | None,
}
REFERENCE = {"id": int, "title": str, "path": str, "collection": str, "date": str | None}
TIERS = {"cited": list, "related": list, "suggested": list, "maybe_try": list}
CONFIDENCE = {
    "z_score": float,
    "margin": float,
    "term_coverage": float,
    "best_cosine": float,
    "answerable": bool,
    "band": str,
    "reason": str,
}
HIT = {
    "rank": int,
    "document": dict,
    "chunk": dict,
    "score": float,
    "cosine": float,
    "lexical_rank": int | None,
    "vector_rank": int | None,
    "name_hit": bool,
    "why": list,
}
CHUNK = {
    "id": int,
    "position": int,
    "page": int | None,
    "page_label": str | None,
    "heading": str,
    "start": int,
    "end": int,
    "text": str,
}
SOURCE = {
    "n": int,
    "document": dict,
    "page": int | None,
    "page_label": str | None,
    "heading": str,
    "start": int,
    "end": int,
    "quote": str,
}
STATUS = {
    "library": str,
    "size_bytes": int,
    "documents": int,
    "chunks": int,
    "vectors": int,
    "pending": int,
    "failed": int,
    "embedder": str,
    "chat": str,
    "reranker": str,
    "device": str,
}


def assert_shape(value: dict[str, Any], shape: dict[str, Any]) -> None:
    """Every key of the contract is there with its type; numbers may be whole."""
    assert set(shape) <= set(value)
    for key, kind in shape.items():
        wanted = (int, float) if kind is float else kind
        assert isinstance(value[key], wanted), (key, value[key])


@pytest.fixture
def ferry(carrel: Run, write: Write) -> dict[str, Any]:
    added = carrel("add", write("ferry.txt", FERRY), write("bread.txt", "Bread needs a long rest."), "--json")
    assert added.status == 0
    return added.json


class TestAdd:
    def test_counts_and_documents(
        self, carrel: Run, write: Write, ferry: dict[str, Any], tmp_path: Path
    ) -> None:
        counts = ("added", "unchanged", "updated", "skipped", "failed")
        assert [ferry[name] for name in counts] == [2, 0, 0, 0, 0]
        for document in ferry["documents"]:
            assert_shape(document, DOCUMENT)
        assert {document["state"] for document in ferry["documents"]} == {"ready"}
        write("ferry.txt", "The ferry is cancelled.")
        write("empty.txt", "")
        write(".hidden.txt", "secret")
        again = carrel("add", tmp_path / "files", "--json").json
        assert [again[name] for name in counts] == [0, 1, 1, 1, 1]
        assert again["left_out"][0]["path"].endswith(".hidden.txt")

    def test_for_people(self, carrel: Run, write: Write, tmp_path: Path) -> None:
        write("a.txt", FERRY)
        write("empty.txt", " ")
        ran = carrel("add", tmp_path / "files", tmp_path / "missing.txt")
        assert ran.status == 0
        assert "1 added, 0 unchanged, 0 updated, 1 skipped, 1 failed" in ran.out
        assert "refused" in ran.out
        assert "left out" in ran.out

    def test_without_waiting_documents_stay_queued(self, carrel: Run, write: Write) -> None:
        path = write("a.txt", FERRY)
        assert carrel("add", "--no-wait", path, "--json").json["documents"][0]["state"] == "waiting"
        assert carrel("status", "--json").json["pending"] == 1
        done = carrel("add", path, "--json").json
        assert (done["added"], done["unchanged"], done["documents"][0]["state"]) == (0, 1, "ready")

    def test_into_a_collection(self, carrel: Run, write: Write) -> None:
        carrel("add", write("a.txt", FERRY), "--collection", "Boats")
        rows = carrel("collections", "--json").json["collections"]
        assert [(row["name"], row["documents"]) for row in rows] == [("Boats", 1)]
        assert carrel("collections").out.split()[:2] == ["1", "Boats"]

    def test_a_missing_model_is_told_beside_what_became_of_the_files(
        self, carrel: Run, write: Write, host: Any
    ) -> None:
        host.the_embedder = None
        path = write("a.txt", FERRY)
        ran = carrel("add", path, "--json")
        assert ran.status == 1
        assert ran.json["documents"][0]["state"] == "text_ready"
        assert set(ran.json["error"]) == {"title", "detail", "advice"}
        assert ran.json["error"]["detail"] in ran.err
        assert carrel("search", "ferry", "--json").json["hits"]


class TestSearch:
    def test_the_whole_shape(self, carrel: Run, ferry: dict[str, Any]) -> None:
        found = carrel("search", QUESTION, "--json").json
        keys = ["question", "mode", "scopes", "hits", "confidence", "tiers", "timings_ms"]
        assert set(keys) <= set(found)
        assert (found["question"], found["mode"], found["scopes"]) == (QUESTION, "hybrid", [])
        for hit in found["hits"]:
            assert_shape(hit, HIT)
            assert_shape(hit["document"], REFERENCE)
            assert_shape(hit["chunk"], CHUNK)
        assert_shape(found["confidence"], CONFIDENCE)
        assert_shape(found["tiers"], TIERS)
        assert found["tiers"]["cited"][0] == {
            key: found["hits"][0]["document"][key] for key in ("id", "title", "path")
        }
        assert set(found["timings_ms"]) == {"embed", "lexical", "vector", "fuse", "total"}

    def test_options_reach_the_search(self, carrel: Run, ferry: dict[str, Any]) -> None:
        found = carrel(
            "search", "bread", "--mode", "lexical", "--limit", "1", "--scope", "My documents", "--json"
        )
        assert found.json["scopes"] == ["My documents"]
        assert [hit["vector_rank"] for hit in found.json["hits"]] == [None]
        assert carrel("search", "bread", "--until", "1900-01-01", "--json").json["hits"] == []
        assert carrel("search", "bread", "--since", "1900-01-01", "--json").json["hits"]

    def test_for_people(self, carrel: Run, ferry: dict[str, Any]) -> None:
        plain = carrel("search", QUESTION)
        explained = carrel("search", QUESTION, "--explain")
        assert "ferry leaves the harbour" in plain.out
        assert "A passage earns points in two lists" not in plain.out
        assert "A passage earns points in two lists" in explained.out
        assert "- 1st by meaning (cosine " in explained.out
        assert "- 1st by the words it shares with your question (BM25 " in explained.out
        assert carrel("search", "ferry", "--until", "1900-01-01").out == "Nothing in the library matches.\n"

    def test_the_optional_steps(self, carrel: Run, write: Write, host: Any) -> None:
        files = {f"f{n}.txt": f"The ferry number {n} serves route {n}." for n in range(10)}
        carrel("add", *(write(name, text) for name, text in files.items()))
        host.the_reranker = ScriptedReranker({"route 2": 5.0})
        question = ("search", "Which ferry serves the islands?", "--limit", 3)
        ran = carrel(*question, "--rerank", "--hyde", "--multihop", 1, "--json").json
        assert ran["hits"][0]["document"]["path"].endswith("f2.txt")
        assert {"hyde", "rerank", "hop"} <= set(ran["timings_ms"])
        assert any("by the reranker Scripted reranker: 5.00" in why for why in ran["hits"][0]["why"])
        plain = carrel(*question, "--no-rerank", "--no-hyde", "--multihop", 0, "--json").json
        assert not {"hyde", "rerank", "hop"} & set(plain["timings_ms"])
        asked = carrel("ask", "Which route does ferry number 2 serve?", "--rerank", "--json")
        assert asked.json["steps"][0] == "Comparing passages with the question"
        assert "Comparing passages with the question" in asked.err

    def test_a_broken_reranker_is_said(self, carrel: Run, write: Write, host: Any) -> None:
        carrel("add", write("a.txt", "The ferry leaves."), write("b.txt", "The ferry rests."))
        host.the_reranker = ScriptedReranker({"Sourdough": 9.0})
        words = "Note: The reranker Scripted reranker could not compare the passages."
        assert words in carrel("search", "ferry", "--rerank", "--limit", 2).out

    @pytest.mark.parametrize("question", ["", "NEAR(", '"', "it's 50%", "-x", "\udcff ferry"])
    def test_odd_questions(self, carrel: Run, ferry: dict[str, Any], question: str) -> None:
        assert carrel("search", "--json", "--", question).json["question"] == question.replace("\udcff", "?")


class TestAsk:
    def test_the_whole_shape(self, carrel: Run, ferry: dict[str, Any], host: Any) -> None:
        host.the_generator.answers = {QUESTION: "The ferry leaves the harbour at nine."}
        answer = carrel("ask", QUESTION, "--json").json
        assert_shape(
            answer,
            {
                "question": str,
                "standalone_question": str,
                "outcome": str,
                "answer": str,
                "sentences": list,
                "sources": list,
                "tiers": dict,
                "confidence": dict,
                "steps": list,
                "notices": list,
                "model": str,
                "timings_ms": dict,
            },
        )
        assert answer["outcome"] == "answered"
        assert answer["sentences"] == [
            {"text": "The ferry leaves the harbour at nine.", "citations": [1], "supported": True}
        ]
        source = answer["sources"][0]
        assert_shape(source, SOURCE)
        assert_shape(source["document"], REFERENCE)
        assert_shape(answer["tiers"], TIERS)
        assert_shape(answer["confidence"], CONFIDENCE)
        assert set(answer["timings_ms"]) == {"retrieve", "first_token", "total"}
        shown = carrel(
            "show",
            source["document"]["id"],
            "--from",
            source["start"],
            "--length",
            len(source["quote"]),
            "--json",
        )
        assert shown.json["text"] == source["quote"]

    def test_without_the_model_it_quotes(self, carrel: Run, ferry: dict[str, Any]) -> None:
        ran = carrel("ask", QUESTION, "--no-model", "--json")
        assert ran.json["outcome"] == "quoted"
        assert ran.json["model"] == ""
        people = carrel("ask", QUESTION, "--no-model")
        assert "“The ferry leaves the harbour at nine. Tickets cost four pounds.” [1]" in people.out
        assert "[1] ferry" in people.out

    def test_a_refusal_is_no_error_and_has_no_numbers(self, carrel: Run, ferry: dict[str, Any]) -> None:
        ran = carrel("ask", "Who painted the ceiling of the chapel?", "--json")
        assert ran.status == 0
        assert (ran.json["outcome"], ran.json["sources"], ran.json["sentences"]) == ("deflected", [], [])
        people = carrel("ask", "Who painted the ceiling of the chapel?")
        assert "[1]" not in people.out

    def test_a_conversation_goes_on(self, carrel: Run, ferry: dict[str, Any]) -> None:
        first = carrel("ask", QUESTION, "--no-model", "--json").json["conversation"]
        second = carrel("ask", QUESTION, "--no-model", "--conversation", first, "--json").json["conversation"]
        assert first == second

    def test_a_follow_up_is_completed_from_its_conversation(self, carrel: Run, ferry: dict[str, Any]) -> None:
        number = carrel("ask", QUESTION, "--no-model", "--json").json["conversation"]
        options = ("ask", "And on Sunday?", "--no-model", "--conversation", number)
        completed = "When does the ferry leave the harbour on Sunday?"
        assert carrel(*options, "--json").json["standalone_question"] == completed
        assert f"Searched for: {completed}\n" in carrel(*options).out
        assert "Searched for" not in carrel("ask", QUESTION, "--no-model").out

    def test_steps_go_to_standard_error(self, carrel: Run, ferry: dict[str, Any]) -> None:
        ran = carrel("ask", QUESTION, "--json")
        assert "Reading ferry" in ran.err
        assert ran.json["steps"][0] == "Reading ferry"

    def test_scopes(self, carrel: Run, ferry: dict[str, Any]) -> None:
        ran = carrel("ask", QUESTION, "--scope", "Nowhere", "--json")
        assert ran.status == 1
        assert "Nowhere" in ran.json["error"]["detail"]


class TestLibrary:
    def test_documents_by_state(self, carrel: Run, write: Write, ferry: dict[str, Any]) -> None:
        carrel("add", write("empty.txt", ""))
        shown = carrel("documents", "--json").json["documents"]
        assert [document["title"] for document in shown] == ["bread", "empty", "ferry"]
        refused = carrel("documents", "--state", "refused", "--json").json["documents"]
        assert [document["title"] for document in refused] == ["empty"]
        assert refused[0]["reason"] in carrel("documents").out
        assert carrel("documents", "--state", "lost", "--json").status == 1

    def test_show(self, carrel: Run, ferry: dict[str, Any]) -> None:
        shown = carrel("show", "ferry", "--json").json
        assert_shape(shown["document"], DOCUMENT)
        assert (shown["text"], shown["length"]) == (FERRY, len(FERRY))
        part = {
            "start": int,
            "end": int,
            "kind": str,
            "heading": str,
            "page": int | None,
            "page_label": str | None,
            "place": str,
        }
        assert shown["parts"]
        for one in shown["parts"]:
            assert_shape(one, part)
        assert carrel("show", "ferry", "--from", "4", "--length", "5", "--json").json["text"] == "ferry"
        assert FERRY in carrel("show", "ferry").out

    def test_documents_go_by_id_path_file_name_and_title(self, carrel: Run, write: Write) -> None:
        path = write("report.txt", FERRY)
        added = carrel(
            "add", path, write("my report.txt", "Bread."), write("2023.txt", "Cake."), "--json"
        ).json
        ids = {Path(document["path"]).name: document["id"] for document in added["documents"]}
        for name in (ids["report.txt"], path, "report.txt", "report"):
            assert carrel("show", name, "--json").json["document"]["id"] == ids["report.txt"], name
        assert carrel("show", "2023", "--json").json["document"]["id"] == ids["2023.txt"]

    @pytest.mark.parametrize("name", ["4711", "²", "9" * 40, "nothing", "", "e", "\udcff"])
    def test_what_names_no_single_document_is_a_user_error(
        self, carrel: Run, ferry: dict[str, Any], name: str
    ) -> None:
        ran = carrel("show", "--json", name)
        assert ran.status == 1
        assert set(ran.json["error"]) == {"title", "detail", "advice"}

    def test_remove(self, carrel: Run, ferry: dict[str, Any]) -> None:
        removed = carrel("remove", "ferry", "--json").json["removed"]
        assert [document["title"] for document in removed] == ["ferry"]
        assert Path(removed[0]["path"]).exists()
        assert carrel("search", "ferry", "--mode", "lexical", "--json").json["hits"] == []
        assert "removed bread" in carrel("remove", "bread").out
        assert carrel("status", "--json").json["documents"] == 0

    def test_one_unknown_name_removes_nothing(self, carrel: Run, ferry: dict[str, Any]) -> None:
        assert carrel("remove", "ferry", "nothing").status == 1
        assert carrel("status", "--json").json["documents"] == 2

    def test_status(self, carrel: Run, ferry: dict[str, Any], data_folder: Path) -> None:
        status = carrel("status", "--json").json
        assert list(status) == list(STATUS)
        assert_shape(status, STATUS)
        assert status["library"] == str(data_folder / "library.carrel")
        assert (status["documents"], status["vectors"], status["embedder"]) == (2, 2, "Word embedder")
        assert "documents    2" in carrel("status").out


class TestModelsAndDoctor:
    def test_models_are_listed(self, carrel: Run) -> None:
        for arguments in (
            ("models", "list", "--json"),
            ("models", "--json", "list"),
            ("--json", "models", "list"),
        ):
            models = carrel(*arguments).json["models"]
            assert {"embedder", "chat"} <= {model["role"] for model in models}
            assert {"id", "role", "name", "size", "state", "in_use", "licence"} <= set(models[0])
        assert models[0]["id"] in carrel("models", "list").out

    def test_the_device_is_shown_and_chosen(self, carrel: Run, host: Any) -> None:
        """P186: manual override."""
        iris = Device("Intel Iris", "integrated", 8_000_000_000, 6_000_000_000)
        host.devices = DeviceState((iris,), iris.id, "automatic")
        shown = carrel("models", "device", "--json").json
        assert (shown["chosen"], shown["used"]) == ("automatic", "Intel Iris")
        assert shown["reason"] == "Used: Intel Iris, 8.0 GB shared with the processor."
        assert [device["name"] for device in shown["devices"]] == ["Intel Iris"]
        assert carrel("models", "device", "Intel Iris", "--json").json["chosen"] == "Intel Iris"
        lines = carrel("models", "device", "processor").out.splitlines()
        assert lines[:3] == ["  automatic", "* processor", "  Intel Iris, 8.0 GB shared with the processor"]
        assert carrel("models", "device", "automatic", "--json").json["chosen"] == "automatic"
        refused = carrel("models", "device", "Voodoo", "--json")
        assert refused.status == 1
        assert "Intel Iris" in refused.json["error"]["detail"]

    def test_unknown_models_are_user_errors(self, carrel: Run, tmp_path: Path) -> None:
        for arguments in (["get", "nobody"], ["use", "chat", "nobody"], ["add", tmp_path / "none.gguf"]):
            ran = carrel("models", *arguments, "--json")
            assert ran.status == 1
            assert ran.json["error"]["title"]

    def test_the_doctor(self, carrel: Run, host: Any) -> None:
        host.the_embedder = None
        ran = carrel("doctor", "--json")
        assert ran.status == 1
        assert list(ran.json) == ["ok", "checks"]
        assert ran.json["ok"] is False
        assert all(set(check) == {"name", "ok", "detail"} for check in ran.json["checks"])
        people = carrel("doctor")
        assert "FAIL  Embedding model" in people.out
        assert "ok    SQLite" in people.out


def test_the_window_and_a_command_share_a_library(carrel: Run, write: Write, data_folder: Path) -> None:
    window = build(data=data_folder)
    try:
        left = window.run_folder.path / "page"
        left.touch()
        assert carrel("add", write("a.txt", FERRY)).status == 0
        assert left.exists()
        assert [document.title for document in window.services.library.documents()] == ["a"]
    finally:
        window.close()
    assert not left.exists()


def test_contract_status_is_the_record() -> None:
    assert list(STATUS) == list(contract.LibraryStatus.__slots__)
