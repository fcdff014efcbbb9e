"""One turn on a database, killed at a given write: run in a process of its own."""

import os
import signal
import sqlite3
import sys
from typing import Any

from langgraph.checkpoint.sqlite import SqliteSaver

from course_lib.testing.rows import calling, look
from tests.orchestration.loop_samples import turn


class Deadly(SqliteSaver):
    """A saver whose process is killed before a write."""

    def __init__(self, connection: sqlite3.Connection, survives: int) -> None:
        super().__init__(connection)
        self.left = survives

    def put(self, *args: Any) -> Any:
        self._count()
        return super().put(*args)

    def put_writes(self, *args: Any) -> None:
        self._count()
        super().put_writes(*args)

    def _count(self) -> None:
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1


def main() -> None:
    path, survives = sys.argv[1], int(sys.argv[2])
    with sqlite3.connect(path, check_same_thread=False) as connection:
        script = [calling(look()), calling(look("Busan"), look("nowhere")), "done"]
        turn(script, saver=Deadly(connection, survives))


if __name__ == "__main__":
    main()
