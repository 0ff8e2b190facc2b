# The browser table in a container: pages built with Node.js, then served by Python alone.
#
#   docker build -t gearlock .
#   docker run --rm -p 127.0.0.1:8420:8420 -v gearlock:/data gearlock
#   docker run --rm -e PORT=9000 -p 9000:9000 -v gearlock:/data gearlock --private --name table.example
#
# Battles are kept in the volume. With -p PORT:PORT the table is open to other machines: docs/guide.md, "A table for others".
FROM node:22-slim AS pages
WORKDIR /gearlock/ui
COPY ui/package.json ui/package-lock.json ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY ui ./
RUN npm run --silent build -- --logLevel warn

FROM python:3.12-slim
WORKDIR /gearlock
COPY requirements/play.txt requirements/play.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/play.txt
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE NOTICE ./
COPY src src
COPY --from=pages /gearlock/src/gearlock/server/web src/gearlock/server/web
RUN pip install --no-cache-dir --no-build-isolation --no-deps . && useradd --system player && install -d -o player /data
USER player
WORKDIR /data
ENV GEARLOCK_HOME=/data PORT=8420 PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8420
ENTRYPOINT ["sh", "-c", "exec gearlock serve --host 0.0.0.0 --port \"$PORT\" \"$@\"", "gearlock"]
