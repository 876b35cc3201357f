"""The main job: watch one learner, or two side by side, draw a decision boundary."""

import streamlit as st

from algorithms.experiments import home
from pages.figures.sentences import comparison, reading
from pages.widgets import cache, controls, few_labels, layout
from pages.widgets.experiment import new_sample, play, start_again

LEAD = "Choose data and a learner, press **Play**, and watch the boundary bend, example by example or round by round."

state = layout.page("Decision boundary", controls.experiment(home.BOUNDARY), LEAD)
values = state.values

if values["present"]:
    picture = st.container()
else:
    picture, panel = st.columns([3, 1], gap="medium")
    with panel:
        controls.data_controls(values)
        controls.learner_controls(values)
        controls.learner_controls(values, "2", "Compare with")
        few_labels.offer(values, state.link)
        with st.container(horizontal=True):
            st.button("New sample", on_click=new_sample, icon=":material/casino:", help="Other examples, same settings")
            st.button("Start again", on_click=start_again, icon=":material/replay:", help="The same examples anew")

with picture:
    if experiment := play(controls.runs(values), values):
        moments = experiment.moments()
        sentences = [reading(moment) for moment in moments]
        if len(moments) == 2:
            sentences.append(comparison(*moments))
        st.markdown("\n\n".join(sentences))
        few_labels.beside(experiment.traces, with_buttons=not values["present"])
        if experiment.traces[0].unit == "example":
            why, met = "Why is ψ_M above the hinge here?", {"part": "run", "example": "met"}  # said: others may be held
            st.page_link("pages/losses.py", label=why, icon=":material/help:", query_params={**state.link, **met})
        for note in experiment.traces[0].scene.notes:
            st.caption(note)
    if not values["present"]:
        layout.elsewhere(state, "pages/boundary.py")
    layout.link_bar(state)
cache.warm_up()
