"""What every room stands on. It knows no room; each module imports only those above it.

redaction   secrets, masked
errors      the family of exceptions
clock       time, measured or moved by hand
budget      limits, what was used, what is left
words       words that can be compared across forms and languages
languages   fixed sentences in English and Korean
figures     numbers that can be compared across spellings
tools       what a model may call: checked, its results as text
tasks       what enters a graph
namespaces  under which name a conversation is kept, and whose it is
running     one run of a graph
checkpoints savers with a strict serializer, and one tenant's view of a saver
checkpoints_sqlite    the same in files, where the extra `sqlite` is installed
checkpoints_postgres  the same in PostgreSQL, where the extra `postgres` is installed
bounded     operators that check a result's size before it is made
calculator  straight-line programs of arithmetic
replies     reading what a model said
script      one line of a script
scripted    a chat model that follows a script
asking      the one seam to any model
live        a real model from its name, where the extra `live` is installed
yaml_text   YAML in which every place has a line
evidence    what is known, and files of it
knowledge   a search in it, in English and Korean
scenarios   files with a task, scripts and expectations
runs        a recorded run
"""
