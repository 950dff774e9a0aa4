"""Profiles at work: collections named in a question, lists of them, companions, words brought along."""

from pathlib import Path

import pytest
from service_fakes import Desk

from desktop.services.profiles import ProfileService

FARES = {
    "MST": {
        "fares.md": "# Fares\n\nThe single ride fare is two dollars. A monthly pass costs 95 dollars.",
        "reduced.md": "# Reduced fare\n\nSeniors and veterans pay one dollar for a single ride.",
        "card.md": "# Courtesy card\n\nDisabled riders obtain an application at the front desk.",
        "apply.md": "# Seniors\n\nSeniors send in an application with a copy of a passport.",
        "age.md": "# Eligibility\n\nRiders who are 65 and older are eligible.",
        "students.md": "# Students\n\nStudents buy a semester pass for 60 dollars.",
        "children.md": "# Children\n\nChildren under six ride free with an adult.",
    },
    "Yolobus": {
        "fares.md": "# Fares\n\nA single ride on the bus costs 2.25 dollars, a monthly pass 85 dollars.",
        "reduced.md": "# Reduced fare\n\nSeniors pay 1.10 dollars. Ask for the ID card.",
        "children.md": "# Children\n\nUp to two children ride free with each adult.",
        "tarifas.md": "# Tarifas\n\nEl pasaje sencillo cuesta 2.25 dólares en todos los autobuses.",
    },
    "SolTrans": {
        "fares.md": "# Fares\n\nThe day pass is four dollars. Monthly passes are 56 dollars.",
        "children.md": "# Children\n\nChildren under six ride free with an adult.",
    },
}


def use(desk: Desk, profile: str, collection: str | None = None) -> None:
    ProfileService(desk.file, desk.paths).use(name=profile, collection=collection)


def found(desk: Desk, question: str, **options: object) -> list[str]:
    """Return the hits as "collection/file name", best first."""
    hits = desk.hits(question, **options)
    return [f"{hit.document.collection}/{Path(hit.document.path).name}" for hit in hits]


def agencies(names: list[str]) -> set[str]:
    return {name.split("/")[0] for name in names}


ROUTES = {
    f"route{n}.md": f"# Route {n}\n\nBuses of route {n} stop at the {place} every {10 + n} minutes."
    for n, place in enumerate(["library", "school", "market", "harbour", "mill", "bridge", "museum", "tower"])
}


@pytest.fixture
def transit(desk: Desk) -> Desk:
    for agency, fares in FARES.items():
        texts = fares | ROUTES
        desk.add({f"{agency}/{name}": text for name, text in texts.items()}, collection=agency)
    use(desk, "transit")
    return desk


