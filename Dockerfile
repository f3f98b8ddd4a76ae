# The worker. Dependencies are a layer of their own, so that a change of code does not install them again.
FROM python:3.11-slim AS build
COPY requirements.lock /build/
RUN python -m venv /opt/aloud && /opt/aloud/bin/pip install --no-cache-dir --require-hashes -r /build/requirements.lock
COPY . /build
RUN /opt/aloud/bin/pip install --no-cache-dir hatchling \
    && /opt/aloud/bin/pip install --no-cache-dir --no-deps --no-build-isolation /build \
    && /opt/aloud/bin/python -m compileall -q /opt/aloud/lib

FROM python:3.11-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends espeak-ng \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 aloud \
    && install -d -o aloud /data
COPY --from=build /opt/aloud /opt/aloud
USER aloud
ENV PATH=/opt/aloud/bin:$PATH PYTHONUNBUFFERED=1 ALOUD_DATA_DIR=/data ALOUD_HEALTH_HOST=0.0.0.0 ALOUD_HEALTH_PORT=8081
VOLUME /data
EXPOSE 8081
# SIGTERM goes to the main process alone: running calls end in peace.
ENTRYPOINT ["aloud", "worker"]
