"""What is measured, and against what: `python -m benchmarks` prints the table.

imports          how long a room takes to import
reflection_run   a run of the reflection room
room_runs        a run of each later chapter's room
agent_loop       a turn of the agent loop, short, long and kept
fan_out          a hundred branches that wait
lab_redraw       a lab, from a moved slider to its redrawn panels
classification   labelled questions that the routing room's rules get right, by language
search           labelled queries that find their entry first, by language
lab_in_browser   the same in JupyterLab, from a key press to the new text

Both sides of a line are measured in turn on the same machine, so that the ratio means something
where the figures do not.
"""
