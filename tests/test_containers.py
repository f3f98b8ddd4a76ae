"""What can be said of the container files without an engine: they name what exists, pin what they take, and the server reads its part."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from providers.settings import Settings
from tests.servers.livekit import find_livekit_server

ROOT = Path(__file__).parent.parent
PACKAGES = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
SETTINGS = {name.upper() for name in Settings.model_fields}
ANOTHER_PROGRAMS = {"LIVEKIT_KEYS", "POSTGRES_USER", "POSTGRES_PASSWORD", "PYTHONUNBUFFERED", "PATH"}


def stages() -> list[list[tuple[str, str]]]:
    """The Dockerfile's instructions with their arguments, by stage."""
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text())
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    found: list[list[tuple[str, str]]] = []
    for instruction, arguments in lines:
        if instruction == "FROM":
            found.append([])
        found[-1].append((instruction, arguments))
    return found


def compose() -> dict[str, dict[str, dict[str, object]]]:
    loaded: dict[str, dict[str, dict[str, object]]] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return loaded


class TestImage:
    def test_every_stage_stands_on_a_slim_image_of_a_named_version(self) -> None:
        bases = [arguments.split()[0] for stage in stages() for instruction, arguments in stage if instruction == "FROM"]
        assert bases
        assert all(re.fullmatch(r"[a-z]+:[\d.]+-slim", base) for base in bases)

    def test_dependencies_are_a_layer_of_their_own_and_held_to_their_hashes(self) -> None:
        dependencies = stages()[0]
        assert [arguments for instruction, arguments in dependencies if instruction == "COPY"] == ["${LOCK} /build/requirements.lock"]
        assert [arguments for instruction, arguments in dependencies if instruction == "ARG"] == ["LOCK=requirements.lock"]
        assert "--require-hashes" in " ".join(arguments for _, arguments in dependencies)

    def test_it_does_not_run_as_root(self) -> None:
        last = stages()[-1]
        instructions = [instruction for instruction, _ in last]
        (user,) = [arguments for instruction, arguments in last if instruction == "USER"]
        assert user not in {"root", "0"}
        assert not {"RUN", "COPY"}.intersection(instructions[instructions.index("USER") :])

    def test_what_it_copies_is_there_and_holds_every_package_and_nothing_else(self) -> None:
        ignored = (ROOT / ".dockerignore").read_text().split()
        assert ignored[0] == "*", "nothing comes along that is not named: no .env, no history"
        let_in = {line.removeprefix("!") for line in ignored if line.startswith("!")}
        assert let_in == {*PACKAGES, "requirements.lock", "requirements-voice.lock"}
        assert all((ROOT / name).exists() for name in let_in)

    def test_what_it_sets_are_settings(self) -> None:
        (variables,) = [arguments for instruction, arguments in stages()[-1] if instruction == "ENV"]
        assert {pair.partition("=")[0] for pair in variables.split()} <= SETTINGS | ANOTHER_PROGRAMS


class TestCompose:
    def test_it_holds_the_servers_and_the_worker(self) -> None:
        assert {"livekit", "redis", "postgres", "worker"} <= compose()["services"].keys()

    def test_only_the_speech_server_has_piper_and_it_gets_no_secret(self) -> None:
        built = {name: service["build"] for name, service in compose()["services"].items() if "build" in service}
        assert built.pop("voice") == {"context": ".", "args": {"LOCK": "requirements-voice.lock"}}
        assert set(map(str, built.values())) == {"."}
        assert "env_file" not in compose()["services"]["voice"]
        assert "ports" not in compose()["services"]["voice"], "it asks for no password"

    def test_every_image_that_is_fetched_has_a_version(self) -> None:
        images = [str(service["image"]) for service in compose()["services"].values() if "image" in service]
        assert len(images) == 3
        assert all(re.search(r":v?\d", image) for image in images)

    def test_the_livekit_server_is_the_one_that_is_tested(self) -> None:
        (pinned,) = re.findall(r"^livekit_version=(v[\d.]+)$", (ROOT / "scripts" / "setup").read_text(), re.MULTILINE)
        assert compose()["services"]["livekit"]["image"] == f"livekit/livekit-server:{pinned}"

    def test_it_sets_only_what_is_a_setting_and_mounts_only_what_is_there(self) -> None:
        volumes = set()
        for service in compose()["services"].values():
            variables, mounts, needs = service.get("environment", {}), service.get("volumes", []), service.get("depends_on", [])
            assert isinstance(variables, dict)
            assert isinstance(mounts, list)
            assert isinstance(needs, list)
            assert variables.keys() <= SETTINGS | ANOTHER_PROGRAMS
            assert compose()["services"].keys() >= set(needs)
            volumes |= {mount.partition(":")[0] for mount in mounts if not mount.startswith("$")}
        files = {name for name in volumes if name.startswith("./")}
        assert volumes - files == compose()["volumes"].keys()
        assert all((ROOT / name).is_file() for name in files)


@pytest.mark.server
def test_the_livekit_server_understands_its_configuration(tmp_path: Path) -> None:
    config = tmp_path / "livekit.yaml"
    # It would ask a server on the internet for its own address.
    config.write_text((ROOT / "livekit.yaml").read_text().replace("use_external_ip: true", "use_external_ip: false"))
    command = [find_livekit_server(), "--config", str(config), "--keys", f"key: {'s' * 32}", "ports"]
    read = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30)
    assert {"7880", "7881", "7882"} <= set(re.findall(r"\d{4}", read.stdout)), read.stdout + read.stderr
