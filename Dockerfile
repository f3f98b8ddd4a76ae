# The worker, and with another entrypoint the page's server. Dependencies are a layer of their own, so that a change of code does not install them again.
FROM python:3.11-slim AS dependencies
# requirements-voice.lock for the speech server: it brings Piper, which is GPL-3, so no other image has it.
ARG LOCK=requirements.lock
COPY ${LOCK} /build/requirements.lock
RUN python -m venv /opt/aloud \
    && /opt/aloud/bin/pip install --no-cache-dir --require-hashes -r /build/requirements.lock \
    && /opt/aloud/bin/python -m compileall -q /opt/aloud/lib

FROM node:20-slim AS page
WORKDIR /page
COPY web/client/package.json web/client/package-lock.json web/client/.npmrc ./
RUN npm ci
COPY web/client ./
RUN npm run build

FROM python:3.11-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends espeak-ng \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 aloud \
    && install -d -o aloud /data
COPY --from=dependencies /opt/aloud /opt/aloud
COPY . /app
COPY --from=page /page/dist /app/web/client/dist
RUN /opt/aloud/bin/python -m compileall -q /app
WORKDIR /app
USER aloud
ENV PATH=/opt/aloud/bin:$PATH PYTHONUNBUFFERED=1 ALOUD_DATA_DIR=/data ALOUD_HEALTH_HOST=0.0.0.0 ALOUD_HEALTH_PORT=8081 ALOUD_METRICS_PORT=8082
VOLUME /data
EXPOSE 8081 8082
ENTRYPOINT ["python", "-m", "cli.main", "worker"]
