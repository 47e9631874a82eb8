from django.db import connection

WRITTEN = """
WITH RECURSIVE written(code) AS (
    SELECT MIN(code) FROM journal_action
    UNION ALL
    SELECT (SELECT MIN(code) FROM journal_action WHERE code > written.code)
    FROM written WHERE written.code IS NOT NULL
)
SELECT code FROM written WHERE code IS NOT NULL
"""


def codes_written() -> list[str]:
    """Every code that the log has, in order.

    From one to the next by the index, as often as there are codes: asking for the distinct ones
    reads the whole log.
    """
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN)
        return [code for (code,) in cursor.fetchall()]
