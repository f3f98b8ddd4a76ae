"""The page that Prometheus reads: the counts of many processes as one, of the living and of those that have ended."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from agent.operations.metrics_page import WorkerMetrics, add_up_the_dead, metrics_page
from tests.servers.livekit import ROOT

ONE_CALL = """
from session.metrics import METRICS, Ending, Service, TurnInput, TurnKind
METRICS.count_call()
METRICS.count_turn(TurnKind.INSTANT, TurnInput.SPOKEN)
METRICS.count_turn(TurnKind.INSTANT, TurnInput.SPOKEN)
METRICS.observe_first_audio(0.07, TurnKind.INSTANT, TurnInput.SPOKEN)
METRICS.observe_first_audio(1.2, TurnKind.INSTANT, TurnInput.SPOKEN)
METRICS.count_fault(Service.TTS)
METRICS.count_ending(Ending.GOODBYE)
"""
LIBRARY = """
import prometheus_client
prometheus_client.Gauge("lk_agents_something", "of a library", ["nodename"], multiprocess_mode="livesum").labels("host").inc()
"""


def run(code: str, folder: Path) -> subprocess.Popen[str]:
    """Start a process that counts into `folder`, says so, and stays until it is told to go."""
    environment = {"PROMETHEUS_MULTIPROC_DIR": str(folder), "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    process = subprocess.Popen(
        [sys.executable, "-c", f"{code}\nprint('counted', flush=True)\ninput()"],
        env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "counted\n"
    return process


def end(process: subprocess.Popen[str]) -> None:
    process.communicate("\n")


def values(page: bytes) -> dict[str, float]:
    families = text_string_to_metric_families(page.decode())
    return {
        f"{sample.name}{{{','.join(f'{name}={value}' for name, value in sorted(sample.labels.items()))}}}": sample.value
        for family in families
        for sample in family.samples
    }


@pytest.mark.slow
def test_the_counts_of_ended_calls_stay_and_their_files_go(tmp_path: Path) -> None:
    worker = WorkerMetrics()
    first, second = run(ONE_CALL, tmp_path), run(ONE_CALL, tmp_path)
    living = values(metrics_page(tmp_path, worker))
    end(first)
    half = values(metrics_page(tmp_path, worker))
    end(second)
    third = run(ONE_CALL + LIBRARY, tmp_path)
    with_a_third = values(metrics_page(tmp_path, worker))
    end(third)
    ended = values(metrics_page(tmp_path, worker))

    assert living["aloud_calls_total{}"] == 2
    assert living["aloud_turns_total{input=spoken,kind=instant}"] == 4
    assert living["aloud_first_audio_seconds_bucket{input=spoken,kind=instant,le=0.1}"] == 2
    assert living["aloud_first_audio_seconds_bucket{input=spoken,kind=instant,le=+Inf}"] == 4
    assert living["aloud_first_audio_seconds_count{input=spoken,kind=instant}"] == 4
    assert living["aloud_first_audio_seconds_sum{input=spoken,kind=instant}"] == 2.54
    assert living["aloud_faults_total{service=tts}"] == 2
    assert living["aloud_calls_ended_total{how=goodbye}"] == 2
    assert half == living
    assert with_a_third == ended == {name: value * 1.5 for name, value in living.items()}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["counter_ended.db", "histogram_ended.db"]


def test_only_metrics_of_ours_are_on_the_page(tmp_path: Path) -> None:
    process = run(ONE_CALL + LIBRARY, tmp_path)
    page = metrics_page(tmp_path, WorkerMetrics())
    end(process)
    assert b"lk_agents" not in page
    assert {family.name.partition("_")[0] for family in text_string_to_metric_families(page.decode())} == {"aloud"}


def test_the_main_process_adds_what_only_it_knows(tmp_path: Path) -> None:
    worker = WorkerMetrics()
    worker.running, worker.tasks = (lambda: 3), (lambda: 7)
    worker.count_replaced_agent()
    assert values(metrics_page(tmp_path, worker)) == {
        "aloud_calls_running{}": 3,
        "aloud_worker_tasks{}": 7,
        "aloud_agents_replaced_total{}": 1,
    }


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "counter_of_somebody.db").write_bytes(b"")
    add_up_the_dead(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["counter_of_somebody.db", "notes.txt"]
