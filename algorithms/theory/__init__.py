"""The statements of the OAUC paper, both sides computed on the data at hand. Numbers only; the map of the
package:

margins, worst_case   psi_M above the hinge: the losses of a sample, the distribution that attains the bound
angle                 the same on real examples, as the weights turn
pairs                 AUC as a share of pairs: one pair, the grid of all, the ROC curve and a threshold
rounds                losses of the examples a learner meets, round by round or frame by frame
iterates, regret      a learner's weights before each round, and its regret against algorithms.hindsight
bounds, fits          Theorems 5, 6, 8 and Lemma 7 with their premises checked; growth fitted to a curve
statements, errata    what the paper says and where it is misprinted, each with a computed check
"""
