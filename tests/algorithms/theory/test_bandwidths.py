"""One kernel under three names: each convention written out, and its frequencies measured."""

import numpy as np
import pytest

from algorithms.random_features import RandomFeatures
from algorithms.theory.bandwidths import CONVENTIONS, frequency_variance, misread, misreading_distances

BY_HAND = {
    "OAUC": lambda d, sigma: np.exp(-(d**2) / sigma**2),
    "QSG, TSGS3VM": lambda d, sigma: np.exp(-sigma * d**2),
    "PNU-AUC": lambda d, sigma: np.exp(-(d**2) / (2 * sigma**2)),
}
VARIANCES = {"OAUC": lambda s: 2 / s**2, "QSG, TSGS3VM": lambda s: 2 * s, "PNU-AUC": lambda s: 1 / s**2}


@pytest.mark.parametrize("gamma", [0.02, 1.0, 37.0])
@pytest.mark.parametrize("name", CONVENTIONS)
def test_the_same_kernel_and_the_same_frequencies(name, gamma):
    sigma, d = CONVENTIONS[name].of_gamma(gamma), misreading_distances(gamma)
    assert BY_HAND[name](d, sigma) == pytest.approx(np.exp(-gamma * d**2))
    assert CONVENTIONS[name].gamma_of(sigma) == pytest.approx(gamma)
    assert VARIANCES[name](sigma) == pytest.approx(frequency_variance(gamma))
    features = RandomFeatures(2, 50_000, gamma)
    omega = 2 * np.pi * features.rows(np.eye(2), np.zeros(2))[0, 0] * features.block(1).frequencies
    assert omega.var() == pytest.approx(VARIANCES[name](sigma), rel=0.02)


@pytest.mark.parametrize("said", CONVENTIONS)
def test_a_sigma_read_elsewhere_is_another_kernel(said):
    gamma, d = 2.7, np.linspace(0.1, 1, 5)
    sigma = CONVENTIONS[said].of_gamma(gamma)
    for name, values in misread(gamma, said, d).items():
        assert values == pytest.approx(BY_HAND[name](d, sigma))
        assert (np.abs(values - np.exp(-gamma * d**2)).max() < 1e-12) == (name == said)
