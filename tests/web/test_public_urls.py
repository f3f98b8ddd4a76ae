"""Under which settings the server starts, and where it says that it is."""

from pathlib import Path

import pytest

from tests.servers.oidc import CLIENT_ID, CLIENT_SECRET
from tests.web.served import ORIGIN, PUBLIC, served, settings_for
from web.http.public_urls import NotServableError, PublicUrls
from web.main import web_server

ISSUER = {"aloud_oidc_issuer": "https://login.example.com", "aloud_oidc_client_id": CLIENT_ID, "aloud_oidc_client_secret": CLIENT_SECRET}


class TestWithoutAPassword:
    @pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.8.8"])
    def test_it_is_served_to_this_machine(self, tmp_path: Path, host: str) -> None:
        assert web_server(settings_for(tmp_path, aloud_web_host=host))

    @pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "10.0.0.1"])  # noqa: S104 - refused
    def test_it_is_served_to_nobody_else(self, tmp_path: Path, host: str) -> None:
        with pytest.raises(NotServableError, match=r"ALOUD_WEB_HOST.*nobody has to sign in.*ALOUD_OIDC_ISSUER"):
            web_server(settings_for(tmp_path, aloud_web_host=host))

    def test_nor_through_a_proxy(self, tmp_path: Path) -> None:
        with pytest.raises(NotServableError, match="ALOUD_WEB_URL would let others in"):
            web_server(settings_for(tmp_path, aloud_web_url="https://aloud.example.com"))


class TestWithSignIn:
    def test_it_is_served_to_the_world_over_tls(self, tmp_path: Path) -> None:
        address = PublicUrls.of(settings_for(tmp_path, **PUBLIC, **ISSUER))
        assert (address.origin, address.host, address.is_secure) == ("https://aloud.example.com", "aloud.example.com", True)

    @pytest.mark.parametrize("url", ["http://aloud.example.com", None])
    def test_and_over_nothing_else(self, tmp_path: Path, url: str | None) -> None:
        with pytest.raises(NotServableError, match="ALOUD_WEB_URL to the https address"):
            PublicUrls.of(settings_for(tmp_path, **(PUBLIC | {"aloud_web_url": url}), **ISSUER))

    def test_on_this_machine_it_may_be_tried_without(self, tmp_path: Path) -> None:
        assert PublicUrls.of(settings_for(tmp_path, **ISSUER)).origin == ORIGIN

    @pytest.mark.parametrize("missing", ["aloud_oidc_client_id", "aloud_oidc_client_secret", "aloud_secret_key"])
    def test_what_is_missing_is_named(self, tmp_path: Path, missing: str) -> None:
        with pytest.raises(NotServableError, match=f"Set {missing.upper()}: "):
            PublicUrls.of(settings_for(tmp_path, **(PUBLIC | ISSUER | {missing: None if missing == "aloud_secret_key" else ""})))


def test_without_the_key_of_the_line_no_token_could_be_signed(tmp_path: Path) -> None:
    with pytest.raises(NotServableError, match="Set LIVEKIT_API_KEY and LIVEKIT_API_SECRET"):
        PublicUrls.of(settings_for(tmp_path, livekit_api_key="", livekit_api_secret=""))


class TestTheLine:
    @pytest.mark.parametrize(
        ("named", "public", "url"),
        [
            ("ws://127.0.0.1:7880", None, "ws://127.0.0.1:7880"),
            ("http://127.0.0.1:7880", None, "ws://127.0.0.1:7880"),
            ("ws://livekit:7880", "wss://livekit.example.com", "wss://livekit.example.com"),
            ("ws://livekit:7880", "https://livekit.example.com", "wss://livekit.example.com"),
        ],
    )
    def test_is_named_as_browsers_reach_it(self, tmp_path: Path, named: str, public: str | None, url: str) -> None:
        assert PublicUrls.of(settings_for(tmp_path, livekit_url=named, aloud_livekit_public_url=public)).livekit_url == url

    def test_is_one_server_and_nothing_else(self, tmp_path: Path) -> None:
        address = PublicUrls.of(settings_for(tmp_path, livekit_url="wss://livekit.example.com/some/path"))
        assert address.livekit_sources == ("wss://livekit.example.com", "https://livekit.example.com")

    def test_of_the_cloud_is_any_of_its_regions(self, tmp_path: Path) -> None:
        sources = PublicUrls.of(settings_for(tmp_path, livekit_url="wss://mine.livekit.cloud")).livekit_sources
        assert "wss://*.livekit.cloud" in sources
        assert "*" not in "".join(PublicUrls.of(settings_for(tmp_path, livekit_url="wss://livekit.cloud.example.com")).livekit_sources)


def test_an_address_with_colons_is_written_as_browsers_write_it(tmp_path: Path) -> None:
    assert PublicUrls.of(settings_for(tmp_path, aloud_web_host="::1")).host == "[::1]:8000"


@pytest.mark.parametrize(("settings", "name"), [({}, "aloud"), (PUBLIC, "__Host-aloud")])
async def test_the_cookie_is_described_by_its_name(tmp_path: Path, settings: dict[str, str], name: str) -> None:
    async with served(settings_for(tmp_path, **settings, **ISSUER)) as server:
        description = (await server.browser().get("/api/openapi.json")).json()
        (scheme,) = [each for each in description["components"]["securitySchemes"].values() if each["type"] == "apiKey"]
        assert (scheme["in"], scheme["name"]) == ("cookie", name)