class TestTransit:
    def test_an_agency_named_is_the_only_one_shown(self, transit: Desk) -> None:
        for question in ("How much is a monthly pass on Yolobus?", "What is a monthly pass in YOLO?"):
            names = found(transit, question)
            assert names[0] == "Yolobus/fares.md"
            assert agencies(names) == {"Yolobus"}

    def test_two_agencies_named_share_equally(self, transit: Desk) -> None:
        names = found(transit, "Compare the monthly pass of MST and SolTrans", limit=4)
        assert [name.split("/")[0] for name in names].count("MST") == 2
        assert [name.split("/")[0] for name in names].count("SolTrans") == 2
        assert {"MST/fares.md", "SolTrans/fares.md"} <= set(names)

    def test_what_two_agencies_say_in_the_same_words_is_shown_for_both(self, transit: Desk) -> None:
        names = found(transit, "Do children ride free on MST and SolTrans?")
        assert {"MST/children.md", "SolTrans/children.md"} <= set(names)

    def test_an_agency_that_is_not_here_is_not_answered_from_others(self, transit: Desk) -> None:
        result = transit.search("How much is a monthly pass on Santa Barbara's SBMTD?")
        assert result.hits == ()
        assert not result.confidence.answerable
        assert result.notices == ("There is no collection “sbmtd”.",)

    def test_a_question_for_a_list_gives_one_passage_of_each_agency(self, transit: Desk) -> None:
        names = found(transit, "Which agencies have a monthly pass?")
        assert sorted(names) == ["MST/fares.md", "SolTrans/fares.md", "Yolobus/fares.md"]
        assert found(transit, "Which agencies take students?") == ["MST/students.md"]
        scores = [hit.score for hit in transit.hits("Which agencies have a monthly pass?")]
        assert scores == sorted(scores, reverse=True)

    def test_an_agency_that_says_it_twice_is_in_the_list_once(self, transit: Desk) -> None:
        transit.add({"SolTrans/again.md": FARES["SolTrans"]["fares.md"]}, collection="SolTrans")
        names = found(transit, "Which agencies have a monthly pass?")
        assert sorted(name.split("/")[0] for name in names) == ["MST", "SolTrans", "Yolobus"]

    def test_a_spanish_question_finds_english_fares_by_words(self, transit: Desk) -> None:
        question = "¿Cuánto cuesta el pase mensual de SolTrans?"
        assert found(transit, question, mode="lexical")[0] == "SolTrans/fares.md"
        use(transit, "general")
        assert "SolTrans/fares.md" not in found(transit, question, mode="lexical")

    def test_a_spanish_question_for_a_list_works_as_an_english_one(self, transit: Desk) -> None:
        names = found(transit, "¿Qué agencias tienen pases para estudiantes?", mode="lexical")
        assert "MST/students.md" in names
        assert len(names) == len(agencies(names))

    def test_applications_of_other_riders_are_left_out(self, transit: Desk) -> None:
        names = found(transit, "How do veterans get the reduced fare on MST?")
        assert "MST/card.md" not in names
        assert "MST/apply.md" not in names
        assert "MST/reduced.md" in names
        assert "MST/card.md" in found(transit, "How do disabled riders get the reduced fare on MST?")

    def test_a_reduced_fare_brings_application_and_age_along(self, transit: Desk) -> None:
        hits = transit.hits("What do seniors pay for a reduced fare single ride on MST?", limit=1)
        assert [Path(hit.document.path).name for hit in hits] == ["reduced.md", "apply.md", "age.md"]
        assert [hit.companion for hit in hits] == ["", "application", "eligibility"]
        assert "rule “eligibility”" in hits[2].why[0]

    def test_a_child_fare_brings_the_free_ride_along(self, transit: Desk) -> None:
        names = found(transit, "What does a toddler pay for a single ride on Yolobus?", limit=1)
        assert names[-1] == "Yolobus/children.md"

    def test_without_vectors_the_words_decide_whether_there_is_an_answer(self, transit: Desk) -> None:
        def answerable(question: str) -> bool:
            return transit.search(question, mode="lexical").confidence.answerable

        assert answerable("What is the monthly pass of Yolobus?")
        assert answerable("¿Los niños viajan gratis en MST?")
        assert not answerable("Who repairs the elevators on Yolobus?")
        assert not answerable("Where do I buy stamps?")

    def test_chosen_for_one_collection_it_works_inside_the_whole_library(self, transit: Desk) -> None:
        transit.add({"n.md": "The monthly pass for the museum costs nine dollars."}, collection="Notes")
        use(transit, "general")
        for agency in FARES:
            use(transit, "transit", agency)
        assert agencies(found(transit, "How much is a monthly pass on Yolobus?")) == {"Yolobus"}
        assert "Notes/n.md" in found(transit, "How much is a monthly pass?")
        names = found(transit, "What do seniors pay for a reduced fare single ride on MST?", limit=1)
        assert names == ["MST/reduced.md", "MST/apply.md", "MST/age.md"]


LEASES = {
    "birch.md": (
        "# Lease of 5 Birch Lane\n\n## Term\n\nThe lessee may end this lease early by leaving the flat.\n\n"
        "## Ending\n\nTermination must be declared in writing to the lessor.\n\n"
        "## Form\n\nA declaration is given with notice of three months to the end of a quarter.\n\n"
        "## Rent\n\nThe rental is 900 crowns and payable on the first day of the month.\n"
    ),
    "cedar.md": (
        "# Lease of 8 Cedar Court\n\n## Ending\n\nTermination must be declared by letter.\n\n"
        "## Periods\n\nThe notice period is six weeks.\n\n"
        "## Rent\n\nArrears bear interest of five per cent.\n"
    ),
}


