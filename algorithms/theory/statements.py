r"""What the paper states, in other words, with its place and a check on data: a list for pages to show.

Luo, Cheng, Zhang: Online AUC Optimization Based on Second-order Surrogate Loss. Where the print is wrong the
formula here is the corrected one; `errata` says what was printed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from algorithms.theory import checks


class Statement(NamedTuple):
    """key, for links;  name and title;  where in the paper;  words;  formula in LaTeX;  check(X, y, lambda);
    of_scores : whether the check takes a learner's scores, too."""

    key: str
    name: str
    title: str
    where: str
    words: str
    latex: str
    check: Callable[..., checks.Comparison]
    of_scores: bool = False


STATEMENTS = (
    Statement(
        "theorem-1", "Theorem 1", "A bound from two moments", "section 3.2, eq (6)",
        "The share of pairs that an example loses is at most its mean hinge loss, and that is at most ψ_M, "
        "which knows only the mean and the variance of the example's margins.",
        r"\begin{aligned}\frac1n\sum_i \mathbb 1[c_i<0]&\le\frac1n\sum_i\max(0,1-c_i)\\"
        r"&\le\psi_M=\tfrac12\Bigl(1-\mu+\sqrt{(1-\mu)^2+\sigma^2}\Bigr)\end{aligned}",
        checks.theorem_1, of_scores=True,
    ),
    Statement(
        "lemma-2", "Lemma 2", "The worst margins", "section 3.2, eqs (7)-(10), appendix",
        "Of all margins with a given mean and variance, none have a larger mean hinge loss than ψ_M. Two "
        "points reach it; n points reach it only where the share Φ is a multiple of 1/n.",
        r"\begin{aligned}&\max_{c\,:\,\mu,\sigma^2}\ \frac1n\sum_i\max(0,1-c_i)\\"
        r"&=\max_k\frac{k(1-\mu)+\sqrt{k(n-k)}\,\sigma}{n}\\"
        r"&\le\psi_M=\Phi(v)(1-\mu)+\phi(v)\,\sigma\end{aligned}",
        checks.lemma_2, of_scores=True,
    ),
    Statement(
        "lemma-3", "Lemma 3", "How far above the hinge of the mean", "section 3.3",
        "ψ_M lies above the hinge loss of the mean margin, by half a standard deviation at most; as margins "
        "come to agree, it becomes the hinge.",
        r"0\le\psi_M(\mu,\sigma^2)-\max(0,1-\mu)\le\sigma/2",
        checks.lemma_3, of_scores=True,
    ),
    Statement(
        "lemma-4", "Lemma 4", "Smooth, convex, with short gradients", "section 3.3, eq (14), appendix",
        "As a function of the weights ψ_M is convex, and differentiable except where all margins are 1. With "
        "all examples in the unit ball its gradient is no longer than 2.118; the paper says 3.",
        r"\begin{aligned}&\nabla\psi_M=-\tfrac12\Bigl(1+\frac br\Bigr)y(x-\bar x)+\frac{\Sigma w}{2r}\\"
        r"&b=1-\mu,\quad r=\sqrt{b^2+\sigma^2}\\"
        r"&\|x\|\le1\ \Rightarrow\ \|\nabla\psi_M\|\le1+\sqrt{1.25}\le3\end{aligned}",
        checks.lemma_4,
    ),
    Statement(
        "theorem-5", "Theorem 5", "Regret of OAUC-S", "section 4.3, eq (19)",
        "With the step that the best fixed weights' loss L* prescribes, OAUC-S loses to them by an amount of "
        "order √L*. Nobody knows L* beforehand.",
        r"\begin{aligned}\mathrm{Regret}_T&\le\frac{2(4+\lambda)}\lambda+2\sqrt{\frac{4+\lambda}\lambda L^*}\\"
        r"L^*&=\min_w\sum_{t\le T}\tfrac\lambda2\|w\|^2+\tfrac12\psi_S\\"
        r"\eta&=\frac1{4+\lambda+\sqrt{(4+\lambda)^2+(4+\lambda)\lambda L^*}}\end{aligned}",
        checks.theorem_5,
    ),
    Statement(
        "theorem-6", "Theorem 6", "Regret of OAUC-M", "section 4.3, appendix",
        "With the step 1/(λt), and all examples in the unit ball, OAUC-M loses to the best fixed weights by "
        "an amount that grows as the logarithm of the number of rounds.",
        r"\mathrm{Regret}_T\le\frac{18\,(1+\ln T)}\lambda",
        checks.theorem_6,
    ),
    Statement(
        "lemma-7", "Lemma 7", "OKAUC-M stays in a ball", "section 5.4, eq (29), appendix",
        "With the step 1/(λt) the norm of OKAUC-M's function never exceeds a constant over λ, if the kernel "
        "lies between 0 and 1. The paper leaves the 0 out; with a linear kernel it fails.",
        r"0\le k(x,z),\ k(x,x)\le1\ \Rightarrow\ \|f_t\|_{\mathcal H}\le\frac{\sqrt2+\frac12}\lambda",
        checks.lemma_7,
    ),
    Statement(
        "theorem-8", "Theorem 8", "Regret of OKAUC-M", "section 5.4, appendix",
        "With unlimited buffers and a kernel as in Lemma 7, OKAUC-M loses to the best fixed function by an "
        "amount that grows as the logarithm of the number of rounds.",
        r"\mathrm{Regret}_T\le\frac{(2\sqrt2+1)^2}{2\lambda}(1+\ln T)",
        checks.theorem_8,
    ),
)  # fmt: skip
