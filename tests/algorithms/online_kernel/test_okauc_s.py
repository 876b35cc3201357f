"""OKAUC-S against its lists and, with the linear kernel and no limit, against OAUC-S."""

import numpy as np
import pytest

from algorithms.online.oauc import OAUCS
from algorithms.online_kernel.okauc import OKAUCS
from tests import oracles_online as oracles

PARAMETERS = {"regularization": 0.1, "step_size": 0.2}


@pytest.mark.parametrize("buffer_size", [1, 5, 100])
def test_a_whole_stream_equals_the_lists(stream, buffer_size):
    X, y = stream
    negative, positive, losses = oracles.okauc_s(X, y, 0.8, **PARAMETERS, buffer_size=buffer_size)
    model = OKAUCS(**PARAMETERS, gamma=0.8, buffer_size=buffer_size).fit(X, y)
    found = dict(zip(model.support_.tolist(), model.dual_coef_[0].tolist(), strict=True))
    assert found == pytest.approx(dict([*negative, *positive]), rel=1e-9, abs=1e-11)
    *_, (_, _, snapshot) = OKAUCS(**PARAMETERS, gamma=0.8, buffer_size=buffer_size).steps(X, y, [len(X)])
    assert snapshot["psi_S"] == pytest.approx(losses, rel=1e-9, abs=1e-11, nan_ok=True)


def test_a_linear_kernel_and_unlimited_buffers_give_oauc_s(stream):
    X, y = stream
    kernel = OKAUCS(0.1, 0.05, kernel="linear", buffer_size=None).fit(X, y)
    linear = OAUCS(0.1, 0.05).fit(X, y)
    assert kernel.decision_function(X) == pytest.approx(linear.decision_function(X), rel=1e-9, abs=1e-9)
    assert (kernel.dual_coef_ @ kernel.support_vectors_)[0] == pytest.approx(linear.coef_[0], rel=1e-9, abs=1e-9)


def test_parameters_out_of_range_are_refused(stream):
    with pytest.raises(ValueError, match="step_size must be a positive number"):
        OKAUCS(step_size=np.nan).fit(*stream)
