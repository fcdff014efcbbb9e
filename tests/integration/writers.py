"""Turns of one tenant on a SQLite file that another process uses too: run in a process of its own.

    python -m tests.integration.writers FILE TENANT SECONDS

Every turn opens the file and closes it again, so that opening, closing and writing all meet. What
was said, turn by turn, is printed as JSON; anything that goes wrong ends the process.
"""

import json
import sys
import time

from course_lib.foundations.checkpoints import TenantCheckpointer
from course_lib.foundations.checkpoints_sqlite import sqlite_saver
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.agent_loop import Context, run_turn
from course_lib.testing.rows import Bench, calling, look

CONVERSATIONS = 4


def main() -> None:
    path, tenant, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    said: dict[str, list[str]] = {f"c{number}": [] for number in range(CONVERSATIONS)}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for conversation, texts in said.items():
            texts.append(f"{tenant} says {len(texts)}")
            with sqlite_saver(path) as saver:
                run_turn(
                    texts[-1],
                    tenant_id=tenant,
                    conversation_id=conversation,
                    context=Context(
                        model=ScriptedChatModel([calling(look()), "done"]), tools=Bench().tools
                    ),
                    checkpointer=TenantCheckpointer(saver, tenant),
                )
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    main()
