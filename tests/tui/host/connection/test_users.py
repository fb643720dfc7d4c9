"""Who may log in, and the host's own key: files that are complete, and readable by their owner
only.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import FileFault, Refused
from engine.hosting.hub import Hub
from engine.hosting.passwords import OWNER, hash_password
from tests.tui.host.far import new_key
from tui.host.connection.admission import Users
from tui.host.connection.ssh import host_key


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def line(name: str) -> str:
    kind, key = new_key().export_public_key().decode().split()[:2]
    return f"{kind} {key} {name}"


def test_the_host_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "hosted"
    Hub(folder)
    key = host_key(folder / "host_key")
    assert mode(folder) == 0o700
    assert mode(folder / "host_key") == 0o600
    assert host_key(folder / "host_key").export_public_key() == key.export_public_key()


@pytest.mark.parametrize("text", ["not a key", "-----BEGIN [b-a PRIVATE KEY-----"])
def test_a_host_key_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "host_key").write_text(text)
    with pytest.raises(FileFault, match="host_key holds no private key"):
        host_key(tmp_path / "host_key")


def test_a_new_name_is_written_down_with_its_key(tmp_path: Path) -> None:
    path = tmp_path / "hosted" / "users"
    users = Users(path, is_open=True)
    anna, ben = new_key(), new_key()
    assert users.register("anna", anna)
    assert users.register("ben", ben)
    assert not users.register("anna", ben)
    assert mode(path) == 0o600
    again = Users(path)
    assert again.names == ("anna", "ben")
    assert again.admits("anna", anna.convert_to_public())
    assert not again.admits("anna", ben.convert_to_public())
    assert not again.admits("carl", anna.convert_to_public())


def test_a_name_is_added_after_a_line_without_an_end(tmp_path: Path) -> None:
    path = tmp_path / "users"
    path.write_text(f"# ours\n{line('Anna')}")
    Users(path, is_open=True).register("ben", new_key())
    assert Users(path).names == ("anna", "ben")
    assert path.read_text().startswith("# ours\n")


def test_a_name_may_have_several_keys(tmp_path: Path) -> None:
    path = tmp_path / "users"
    keys = new_key(), new_key()
    told = [key.export_public_key().decode().split()[:2] for key in keys]
    path.write_text("".join(f"{kind} {key} anna\n" for kind, key in told))
    assert all(Users(path).admits("anna", key.convert_to_public()) for key in keys)


def test_a_key_is_taken_out_and_remarks_and_empty_lines_stay(tmp_path: Path) -> None:
    path = tmp_path / "users"
    first, second, other = line("anna"), line("Anna"), line("ben")
    path.write_text(f"# ours\n\n{first}\n  # guests\n{other}\n{second}\n")
    users = Users(path)
    users.remove_key("anna", users.keys("anna")[0])
    assert path.read_text() == f"# ours\n\n  # guests\n{other}\n{second}\n"
    assert (len(users.keys("anna")), len(users.keys("ben"))) == (1, 1)


def test_at_an_open_host_only_its_owner_may_invite_and_only_for_the_name_of_an_owner(
    tmp_path: Path,
) -> None:
    users = Users(tmp_path / "users", is_open=True)
    users.reserved = frozenset({"olga"})
    with pytest.raises(Refused, match="this host is open"):
        users.invitation("ben")
    assert users.invitation(OWNER)
    users.add_key("olga", new_key())
    with pytest.raises(Refused, match="this host is open"):
        users.invitation(OWNER)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ssh-ed25519 AAAA anna", "line 3 holds no public key"),
        ("hello", "line 3 holds no public key"),
        ("-----BEGIN [b-a PUBLIC KEY-----", "line 3 holds no public key"),
        (line("a b"), "line 3 must end in a name .*, not 'a b'"),
        (line(""), "line 3 must end in a name .*, not ''"),
        (line("guest"), "line 3 uses the name guest"),
    ],
    ids=["torn key", "no key", "no pattern", "no name", "nameless", "guest"],
)
def test_a_damaged_line_is_refused_with_its_number(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "users"
    path.write_text(f"# ours\n{line('anna')}\n{text}\n")
    with pytest.raises(FileFault, match=why):
        Users(path)


def test_a_name_that_cannot_be_written_down_is_not_known(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("")
    users = Users(tmp_path / "blocked" / "users", is_open=True)
    with pytest.raises(FileFault, match="users cannot be written"):
        users.register("anna", new_key())
    assert users.names == ()


def test_a_host_whose_people_have_passwords_alone_needs_no_file_of_keys(tmp_path: Path) -> None:
    """The host was open before, and then takes no new names; keys can still be added later."""
    with pytest.raises(FileFault, match="does not exist; create it"):
        Users(tmp_path / "users")
    Users(tmp_path / "users", is_open=True).store_password(
        "anna", hash_password("anna", "a long one")
    )
    users = Users(tmp_path / "users")
    assert users.names == ("anna",)
    users.add_key("anna", new_key())
    assert len(Users(tmp_path / "users").keys("anna")) == 1
