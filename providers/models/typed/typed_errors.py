"""What may go wrong in a run, by what its caller can do."""

from providers.models.typed.typed_metrics import TypedFault


class TypedModelError(Exception):
    """A run came to nothing; `str()` tells nothing of it. Its kinds: `ModelAwayError`, `AnswerUnusableError`, `RunTooLongError`
    and, of that, `DaySpentError`."""

    fault: TypedFault


class ModelAwayError(TypedModelError):
    """The provider did not answer in time, refused, or there is no such model. Trying again later may help."""

    fault = TypedFault.AWAY


class ModelRefusedError(ModelAwayError):
    """The provider took nothing of this request, as one that is too long for the model: the same again does not help."""


class AnswerUnusableError(TypedModelError):
    """The model did not do what it was asked to."""

    fault = TypedFault.UNUSABLE


class RunTooLongError(TypedModelError):
    """The run went beyond the budget of its purpose."""

    fault = TypedFault.TOO_MUCH


class DaySpentError(RunTooLongError):
    """The user has nothing left of today's budget for this, which is over at midnight UTC."""
