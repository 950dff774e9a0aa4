"""The commands about retrieval profiles: list, choose and check them, and which collection has which."""

import argparse
from collections.abc import Callable
from pathlib import Path

from desktop.cli.context import Context
from desktop.services.profile_shelf import RESERVED
from desktop.services.valid_text import valid_text
from desktop.services.views import ProfileView


def add_profiles_command(
    command: Callable[[str, str], argparse.ArgumentParser], common: argparse.ArgumentParser
) -> None:
    """Add `profiles` with its actions to the parser."""
    profiles = command("profiles", "list, choose and check retrieval profiles")
    actions = profiles.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, text: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=text, description=text, parents=[common])

    action("list", "all profiles, the shipped ones and your own")
    use = action("use", "search the library, or one collection, with a profile")
    use.add_argument(
        "name", type=valid_text, metavar="NAME", help=f"or “{RESERVED}”: general, or as the library"
    )
    use.add_argument("--collection", type=valid_text, metavar="NAME")
    action("check", "say whether a profile file is right").add_argument("file", type=Path, metavar="FILE")


def profiles(context: Context) -> None:
    """List, choose or check profiles."""
    service, options = context.app.services.profiles, context.options
    if options.action == "check":
        found = service.check(file=options.file)
        if context.as_json:
            context.print_json(_profile_json(found))
            return
        context.print(f"{options.file}: “{found.name}” is a profile without errors.")
        return
    if options.action == "use":
        service.use(name=options.name, collection=options.collection)
    choices = service.choices()
    if context.as_json:
        rows = [_profile_json(profile) for profile in choices.profiles]
        context.print_json({"library_profile": choices.library, "profiles": rows})
        return
    if options.action == "use":
        used = next((c for c in choices.collections if c.name.casefold() == _named(options)), None)
        where = f"The collection “{used.name}”" if used is not None else "The library"
        context.print(f"{where} is searched with “{choices.of(used) if used else choices.library}”.")
        return
    for profile in choices.profiles:
        mark = "*" if profile.name == choices.library else " "
        kind = "own" if profile.own else ""
        says = f"ERROR: {profile.error}" if profile.error else profile.description
        context.print(f"{mark} {profile.name:16} {kind:4} {says}".rstrip())


def collections(context: Context) -> None:
    """List collections with their profiles."""
    choices = context.app.services.profiles.choices()
    if context.as_json:
        rows = [
            {
                "id": c.id,
                "name": c.name,
                "folder": c.folder,
                "profile": choices.of(c),
                "profile_of": "collection" if c.profile else "library",
                "documents": c.documents,
            }
            for c in choices.collections
        ]
        context.print_json({"collections": rows})
        return
    for collection in choices.collections:
        whose = "" if collection.profile else ", the library's"
        name = choices.of(collection)
        context.print(f"{collection.documents:6}  {collection.name}  (profile {name}{whose})")


def _named(options: argparse.Namespace) -> str:
    return (options.collection or "").casefold()


def _profile_json(profile: ProfileView) -> dict[str, object]:
    return {name: getattr(profile, name) for name in ProfileView.__slots__}
