"""The first stage: does this picture show a mail that is worth reading, and how is it found? One request, with no access to mail."""

from glance.given_result import TriageResult, ending, result_in
from glance.identity import Identity
from glance.stages import TRIAGE, GlanceModels
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import ModelStep, Picture, UserLine

_LONGEST_APP = 100


async def screen(models: GlanceModels, identity: Identity, frame: Picture, app: str) -> TriageResult | None:
    """None where the model gave no valid answer. Raises `TypedModelError`; its caller owns the time."""
    asked = UserLine(render("glance_triage_request", app=as_data(app[:_LONGEST_APP])), frame)
    step = ModelStep(
        user_id=identity.user_id,
        instructions=render("glance_triage"),
        lines=(asked,),
        tools=(ending(TRIAGE.ends_with, render("glance_triage_tool"), TriageResult),),
        must_call=True,
    )
    return result_in((asked, await models.step(TRIAGE.purpose, step)), TRIAGE.ends_with, TriageResult)
