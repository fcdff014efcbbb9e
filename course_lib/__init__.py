"""Agentic design patterns as LangGraph graphs, one room a pattern.

    foundations/   what every room stands on: budgets, clocks, scripted models, asking a model,
                   reading replies, scenarios, recorded runs
    reflection/    Chapter 4: a producer writes, a critic reviews, the loop is bounded
    orchestration/ Layer 12: workflows and a bounded agent loop
    display/       labs, plots and diagrams; they look at recorded runs and know no room
    exercises/     checks, hints and solutions, one module a notebook
    testing/       invariants and strategies to run on agents of one's own

Imports point one way: display, exercises and testing to the rooms, rooms to the foundations.
Nothing is imported here; say `from course_lib import reflection`.
"""
