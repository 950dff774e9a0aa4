"""Which profiles there are, which is chosen, and that a bad one breaks nothing."""

import os
from pathlib import Path

import pytest
from service_fakes import Desk

from desktop.domain.errors import UserError
from desktop.services.profile_shelf import ProfileShelf
from desktop.services.profiles import ProfileService

MINE = 'name = "mine"\ndescription = "My own."\n'


@pytest.fixture
def profiles(desk: Desk) -> ProfileService:
    return ProfileService(desk.file, desk.paths)


def own(desk: Desk, name: str, text: str | bytes) -> Path:
    path = desk.paths.profiles / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


class TestList:
    def test_shipped_profiles_come_first_with_their_descriptions(self, profiles: ProfileService) -> None:
        found = profiles.profiles()
        assert [view.name for view in found] == ["general", "contracts", "homelab", "transit"]
        assert all(view.description and not view.own and not view.error for view in found)

    def test_own_profiles_are_read_from_the_data_folder(self, desk: Desk, profiles: ProfileService) -> None:
        path = own(desk, "a.toml", MINE)
        own(desk, "notes.txt", "no profile")
        view = profiles.profiles()[-1]
        assert (view.name, view.description, view.own, view.path) == ("mine", "My own.", True, str(path))

    @pytest.mark.parametrize(
        ("name", "text", "error"),
        [
            ("a.toml", "name = 'mine'\nspeed = 1", "In a.toml, line 2: `speed` is not known."),
            ("a.toml", "name = 'mine'\nk = ", "In a.toml, line 2: the text is not valid TOML"),
            ("a.toml", b"name = 'mine'\n# caf\xe9", "In a.toml, line 2: the text is not UTF-8."),
            ("a.toml", "name = 'Transit'", "the name of a profile that ships with Carrel"),
            ("a.toml", "name = 'Default'", "means the library's"),
            ("a.toml", "#" * 300_000, "larger than 256 kB"),
        ],
    )
    def test_a_bad_one_is_listed_with_its_error(
        self, desk: Desk, profiles: ProfileService, name: str, text: str | bytes, error: str
    ) -> None:
        path = own(desk, name, text)
        views = [view for view in profiles.profiles() if view.own]
        assert len(views) == 1
        assert error in views[0].error
        assert views[0].path == str(path)

    def test_it_keeps_the_name_by_which_it_was_chosen(self, desk: Desk, profiles: ProfileService) -> None:
        own(desk, "a.toml", "name = 'mine'\nspeed = 1")
        own(desk, "b.toml", "[gate]\nname = 'x'\n")
        assert [view.name for view in profiles.profiles() if view.own] == ["mine", "b"]

    def test_of_two_with_one_name_the_first_counts(self, desk: Desk, profiles: ProfileService) -> None:
        own(desk, "a.toml", MINE)
        own(desk, "b.toml", MINE.upper().replace("NAME", "name").replace("DESCRIPTION", "description"))
        first, second = (view for view in profiles.profiles() if view.own)
        assert not first.error
        assert "the name of the file a.toml" in second.error

    def test_a_folder_or_a_file_that_goes_away_is_no_trouble(
        self, desk: Desk, profiles: ProfileService
    ) -> None:
        (desk.paths.profiles / "folder.toml").mkdir(parents=True)
        assert "is no file" in profiles.profiles()[-1].error
        link = desk.paths.profiles / "gone.toml"
        link.symlink_to(desk.paths.profiles / "nowhere")
        assert "cannot be read" in profiles.profiles()[-1].error

    def test_a_changed_file_is_read_again(self, desk: Desk) -> None:
        shelf = ProfileShelf(desk.paths)
        path = own(desk, "a.toml", MINE)
        before = shelf.find("MINE")
        assert before is not None
        assert shelf.find("mine") is before
        path.write_text(MINE + "[fusion]\nk = 5\n", "utf-8")
        os.utime(path, ns=(1, 1))
        after = shelf.find("mine")
        assert after is not None
        assert after.profile is not None
        assert after.profile.fusion_k == 5


