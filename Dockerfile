# One image for web, worker and beat; compose.yaml starts all three. Not built yet by the authors (see CHANGELOG.md).
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --create-home --uid 1000 jackpot
WORKDIR /srv/jackpot

COPY requirements/prod.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/prod.txt

COPY . .
RUN python -m babel.messages.frontend compile --domain django --directory jackpot_site/locale \
    && DATABASE_URL=postgresql://nobody@127.0.0.1/none LOCAL=off SECRET_KEY=for-this-step-only \
       python manage.py collectstatic --no-input \
    && mkdir -p var && chown -R jackpot var

USER jackpot
EXPOSE 8000
CMD ["python", "-m", "granian", "--interface", "rsgi", "--host", "0.0.0.0", "--port", "8000", "--no-ws", \
     "--workers", "2", "--backlog", "4096", "--backpressure", "4096", "jackpot_site.rsgi:application"]
