import pytest

from course_lib import engine, reflection
from course_lib.display import panels
from course_lib.display.lab import Lab
from course_lib.foundations import runs, scenarios

SECOND_ROUND = "accepted_on_the_second_round"
ACCEPTS = "- CODE_IS_PERFECT\n"


@pytest.fixture
def lab() -> Lab:
    return Lab(reflection, SECOND_ROUND)


def handle(lab: Lab, name: str) -> object:
    return lab._controls.handles[name].value


def count_runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes every run that a lab plays from here on; the runs themselves are real."""
    played: list[str] = []
    play = runs.play

    def noted(room: runs.Room, scenario: scenarios.Scenario) -> runs.Run:
        played.append(scenario.name)
        return play(room, scenario)

    monkeypatch.setattr(runs, "play", noted)
    return played


def test_a_lab_starts_with_the_first_scenario_and_its_result() -> None:
    first = next(iter(scenarios.discover(reflection)))
    lab = Lab(reflection)
    assert handle(lab, "scenario") == first
    assert "status: ok" in str(lab)


def test_every_scenario_can_be_chosen_and_is_played_as_it_stands() -> None:
    lab = Lab(reflection)
    for name, scenario in scenarios.discover(reflection).items():
        lab.set(scenario=name)
        assert runs.mismatches(scenario, lab.run) == [], name


def test_there_is_a_slider_for_every_limit_with_its_bounds(lab: Lab) -> None:
    (limit,) = reflection.LIMITS
    slider = lab._controls.sliders[limit.name]
    assert (slider.min, slider.max, slider.value) == (1, 10, 3)
    assert slider.description == "max_iterations"


def test_moving_a_slider_runs_again(lab: Lab) -> None:
    lab._controls.sliders["max_iterations"].value = 1
    assert lab.run.output["status"] == "needs_review"
    assert "max_iterations: 1 of 1 used" in str(lab)
    assert "needs review" in lab._result.value


def test_setting_several_handles_runs_once(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    played = count_runs(monkeypatch)
    lab.set(scenario="accepted_at_once", max_iterations=5, critic=ACCEPTS)
    assert played == ["accepted_at_once"]
    assert lab.run.final["max_iterations"] == 5


def test_a_handle_set_to_what_it_is_runs_nothing(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    played = count_runs(monkeypatch)
    lab.set(max_iterations=3)
    assert played == []


def test_another_script_takes_another_path(lab: Lab) -> None:
    lab.set(critic=ACCEPTS)
    assert lab.run.path[-1] == "mark_needs_review"
    assert "critic's script: edited" in str(lab)


def test_another_input_is_another_task(lab: Lab) -> None:
    lab.set(input=" ")
    assert lab.run.output["status"] == "failed"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("- reply: [", "critic's script, line 1"),
        ("- CODE_IS_PERFECT\n- replay: x", "critic's script, line 2: unknown key 'replay'"),
        ("[]", "critic: call 1 found no reply"),
    ],
)
def test_a_mistake_is_shown_and_the_last_good_result_stays(
    lab: Lab, script: str, said: str
) -> None:
    before = lab.run
    lab.set(critic=script)
    assert said in str(lab)
    assert said.replace("'", "&#x27;") in lab._notice.value
    assert lab.run is before
    lab.set(critic=lab._controls.chosen.script_text("critic"))
    assert "problem" not in str(lab)
    assert lab._notice.value == ""


def test_the_line_of_a_mistake_stands_beside_its_editor(lab: Lab) -> None:
    lab.set(producer="- fine\n- replay: x")
    assert "Line 2:" in lab._controls.editors.problems["producer"].value
    assert lab._controls.editors.problems["critic"].value == ""


def test_an_unexpected_error_is_shown_as_well(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(room: runs.Room, scenario: scenarios.Scenario) -> runs.Run:
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr(runs, "play", broken)
    lab.set(max_iterations=1)
    assert "ZeroDivisionError: by hand" in lab._notice.value


def test_without_running_at_every_change_only_run_runs(lab: Lab) -> None:
    lab._controls.automatic.value = False
    lab.set(max_iterations=1)
    assert lab.run.output["status"] == "ok"
    lab._controls.start.click()
    assert lab.run.output["status"] == "needs_review"


def test_a_broken_script_is_told_even_without_running(lab: Lab) -> None:
    lab._controls.automatic.value = False
    lab.set(critic="- replay: x")
    assert "Line 1:" in lab._controls.editors.problems["critic"].value


def test_compare_keeps_the_previous_run_beside_the_new_one(lab: Lab) -> None:
    lab.set(compare=True)
    lab.set(max_iterations=1)
    assert "Previous run" in lab._result.value
    assert "This run" in lab._result.value
    assert "status: ok → needs_review" in str(lab)
    lab.set(compare=False)
    assert "Previous run" not in lab._result.value


def test_reset_sets_everything_to_what_the_scenario_says(lab: Lab) -> None:
    lab.set(max_iterations=1, critic=ACCEPTS, input="other")
    lab._controls.reset.click()
    assert str(lab) == str(Lab(reflection, SECOND_ROUND))


@pytest.mark.parametrize("values", [{"max_iteration": 1}, {"scenario": "none"}])
def test_what_does_not_exist_is_refused_with_what_does(lab: Lab, values: dict[str, object]) -> None:
    known = "max_iterations" if "max_iteration" in values else SECOND_ROUND
    with pytest.raises(ValueError, match=f"there are .*{known}"):
        lab.set(**values)


def test_an_unknown_first_scenario_is_refused() -> None:
    with pytest.raises(ValueError, match="no scenario 'none'; there are accepted_at_once"):
        Lab(reflection, "none")


def test_a_lab_is_a_view_a_picture_and_a_text(lab: Lab) -> None:
    bundle = lab._repr_mimebundle_()
    assert set(bundle) == {
        "application/vnd.jupyter.widget-view+json",
        "text/html",
        "text/plain",
    }
    assert bundle["text/plain"] == str(lab)
    # What is not trusted loses its SVG; an image stays.
    assert "<svg" not in bundle["text/html"]
    assert 'src="data:image/svg+xml;base64,' in bundle["text/html"]


@pytest.mark.parametrize("value", [0, 99, True, 2.5, "many"])
def test_a_slider_refuses_what_it_cannot_show(lab: Lab, value: object) -> None:
    with pytest.raises(ValueError, match="max_iterations must be a whole number from 1 to 10, got"):
        lab.set(critic=ACCEPTS, max_iterations=value)
    assert str(lab) == str(Lab(reflection, SECOND_ROUND))


def test_an_error_while_showing_is_shown_as_well(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr(panels, "result", broken)
    lab._controls.sliders["max_iterations"].value = 1
    assert "ZeroDivisionError: by hand" in lab._notice.value


def test_every_handle_has_a_description(lab: Lab) -> None:
    controls = lab._controls
    buttons = [controls.start, controls.reset, controls.automatic]
    assert all(widget.description for widget in [*controls.handles.values(), *buttons])


def test_a_setting_is_a_slider_without_a_bar() -> None:
    lab = Lab(engine, "csv_import_within_two_weeks")
    slider = lab._controls.sliders["confidence_threshold"]
    assert (slider.value, slider.max) == (0.65, 1)
    assert "confidence_threshold" not in lab.run.task

    lab.set(confidence_threshold=0.5)

    assert lab.run.task["confidence_threshold"] == 0.5
    assert "confidence_threshold: 0.5" in str(lab)
    assert all(gauge.name != "confidence_threshold" for gauge in lab.run.budget)