class TestChoice:
    def test_the_library_and_a_collection_have_their_own(self, desk: Desk, profiles: ProfileService) -> None:
        desk.add({"a.txt": "A lease."}, collection="Leases")
        desk.add({"b.txt": "A cake."}, collection="Recipes")
        assert profiles.use(name="Transit").collections
        profiles.use(name="contracts", collection="leases")
        choices = profiles.choices()
        assert choices.library == "transit"
        assert {group.name: choices.of(group) for group in choices.collections} == {
            "Leases": "contracts",
            "Recipes": "transit",
        }
        profiles.use(name="default", collection="Leases")
        profiles.use(name="default")
        choices = profiles.choices()
        assert (choices.library, [choices.of(group) for group in choices.collections]) == (
            "general",
            ["general"] * 2,
        )

    def test_what_does_not_exist_cannot_be_chosen(self, desk: Desk, profiles: ProfileService) -> None:
        with pytest.raises(UserError, match="no profile “fast”") as raised:
            profiles.use(name="fast")
        assert "general, contracts, homelab, transit" in raised.value.advice
        with pytest.raises(UserError, match="no collection “Nowhere”"):
            profiles.use(name="transit", collection="Nowhere")

    def test_a_bad_one_cannot_be_chosen(self, desk: Desk, profiles: ProfileService) -> None:
        own(desk, "a.toml", "name = 'mine'\nspeed = 1")
        with pytest.raises(UserError, match="line 2: `speed`"):
            profiles.use(name="mine")

    def test_a_file_is_checked_wherever_it_is(
        self, desk: Desk, profiles: ProfileService, tmp_path: Path
    ) -> None:
        file = tmp_path / "try.toml"
        file.write_text(MINE, "utf-8")
        assert profiles.check(file=file).name == "mine"
        file.write_text("name = 'x'\n[gate]\nrule = 'never'\n", "utf-8")
        with pytest.raises(UserError, match=r"In try\.toml, line 3: `gate\.rule` must be one of"):
            profiles.check(file=file)
        with pytest.raises(UserError, match="cannot be read"):
            profiles.check(file=tmp_path / "none.toml")

    def test_the_folder_is_made_with_the_guide_in_it(self, desk: Desk, profiles: ProfileService) -> None:
        folder = profiles.own_folder()
        assert "TOML" in (folder / "README.md").read_text("utf-8")
        assert profiles.own_folder() == folder
        assert not [view for view in profiles.profiles() if view.own]

    def test_a_folder_that_cannot_be_made_is_said(self, desk: Desk, profiles: ProfileService) -> None:
        desk.paths.profiles.write_text("in the way")
        with pytest.raises(UserError, match="cannot be made"):
            profiles.own_folder()


class TestBadProfilesInASearch:
    def test_general_is_used_and_a_notice_says_so(self, desk: Desk, profiles: ProfileService) -> None:
        desk.add({"a.txt": "The ferry leaves at nine."}, collection="Boats")
        path = own(desk, "a.toml", MINE)
        profiles.use(name="mine")
        profiles.use(name="mine", collection="Boats")
        assert desk.search("When does the ferry leave?").notices == ()
        path.write_text(MINE + "speed = 1\n", "utf-8")
        result = desk.search("When does the ferry leave?")
        assert result.hits
        assert result.notices == (
            "The profile “mine” cannot be used, “general” is. In a.toml, line 3: `speed` is not known.",
        )
        path.unlink()
        assert desk.search("ferry").notices == ("There is no profile “mine” any more; “general” is used.",)

    def test_the_person_who_asks_sees_the_notice_too(self, desk: Desk, profiles: ProfileService) -> None:
        desk.add({"a.txt": "The ferry leaves at nine."})
        path = own(desk, "a.toml", MINE)
        profiles.use(name="mine")
        path.unlink()
        assert any("no profile “mine”" in notice for notice in desk.ask("When does the ferry leave?").notices)
