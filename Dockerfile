# The browser table in a container: pages built with Node.js, modules compiled with gcc, then served by Python alone.
#
#   docker build -t gearlock .
#   docker run --rm -p 127.0.0.1:8420:8420 -v gearlock:/data gearlock
#   docker run --rm -e PORT=9000 -p 9000:9000 -v gearlock:/data gearlock --private --name table.example
#   docker run --rm -e GEARLOCK_DATABASE=postgresql://USER@HOST/NAME -e PGPASSWORD=... -p 127.0.0.1:8420:8420 gearlock
#
# Battles are kept in the volume /data, which belongs to user 10001, or in the PostgreSQL database that is named. With
# -p PORT:PORT the table is open to other machines: docs/hosting.md says what that takes, proxies and all.
# The bases are arguments, so that you can pin them: --build-arg PYTHON=python:3.12-slim@sha256:...
ARG NODE=node:22-slim
ARG BUILDER=python:3.12
ARG PYTHON=python:3.12-slim

FROM ${NODE} AS pages
WORKDIR /gearlock/ui
COPY ui/package.json ui/package-lock.json ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY ui ./
RUN npm run --silent build -- --logLevel warn

# The wheel is compiled (GEARLOCK_COMPILED=1) and has the documents. Its Python must be that of the last stage.
FROM ${BUILDER} AS wheel
WORKDIR /gearlock
COPY requirements requirements
RUN pip install --no-cache-dir --require-hashes -r requirements/fast.txt \
 && pip install --no-cache-dir --require-hashes -r requirements/play.txt
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE NOTICE ./
COPY scripts scripts
COPY docs docs
COPY examples examples
COPY src src
COPY --from=pages /gearlock/src/gearlock/server/web src/gearlock/server/web
RUN GEARLOCK_COMPILED=1 pip wheel --no-build-isolation --no-deps --no-cache-dir --wheel-dir /wheel .

FROM ${PYTHON}
ARG VERSION=unversioned
LABEL org.opencontainers.image.title="Gearlock" \
      org.opencontainers.image.description="Tabletop mecha war games in the browser" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}"
COPY requirements/play.txt requirements/postgres.txt /requirements/
COPY --from=wheel /wheel /wheel
RUN pip install --no-cache-dir --require-hashes -r /requirements/play.txt -r /requirements/postgres.txt \
 && pip install --no-cache-dir --no-index --no-deps /wheel/*.whl \
 && rm -r /wheel /requirements \
 && useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin player \
 && install -d -o player -g player /data
USER 10001:10001
WORKDIR /data
ENV GEARLOCK_HOME=/data PORT=8420 PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8420
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/health', timeout=8)"]
ENTRYPOINT ["sh", "-c", "exec gearlock serve --host 0.0.0.0 --port \"$PORT\" \"$@\"", "gearlock"]
