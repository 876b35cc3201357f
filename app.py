"""Home: one experiment, paused at its most telling frame, and the way in."""

import streamlit as st

from algorithms.experiments import home
from pages.figures.sentences import comparison, reading
from pages.widgets import layout
from pages.widgets.experiment import play
from pages.widgets.keys import player_params, query
from pages.widgets.url_state import choice

MACHINES = {run.learner: run for run in (home.SVC, home.WEIGHTED_SVC)}
PARAMS = {"machine": choice(home.SVC.learner, MACHINES), **player_params(2, step=home.PAUSED_AT)}
LEAD = (
    "One positive comes with nineteen negatives. Watch two learners meet the same 600 examples, one by one: "
    "a support vector machine counts mistakes, **OKAUC-M** ranks. Press **Play**."
)

state = layout.page("AUC Lab", PARAMS, LEAD)
runs = [MACHINES[state.values["machine"]], home.OKAUC_M]
experiment = play(runs, state.values)
if experiment:
    left, right = experiment.moments()
    st.markdown(f"{reading(left)} {comparison(left, right)}")
    st.markdown(reading(right))
    if left.learner == home.WEIGHTED_SVC.learner:
        st.markdown("Class weights do it too, with every example kept. OKAUC-M does it in one pass with two small buffers.")

if not state.values["present"]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control("Left picture", list(MACHINES), key="machine", required=True)
        st.page_link(
            "pages/boundary.py", label="Change anything", icon=":material/tune:", query_params=query(*runs)
        )
layout.link_bar(state)
