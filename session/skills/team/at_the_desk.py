"""What every skill about the team begins with."""

from briefing.speech.sentences import about_the_team as words
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.team.team_desk import TeamDesk


def desk_of(call: Call) -> TeamDesk:
    """Raises `SkillRefusedError` where the call has none: it is only a look."""
    if (desk := call.records.team) is None:
        raise SkillRefusedError(words.NO_TEAM)
    return desk


def the_users_own(call: Call) -> bool:
    """Whether the user's last words cannot be our own voice, heard again: a mail that is read out asks for nothing."""
    return bool(call.dialogue.said) and not call.told.may_be_ours
