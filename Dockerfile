# The game engine, compiled where there is a compiler.
FROM python:3.13 AS engine
WORKDIR /srv/horsehide
COPY requirements-build.lock ./
RUN pip install --no-cache-dir --no-deps --require-hashes --only-binary :all: -r requirements-build.lock
# Its own room and what its types come from.
COPY config config
COPY games games
COPY pitching pitching
COPY rosters rosters
RUN python -m games.compiling

# One image for the web processes, the workers and the clock; compose.yaml says which is which.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    HORSEHIDE_VAR=/srv/var STATIC_ROOT=/srv/static
WORKDIR /srv/horsehide

COPY requirements.lock ./
RUN pip install --no-cache-dir --no-deps --require-hashes --only-binary :all: -r requirements.lock

COPY . .
COPY --from=engine /srv/horsehide/build build
# Compiled once, here, where a process may write nothing when it starts.
RUN python -m compileall -q config games pitching rosters tournaments
# Hashed and compressed once, here; the key and the address are for this line only.
RUN SECRET_KEY=collect-only REDIS_URL=redis://unused/0 python manage.py collectstatic --noinput \
    && useradd --system --uid 10001 --create-home horsehide \
    && mkdir -p /srv/var && chown horsehide /srv/var
USER 10001

EXPOSE 8000
CMD ["python", "manage.py", "web", "--host", "0.0.0.0"]