class TestContracts:
    @pytest.fixture
    def leases(self, desk: Desk) -> Desk:
        desk.add(LEASES, collection="Leases")
        desk.add({f"n{n}.md": f"Letter {n} about the termination of bus line {n}." for n in range(30)})
        use(desk, "contracts", "Leases")
        return desk

    @pytest.mark.parametrize(
        "question",
        [
            "What is required for the termination of the Birch Lane lease?",
            "How can I terminate the lease of 5 Birch Lane?",
            "Can I cancel the lease of 5 Birch Lane?",
        ],
    )
    @pytest.mark.parametrize("mode", ["hybrid", "lexical"])
    def test_whoever_ends_a_lease_is_told_how_long_before(
        self, leases: Desk, question: str, mode: str
    ) -> None:
        hits = leases.hits(question, limit=1, mode=mode)
        assert any("notice of three months" in hit.chunk.text for hit in hits)
        assert {Path(hit.document.path).name for hit in hits} == {"birch.md"}
        use(leases, "general", "Leases")
        plain = leases.hits(question, limit=1, mode=mode)
        assert not any("notice" in hit.chunk.text for hit in plain)

    def test_the_notice_period_stands_beside_the_answer(self, leases: Desk) -> None:
        leases.host.the_generator = None
        question = "What is required for the termination of the Birch Lane lease?"
        answer = leases.ask(question)
        assert answer.outcome == "quoted"
        added = [sentence for sentence in answer.sentences if sentence.text.startswith("Notice period: “A")]
        assert "notice of three months" in added[0].text
        assert answer.sources[added[0].citations[0] - 1].quote in added[0].text
        use(leases, "general", "Leases")
        assert "Notice period" not in leases.ask(question).text

    def test_the_other_lease_has_its_own_period(self, leases: Desk) -> None:
        hits = leases.hits("How do I terminate the lease of 8 Cedar Court?", limit=1)
        assert "six weeks" in hits[-1].chunk.text

    def test_parties_are_found_by_their_other_names(self, leases: Desk) -> None:
        question = "What may the tenant do early?"
        assert found(leases, question, mode="lexical", limit=1) == ["Leases/birch.md"]
        use(leases, "general", "Leases")
        assert "Leases/birch.md" not in found(leases, "tenant landlord", mode="lexical")

    def test_other_questions_bring_nothing_along(self, leases: Desk) -> None:
        assert len(leases.hits("What is the rental of 5 Birch Lane?", limit=1)) == 1

    def test_a_companion_far_from_the_question_is_still_found(self, leases: Desk) -> None:
        fill = {
            f"f{n}.md": f"# Annex {n}\n\nTermination of annex {n} must be declared early." for n in range(80)
        }
        leases.add(fill, collection="Leases")
        hits = leases.hits("Is the termination of annex 7 declared early?", limit=1, mode="lexical")
        assert [hit.companion for hit in hits] == ["", "notice period"]


