"""The statements of the papers, both sides computed on the data at hand. Numbers only; the map:

margins, worst_case   psi_M above the hinge: losses of a sample, the distribution that attains the bound
angle                 the same on real examples, as the weights turn
pairs, answers        AUC as a share of pairs: one pair, the grid of all, the ROC curve, thresholds
rounds                losses of the examples a learner meets, round by round or frame by frame
iterates, regret      a learner's weights before each round, and its regret against algorithms.hindsight
bounds, premises      Theorems 5, 6, 8 and Lemma 7, each with what it assumes checked on a run
fits                  growth fitted to a curve, powers to another
statements, checks    what the OAUC paper says, and both sides of it on data
errata                where it is misprinted, with numbers that show it
waves, bandwidths     the kernel as random cosines; one kernel, three names for its width
twins, stationarity   TSGS3VM's Theorems 1 and 2: f beside its exact-kernel twin, the twin beside a stationary point
"""
