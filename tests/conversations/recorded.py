"""What a process reads and writes of conversations: every statement on their tables, and by which conversation's id it goes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Delete, Insert, Select, Update, event
from sqlalchemy.engine import Engine

from conversations.conversation_rows import LISTED

TABLES = {"conversation", "conversation_message"}
WHICH_ONE = {"conversation_id", "call_id"}
"""What tells to which conversation a call belongs, and nothing of what is in it."""
LIST = {column.name for column in LISTED.selected_columns}


@dataclass
class Recorded:
    """`ids` are the conversations that state was read or written of by their id, `otherwise` the statements that went by anything else."""

    ids: set[str] = field(default_factory=set)
    otherwise: list[str] = field(default_factory=list)
    statements: int = 0

    def note(self, context: Any) -> None:
        statement = getattr(context.compiled, "statement", None)
        if statement is None or not TABLES & {table.name for table in _tables_of(statement)}:
            return
        self.statements += 1
        named = {value for each in context.compiled_parameters for name, value in each.items() if _names_one(name)}
        if isinstance(statement, Insert) or _goes_by_id(statement):
            assert named, str(statement)
            self.ids |= named
        elif not (_is_the_list(statement) or _tells_which_one(statement) or _deletes_what_is_old(statement)):
            self.otherwise.append(str(statement))

    def taken(self) -> set[str]:
        """The ids until now, from the last time on."""
        ids, self.ids = self.ids, set()
        return ids


def _names_one(parameter: str) -> bool:
    return parameter.startswith("conversation_id")


def _tables_of(statement: Any) -> list[Any]:
    return [statement.table] if isinstance(statement, Insert | Update | Delete) else list(getattr(statement, "get_final_froms", list)())


def _goes_by_id(statement: Any) -> bool:
    return "conversation_id = " in str(statement.whereclause)


def _is_the_list(statement: Any) -> bool:
    """The titles and summaries of the newest, for the router and the page."""
    return isinstance(statement, Select) and {each.name for each in statement.selected_columns} == LIST and "LIMIT" in str(statement)


def _tells_which_one(statement: Any) -> bool:
    """The conversation of a call is looked up by that call's id; a call that moves on is taken out of the one it leaves."""
    by_call = "call_id" in str(statement.whereclause)
    if isinstance(statement, Select):
        return by_call and {each.name for each in statement.selected_columns} <= WHICH_ONE
    if not isinstance(statement, Update):
        return False
    return by_call and {str(getattr(column, "name", column)) for column in statement._values or {}} == {"call_id"}


def _deletes_what_is_old(statement: Any) -> bool:
    """Of all users, when a process begins."""
    return isinstance(statement, Delete) and "last_activity_at < " in str(statement.whereclause)


@contextmanager
def recorded() -> Iterator[Recorded]:
    """Of every database in this process."""
    told = Recorded()

    def before(_connection: Any, _cursor: Any, _statement: str, _parameters: Any, context: Any, _many: bool) -> None:
        if context is not None and context.compiled is not None:
            told.note(context)

    event.listen(Engine, "before_cursor_execute", before)
    try:
        yield told
    finally:
        event.remove(Engine, "before_cursor_execute", before)
