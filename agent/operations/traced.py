"""The lists of what a trace may hold: names of livekit-agents 1.8.9, looked through one by one.

A name belongs here only if its value cannot come from a caller, a mail, a model or a service's answer. Ids are LiveKit's own. The name of
a room and the identity of a caller are left out, because the caller may have chosen them. So is everything that a service answered, even
an id or a reason.
"""

SPANS = frozenset(
    {
        "agent_session", "agent_speaking", "agent_turn", "drain_agent_activity", "eou_detection", "eou_wait",
        "event_loop_blocked", "function_tool", "job_entrypoint", "job_shutdown", "llm_fallback_adapter", "llm_node",
        "llm_request", "llm_request_run", "on_enter", "on_exit", "on_session_end", "on_user_turn_completed",
        "pause_agent_activity", "publish_audio_output", "resume_agent_activity", "room_connect", "room_disconnect", "rpc_call",
        "rpc_handler", "session_close", "session_end_upload", "session_start", "shutdown_callback", "start_agent_activity",
        "stt_node", "stt_request", "tts_fallback_adapter", "tts_node", "tts_request", "tts_request_run", "tts_stream_adapter",
        "user_speaking", "user_turn", "wait_for_audio_track", "wait_for_participant",
    }
)  # fmt: skip

EVENTS = frozenset(
    {
        "entrypoint_cancelled", "entrypoint_returned", "entrypoint_started", "exception", "first_frame", "generation",
        "job_accepted", "job_assigned", "job_received", "job_started_on_server", "participant_linked", "process_assigned",
        "rearmed", "stop_response", "superseded", "track_subscribed", "user_resumed",
    }
)  # fmt: skip
"""Only their names and times are exported, no attributes."""

NUMBERS = frozenset(
    {
        "gen_ai.response.time_to_first_chunk",
        "gen_ai.usage.cache_read.input_tokens",
        "gen_ai.usage.input_tokens",
        "gen_ai.usage.output_tokens",
        "lk.blocking.count",
        "lk.blocking.cpu_time",
        "lk.blocking.duration",
        "lk.blocking.gc_time",
        "lk.blocking.max_duration",
        "lk.blocking.suppressed",
        "lk.blocking.threshold",
        "lk.blocking.total_duration",
        "lk.close.drain",
        "lk.e2e_latency",
        "lk.end_of_turn_delay",
        "lk.eou.detection_delay",
        "lk.eou.endpointing_delay",
        "lk.eou.from_cache",
        "lk.eou.not_committed_count",
        "lk.eou.probability",
        "lk.eou.rearm_count",
        "lk.eou.resume_count",
        "lk.eou.unlikely_threshold",
        "lk.eou.wait_duration",
        "lk.first_frame_delay",
        "lk.function_tool.is_error",
        "lk.generation_count",
        "lk.interrupted",
        "lk.job.accept_latency",
        "lk.job.assignment_latency",
        "lk.job.dispatch_latency",
        "lk.job.entrypoint_latency",
        "lk.job.launch_latency",
        "lk.on_user_turn_completed_delay",
        "lk.playout.position",
        "lk.response.ttfb",
        "lk.response.ttft",
        "lk.retry_count",
        "lk.room.remote_participant_count",
        "lk.shutdown.user_initiated",
        "lk.speech.queue_wait",
        "lk.transcript_confidence",
        "lk.transcription_delay",
        "lk.tts.streaming",
    }
)

WORDS = frozenset(
    {
        "error.type",
        "exception.type",
        "gen_ai.operation.name",
        "gen_ai.provider.name",
        "gen_ai.request.model",
        "job_id",
        "lk.agent_label",
        "lk.agent_name",
        "lk.blocking.severity",
        "lk.close_reason",
        "lk.dispatch_id",
        "lk.eou.outcome",
        "lk.eou.source",
        "lk.generation_id",
        "lk.interruption.source",
        "lk.job.agent_id",
        "lk.job.worker_id",
        "lk.job_id",
        "lk.new_state",
        "lk.old_state",
        "lk.parent_generation_id",
        "lk.participant_id",
        "lk.participant_kind",
        "lk.room_sid",
        "lk.speech_id",
        "lk.tts.label",
        "room_id",
    }
)

TOOL_NAME = "lk.function_tool.name"
"""Exported as well, if it is the name of one of our tools."""