class TestHomelab:
    @pytest.fixture
    def lab(self, desk: Desk) -> Desk:
        desk.add(
            {
                "Proxmox VE 7 upgrade.md": "Upgrade steps: run the checker, then the upgrade of Proxmox VE.",
                "Proxmox VE 8 upgrade.md": "Upgrade steps: edit the sources, then the upgrade of Proxmox VE.",
                "rules.md": "Take a snapshot of every guest first.",
                "certs.md": "The certificate for the dashboard renews on Sundays.",
                "cluster.md": "The cluster runs k3s on three nodes.",
            },
            collection="Lab",
        )
        use(desk, "homelab")
        return desk

    def test_the_version_asked_for_comes_first(self, lab: Desk) -> None:
        for version in ("7", "8"):
            assert found(lab, f"upgrade Proxmox {version}")[0] == f"Lab/Proxmox VE {version} upgrade.md"
        raised = lab.hits("upgrade Proxmox 8")[0].why
        assert any("version" in reason for reason in raised)
        use(lab, "general")
        assert not any("version" in reason for reason in lab.hits("upgrade Proxmox 8")[0].why)

    def test_one_thing_is_found_by_its_other_names(self, lab: Desk) -> None:
        assert "Lab/certs.md" in found(lab, "When does the TLS renewal run?", mode="lexical")
        assert found(lab, "Where is kubernetes?", mode="lexical") == ["Lab/cluster.md"]
        use(lab, "general")
        assert found(lab, "Where is kubernetes?", mode="lexical") == []

    def test_an_upgrade_brings_along_what_comes_first(self, lab: Desk) -> None:
        hits = lab.hits("How do I upgrade Proxmox 8?", limit=1)
        assert [hit.companion for hit in hits] == ["", "before an upgrade"]
        assert "snapshot" in hits[-1].chunk.text


class TestGeneral:
    @pytest.fixture
    def shelves(self, desk: Desk) -> Desk:
        desk.add({"soil.txt": "Tomatoes need lime in sour soil, the handbook says."}, collection="Handbook")
        notes = {f"n{n}.txt": f"Note {n}: water the tomatoes at seven." for n in range(12)}
        desk.add(notes, collection="Notes")
        desk.add({"other.txt": "The ferry leaves at nine."})
        return desk

    def test_a_collection_that_happens_to_be_named_hides_nothing(self, shelves: Desk) -> None:
        names = found(shelves, "What do my notes say about lime in sour soil?")
        assert names[0] == "Handbook/soil.txt"
        assert "Notes" in agencies(names)

    def test_a_collection_named_comes_first_among_equals(self, desk: Desk) -> None:
        for name in ("Attic", "Barn"):
            desk.add({f"{name}.txt": "The alarm code is kept in the safe."}, collection=name)
        for name in ("Attic", "Barn"):
            hits = desk.hits(f"Where is the alarm code of the {name.lower()} kept?")
            assert hits[0].document.collection == name
            assert any("names its collection" in reason for reason in hits[0].why)

    def test_the_best_two_of_it_are_always_there(self, desk: Desk) -> None:
        desk.add({f"a{n}.txt": f"Lime and soil, lime and soil, part {n}." for n in range(30)}, "Garden")
        desk.add({f"b{n}.txt": f"Paper {n} on the price of lime." for n in range(3)}, "Office")
        names = found(desk, "lime and soil in the office", limit=5)
        assert len(names) == 5
        assert [name.split("/")[0] for name in names].count("Office") >= 2

    @pytest.mark.parametrize("name", ["My documents", "The", "A"])
    def test_words_everyone_types_name_no_collection(self, desk: Desk, name: str) -> None:
        desk.add({"a.txt": "The alarm code is kept in the safe."}, collection=name)
        desk.add({"b.txt": "The alarm rings at nine."}, collection="Barn")
        hits = desk.hits("What do my documents say about the alarm, a code?")
        assert not any("names its collection" in reason for hit in hits for reason in hit.why)

    def test_accents_and_case_of_a_collection_do_not_matter(self, desk: Desk) -> None:
        desk.add({"a.txt": "Hornear el pan una hora."}, collection="Cocina de México")
        desk.add({"b.txt": "Hornear la arcilla una hora."}, collection="Taller")
        hits = desk.hits("hornear una hora segun COCINA DE MEXICO")
        assert hits[0].document.collection == "Cocina de México"

    def test_which_of_my_collections_gives_one_passage_of_each(self, shelves: Desk) -> None:
        names = found(shelves, "Which of my collections mention tomatoes?")
        assert len(names) == 2
        assert agencies(names) == {"Handbook", "Notes"}

    def test_a_scope_chosen_in_the_window_is_never_left(self, shelves: Desk) -> None:
        assert agencies(found(shelves, "What does the handbook say about lime?", scopes=("Notes",))) == {
            "Notes"
        }
