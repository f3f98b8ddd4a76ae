"""The files of the models: the user's own, a package's, or fetched once; never altered ones."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from voice.unavailable import VoiceUnavailableError
from voice.weights.found import WeightPlaces, installed
from voice.weights.known_models import PIPER_JOE, WHISPER_TINY_EN, KnownModel

CONTENT = {"model.bin": b"weights", "config.json": b"{}"}
MODEL = replace(WHISPER_TINY_EN, files={name: hashlib.sha256(content).hexdigest() for name, content in CONTENT.items()}, path="deep/")
AWAY = "http://127.0.0.1:9"


def put(folder: Path, content: dict[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, written in content.items():
        (folder / name).write_bytes(written)
    return folder


def places(
    tmp_path: Path, *, chosen: Path | None = None, package: Path | None = None, published_at: str = "http://127.0.0.1:9"
) -> WeightPlaces:
    return WeightPlaces(chosen=chosen, kept=tmp_path / "kept", published_at=published_at, packages=lambda _: package)


class Publisher(ThreadingHTTPServer):
    """Where models are published: the content by path, and what was asked for."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.asked: list[str] = []
        self.content: dict[str, bytes] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Answers(BaseHTTPRequestHandler):
    server: Publisher

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        content = self.server.content.get(self.path)
        self.send_response(404 if content is None else 200)
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with Publisher() as server:
        at = f"/{MODEL.repository}/resolve/{MODEL.revision}/deep/"
        server.content = {f"{at}{name}": content for name, content in CONTENT.items()}
        serving = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        serving.start()
        yield server
        server.shutdown()
        serving.join()


class TestFound:
    def test_a_package_brings_the_model(self, tmp_path: Path) -> None:
        found = places(tmp_path, package=put(tmp_path / "package", CONTENT)).find(MODEL)
        assert (found.name, found.licence, found.folder, found.size_bytes) == ("tiny.en", "MIT", tmp_path / "package", 9)

    def test_the_folder_of_the_user_comes_first(self, tmp_path: Path) -> None:
        put(tmp_path / "own" / "tiny.en", CONTENT)
        found = places(tmp_path, chosen=tmp_path / "own", package=put(tmp_path / "package", CONTENT)).find(MODEL)
        assert found.folder == tmp_path / "own" / "tiny.en"

    def test_a_part_that_the_folder_has_not_comes_from_the_package(self, tmp_path: Path) -> None:
        put(tmp_path / "own" / "amy", {"amy.onnx": b"voice"})
        assert places(tmp_path, chosen=tmp_path / "own", package=put(tmp_path / "package", CONTENT)).find(MODEL).name == "tiny.en"

    def test_another_model_is_taken_by_the_digests_beside_it(self, tmp_path: Path) -> None:
        folder = put(tmp_path / "own" / "small.en", CONTENT)
        (folder / "SHA256SUMS").write_text("".join(f"{digest} *{name}\n" for name, digest in MODEL.files.items()))
        found = places(tmp_path, chosen=tmp_path / "own").find(MODEL)
        assert (found.name, found.licence, found.size_bytes) == ("small.en", "see its publisher", 9)

    def test_another_model_without_digests_is_refused_with_how_to_make_them(self, tmp_path: Path) -> None:
        put(tmp_path / "own" / "small.en", CONTENT)
        with pytest.raises(VoiceUnavailableError, match=r"sha256sum \* > SHA256SUMS"):
            places(tmp_path, chosen=tmp_path / "own").find(MODEL)

    def test_digests_that_leave_the_weights_out_are_refused(self, tmp_path: Path) -> None:
        folder = put(tmp_path / "own" / "small.en", CONTENT)
        (folder / "SHA256SUMS").write_text(f"{MODEL.files['config.json']}  config.json\n")
        with pytest.raises(VoiceUnavailableError, match="Nothing says"):
            places(tmp_path, chosen=tmp_path / "own").find(MODEL)

    def test_two_models_of_one_kind_are_refused(self, tmp_path: Path) -> None:
        for name in ("tiny.en", "small.en"):
            put(tmp_path / "own" / name, CONTENT)
        with pytest.raises(VoiceUnavailableError, match=r"small\.en and tiny\.en"):
            places(tmp_path, chosen=tmp_path / "own").find(MODEL)

    def test_several_voices_are_all_offered_by_name(self, tmp_path: Path) -> None:
        for name in ("tiny.en", "small.en"):
            folder = put(tmp_path / "own" / name, CONTENT)
            sums = [f"{hashlib.sha256(content).hexdigest()}  {file}" for file, content in CONTENT.items()]
            (folder / "SHA256SUMS").write_text("\n".join(sums))
        found = places(tmp_path, chosen=tmp_path / "own").find_all(MODEL)
        assert [each.name for each in found] == ["small.en", "tiny.en"]

    def test_a_folder_that_is_none_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(VoiceUnavailableError, match="no folder"):
            places(tmp_path, chosen=tmp_path / "nowhere").find(MODEL)


