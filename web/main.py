"""The web server's composition root: what it is made of, read as a list.

Run as `aloud web`, which checks the settings first and prepares the database.
"""

import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from http import HTTPStatus
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.middleware.sessions import SessionMiddleware

from briefing.mail import Preferences
from correspondence.kept.store import CorrespondenceStore
from knowledge.preferences import PreferenceStore
from providers.connections.accounts import AccountStore
from providers.connections.credentials import Vault
from providers.connections.secret_key import parse_secret_keys, secret_keys
from providers.google.client import GoogleClient
from providers.livekit.call_rooms import CallRooms, LiveKitRooms
from providers.mailbox import Account
from providers.maildir import UserFolderRefusedError, maildir_account, maildirs_of
from providers.maildir.owners import own_addresses
from providers.settings import Settings
from session.opening.asking_models import typed_models_of
from session.opening.assembly import local_now, open_call
from session.opening.handing_over import memory_store, team_store
from session.opening.sending_due import sending_what_is_due, writing_vault
from session.opening.talk_store import talk_store
from storage.database import Database
from storage.epoch import now_in_utc
from web.accounts.account_routes import account_routes, callback_routes
from web.calls.call_routes import call_routes
from web.calls.keeper import Keeper
from web.calls.webhook_routes import webhook_routes
from web.conversations.conversation_routes import conversation_routes
from web.correspondence.correspondence_routes import correspondence_routes
from web.health import health_routes
from web.http.built_page import BuiltPage
from web.http.guard import Guard
from web.http.problems import answer_with_problems, described
from web.http.public_urls import PublicUrls, is_local
from web.preferences.mail_wish_routes import mail_wish_routes
from web.preferences.preference_routes import preference_routes
from web.server_parts import Rates, WebParts
from web.signing_in.api_tokens import ApiTokens
from web.signing_in.browser_sessions import LASTS, SessionStore
from web.signing_in.me import me_routes
from web.signing_in.sign_in_routes import sign_in_routes, sign_out_routes
from web.signing_in.token_routes import token_routes
from web.team.item_routes import item_routes
from web.team.knowledge_routes import knowledge_routes
from web.team.live_team import live_routes
from web.team.message_routes import message_routes
from web.team.team_routes import team_routes
from web.typed.typed_session import USUAL_TIMEOUTS, TypedTimeouts
from web.typed.typed_sessions import TypedSessions
from web.typed.typing_routes import typing_routes
from web.visitor import cookie_name

DESCRIPTION = (
    "The API of Aloud's page. Everything that changes something needs the cookie and the header X-CSRF-Token; for what is about the team, "
    "a token of the user's may stand for both."
)
OpenRooms = Callable[[], AbstractAsyncContextManager[CallRooms]]
JsonObject = dict[str, Any]
Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def web_server(
    settings: Settings,
    *,
    open_rooms: OpenRooms | None = None,
    page: BuiltPage | None = None,
    rates: Rates | None = None,
    timeouts: TypedTimeouts = USUAL_TIMEOUTS,
) -> Guard:
    """The server as an ASGI application, with a lifespan. The database has to have today's schema.

    Raises `NotServableError` for settings that would let strangers in as the user.
    """
    address = PublicUrls.of(settings)
    page = page or BuiltPage()
    secret, vault = settings.livekit_api_secret.get_secret_value(), writing_vault(settings)
    rooms = open_rooms or partial(LiveKitRooms.opened, settings.livekit_url, settings.livekit_api_key, secret)

    @asynccontextmanager
    async def lifespan(application: FastAPI) -> AsyncIterator[None]:
        async with (
            Database(settings.shared_database_url) as database,
            team_store(settings, database) as team,
            rooms() as opened,
            Keeper(opened, now=now_in_utc) as keeper,
            typed_models_of(settings, database) or nullcontext() as models,
            TypedSessions(
                partial(open_call, settings, now=local_now(settings), is_written=True, models=models), models=models, timeouts=timeouts
            ) as typed,
            sending_what_is_due(settings),
        ):
            application.state.parts = WebParts(
                settings=settings,
                address=address,
                database=database,
                sessions=SessionStore(database),
                accounts=AccountStore(database, Vault(secret_keys(settings.aloud_secret_key))),
                tokens=ApiTokens(database),
                conversations=talk_store(settings, database),
                letters=CorrespondenceStore(database, vault),
                preferences=PreferenceStore(database),
                given_preferences=partial(_given_preferences, settings),
                team=team,
                memories=memory_store(settings, database),
                models=models,
                vault=vault,
                typed=typed,
                google=GoogleClient.of(settings),
                own_folders=partial(_own_folders, settings),
                rooms=opened,
                keeper=keeper,
                rates=rates or Rates(),
                now=now_in_utc,
            )
            yield

    return Guard(_application(settings, address, page, lifespan), address)


def _given_preferences(settings: Settings, user_id: str) -> Preferences:
    own = own_addresses(settings, user_id)
    return Preferences(vips=frozenset(settings.aloud_vips), keywords=settings.aloud_keywords, own_addresses=own)


def _application(settings: Settings, address: PublicUrls, page: BuiltPage, lifespan: Lifespan) -> FastAPI:
    application = FastAPI(
        title="Aloud",
        description=DESCRIPTION,
        version="1",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        generate_unique_id_function=_name_of_route,
        responses=described(HTTPStatus.MISDIRECTED_REQUEST),
    )
    answer_with_problems(application)
    application.add_middleware(
        SessionMiddleware,
        secret_key=_cookie_key(settings),
        session_cookie=cookie_name(address.is_secure),
        max_age=int(LASTS.total_seconds()),
        same_site="lax",  # Google and the issuer send people back to us
        https_only=address.is_secure,
    )
    application.include_router(me_routes(open_to_all=is_local(settings)))
    application.include_router(sign_in_routes(settings))
    application.include_router(sign_out_routes)
    application.include_router(call_routes)
    application.include_router(account_routes)
    application.include_router(callback_routes)
    application.include_router(preference_routes)
    application.include_router(mail_wish_routes)
    application.include_router(conversation_routes)
    application.include_router(correspondence_routes)
    application.include_router(typing_routes)
    for routes in (token_routes, message_routes, team_routes, item_routes, knowledge_routes, live_routes):
        application.include_router(routes)
    application.include_router(webhook_routes)
    application.include_router(health_routes(page))
    page.serve(application)
    application.openapi = partial(_description, application, cookie_name(address.is_secure))  # type: ignore[method-assign]
    return application


def _description(application: FastAPI, cookie: str) -> JsonObject:
    """What FastAPI writes, with the name that the cookie has on this server."""
    description = FastAPI.openapi(application)
    description["components"]["securitySchemes"]["APIKeyCookie"]["name"] = cookie
    return description


def _name_of_route(route: APIRoute) -> str:
    return route.name


def _own_folders(settings: Settings, user_id: str) -> Sequence[Account]:
    """The mailboxes of a call of this user; none for an id that a call refuses."""
    try:
        return [maildir_account(folder) for folder in maildirs_of(settings, user_id)]
    except UserFolderRefusedError:
        return []


def _cookie_key(settings: Settings) -> str:
    """What cookies are signed with: every server of one installation has the same, made of the key that accounts are sealed with.

    Without that key there is one user on one machine, whom a new server does not know any more, and does not ask anything of either.
    """
    if settings.aloud_secret_key is None:
        return secrets.token_urlsafe(32)
    newest = parse_secret_keys(settings.aloud_secret_key.get_secret_value())[0]
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"aloud web cookie").derive(newest).hex()
