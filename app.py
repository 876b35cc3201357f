"""Home: one experiment, paused at its most telling frame, and the way in."""

import streamlit as st

from algorithms.experiments import home
from pages.figures.sentences import comparison, reading
from pages.widgets import cache, layout
from pages.widgets.experiment import play
from pages.widgets.keys import player_params, query
from pages.widgets.url_state import choice

STEP = "paused"
MACHINES = {run.learner: run for run in (home.SVC, home.WEIGHTED_SVC)}
PARAMS = {"machine": choice(home.SVC.learner, MACHINES), **player_params(2, home.PAUSED_AT, STEP)}
LEAD = (
    "One positive comes with nineteen negatives. Watch two learners meet the same 600 examples, one by one: "
    "a support vector machine counts mistakes, **OKAUC-M** ranks. Press **Play**."
)

state = layout.page("AUC Lab", PARAMS, LEAD)
values = state.values
what_to_look_at = st.container()
runs = [MACHINES[values["machine"]], home.OKAUC_M]
if experiment := play(runs, values, STEP):
    left, right = experiment.moments()
    with what_to_look_at:
        for column, moment in zip(st.columns(2), (left, right), strict=True):
            column.markdown(reading(moment))
    st.markdown(comparison(left, right))
    if left.learner == home.WEIGHTED_SVC.learner:
        st.markdown(
            "Class weights do it too, with every example kept and a new fit at each. "
            "OKAUC-M does it in one pass with two small buffers."
        )
if not values["present"]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control("Left picture", list(MACHINES), key="machine", required=True)
        link = query(*runs, step=values[STEP], threshold=values["threshold"], threshold2=values["threshold2"])
        st.page_link("pages/boundary.py", label="Change anything", icon=":material/tune:", query_params=link)
layout.link_bar(state)
cache.warm_up()