class TestAltered:
    def test_an_altered_file_is_refused_with_what_to_do(self, tmp_path: Path) -> None:
        package = put(tmp_path / "package", CONTENT | {"model.bin": b"weightz"})
        with pytest.raises(VoiceUnavailableError, match=r"model\.bin.*is not the one that was published.*put the published file"):
            places(tmp_path, package=package).find(MODEL)

    def test_a_missing_file_is_refused_with_what_to_do(self, tmp_path: Path) -> None:
        package = put(tmp_path / "package", {"model.bin": CONTENT["model.bin"]})
        with pytest.raises(VoiceUnavailableError, match=r"config\.json.*cannot be read.*put it in its place"):
            places(tmp_path, package=package).find(MODEL)


class TestFetched:
    def test_a_model_is_fetched_once_at_its_revision(self, tmp_path: Path, publisher: Publisher) -> None:
        for _ in range(2):
            found = places(tmp_path, published_at=publisher.address).find(MODEL)
        assert {path.name: path.read_bytes() for path in found.folder.iterdir()} == CONTENT
        assert sorted(publisher.asked) == sorted(publisher.content)
        assert all(f"/resolve/{WHISPER_TINY_EN.revision}/" in path for path in publisher.asked)

    def test_only_what_is_missing_is_fetched(self, tmp_path: Path, publisher: Publisher) -> None:
        put(tmp_path / "kept" / "tiny.en", {"model.bin": CONTENT["model.bin"]})
        places(tmp_path, published_at=publisher.address).find(MODEL)
        assert [path.rpartition("/")[2] for path in publisher.asked] == ["config.json"]

    def test_an_altered_file_is_not_kept(self, tmp_path: Path, publisher: Publisher) -> None:
        publisher.content = dict.fromkeys(publisher.content, b"something else")
        with pytest.raises(VoiceUnavailableError, match="came altered"):
            places(tmp_path, published_at=publisher.address).find(MODEL)
        assert list((tmp_path / "kept" / "tiny.en").iterdir()) == []

    @pytest.mark.parametrize("away", [True, False])
    def test_a_publisher_who_is_away_or_has_it_no_more_leaves_a_sentence(self, tmp_path: Path, publisher: Publisher, away: bool) -> None:
        publisher.content = {}
        with pytest.raises(VoiceUnavailableError, match=r"could not be fetched.*ALOUD_VOICE_MODELS"):
            places(tmp_path, published_at=AWAY if away else publisher.address).find(MODEL)


@pytest.mark.slow
@pytest.mark.parametrize("model", [WHISPER_TINY_EN, PIPER_JOE], ids=lambda model: model.name)
def test_the_packages_of_the_extra_hold_the_published_files(model: KnownModel, tmp_path: Path) -> None:
    found = WeightPlaces(chosen=None, kept=tmp_path).find(model)
    assert (found.folder, found.name) == (installed(model), model.name)
