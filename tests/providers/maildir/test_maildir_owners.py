"""Whose Maildir is whose: one user's folders, or one for each user, and nobody gets at another's."""

from pathlib import Path

import pytest

from providers.maildir.owners import UserFolderRefusedError, maildirs_of, own_addresses
from providers.settings import Settings


def settings_with(*folders: Path, addresses: tuple[str, ...] = ()) -> Settings:
    return Settings(_env_file=None, aloud_user="sam", aloud_maildir=folders, aloud_addresses=addresses)


def test_a_folder_without_a_slot_is_the_configured_users_alone(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "Mail")
    settings = settings_with(tmp_path / "Mail", tmp_path / "link", tmp_path / "work")
    assert maildirs_of(settings, "sam") == (tmp_path / "Mail", tmp_path / "work")
    assert maildirs_of(settings, "tim") == ()


@pytest.mark.parametrize("user", ["sam", "tim", "anna@example.com", "u2k4", "auth0|7", "Zoë", ".hidden", "a..b", "{user}"])
def test_with_a_slot_each_user_has_their_own(tmp_path: Path, user: str) -> None:
    assert maildirs_of(settings_with(tmp_path / "{user}" / "Maildir"), user) == (tmp_path / user / "Maildir",)
    assert maildirs_of(settings_with(tmp_path / "mail-{user}"), user) == (tmp_path / f"mail-{user}",)


def test_both_kinds_can_stand_together(tmp_path: Path) -> None:
    settings = settings_with(tmp_path / "{user}", tmp_path / "shared")
    assert maildirs_of(settings, "sam") == (tmp_path / "sam", tmp_path / "shared")
    assert maildirs_of(settings, "tim") == (tmp_path / "tim",)


@pytest.mark.parametrize(
    "user", ["", ".", "..", "../", "../tim", "tim/../sam", "/etc", "tim/Maildir", "..\\tim", "tim\0", "tim\n", "\u202etim", "tim\udcff"]
)
@pytest.mark.parametrize("template", ["{user}", "{user}/Maildir", "mail-{user}"])
def test_an_id_that_could_lead_elsewhere_is_refused(tmp_path: Path, template: str, user: str) -> None:
    with pytest.raises(UserFolderRefusedError):
        maildirs_of(settings_with(tmp_path / template), user)


def test_a_link_out_of_the_fixed_part_is_refused_and_one_within_it_is_not(tmp_path: Path) -> None:
    for name in ("mail/sam", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "mail" / "tim").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "mail" / "samuel").symlink_to(tmp_path / "mail" / "sam")
    settings = settings_with(tmp_path / "mail" / "{user}")
    with pytest.raises(UserFolderRefusedError):
        maildirs_of(settings, "tim")
    assert maildirs_of(settings, "samuel") == (tmp_path / "mail" / "sam",)


def test_nobody_is_called_inbox_where_the_neighbours_of_a_folder_are_other_users(tmp_path: Path) -> None:
    with pytest.raises(UserFolderRefusedError):
        maildirs_of(settings_with(tmp_path / "{user}"), "Inbox")
    assert maildirs_of(settings_with(tmp_path / "{user}" / "INBOX"), "Inbox") == (tmp_path / "Inbox" / "INBOX",)


def test_an_address_can_have_the_slot_too(tmp_path: Path) -> None:
    settings = settings_with(tmp_path / "{user}", addresses=("office@example.com", "{user}@example.com"))
    assert own_addresses(settings, "Tim") == {"office@example.com", "tim@example.com"}
