"""Learners that rank, and what they share. The map of the package:

losses, moments, kernels, metrics   the mathematics that learners are made of
random_features, random_expansion   features drawn when needed, and functions over them
base, semi_supervised               what every learner is: estimator, steps, knobs, offset_; missing labels
online, online_kernel               one file a method
semi_supervised_svm, _auc           the same, for labels of which most are missing
reference                           what people use today
trace, remarks                      a learner's run, recorded, with what it warned of
experiments                         from a Run to a Trace, measurements, the command line

LEARNERS maps a learner's printed name to its class, importing it on access. It has two families: FROM_A_STREAM learn
one example after the other, FROM_FEW_LABELS in iterations over labelled and unlabelled examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module


class _Lazy(Mapping):
    """A mapping whose values "module:Class" are imported when they are asked for."""

    def __init__(self, entries: dict[str, str]):
        self.entries = entries

    def __getitem__(self, name: str) -> type:
        module, _, attribute = self.entries[name].partition(":")
        return getattr(import_module(f"{__name__}.{module}"), attribute)

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, name: object) -> bool:
        return name in self.entries


FROM_A_STREAM: Mapping[str, type] = _Lazy({
    "Perceptron": "online.perceptron:Perceptron",
    "PA-I": "online.passive_aggressive:PassiveAggressive",
    "OAM": "online.oam:OAM",
    "OL-UBAUC": "online.ubauc:OLUBAUC",
    "OAUC-S": "online.oauc:OAUCS",
    "OAUC-M_c": "online.oauc:OAUCMc",
    "OAUC-M": "online.oauc:OAUCM",
    "OAUC-M-L": "online.oauc_linear_memory:OAUCML",
    "SOLAM": "online.solam:SOLAM",
    "FSAUC": "online.fsauc:FSAUC",
    "KOIL": "online_kernel.koil:KOIL",
    "OKAUC-S": "online_kernel.okauc:OKAUCS",
    "OKAUC-M": "online_kernel.okauc:OKAUCM",
    "SVC": "reference:RefittedSVC",
    "SVC weighted": "reference:BalancedSVC",
})

FROM_FEW_LABELS: Mapping[str, type] = _Lazy({
    "DSG": "semi_supervised_svm.dsg:DSG",
    "TSGS3VM": "semi_supervised_svm.tsg:TSGS3VM",
    "FRS3VM": "semi_supervised_svm.frs:FRS3VM",
    "BGS3VM": "semi_supervised_svm.bgs:BGS3VM",
    "BLS3VM": "semi_supervised_svm.bls:BLS3VM",
    "S3VMlight": "semi_supervised_svm.light:S3VMlight",
    "QSG-S2AUC": "semi_supervised_auc.qsg:QSGS2AUC",
    "SAMULT": "semi_supervised_auc.samult:SAMULT",
    "PNU-AUC": "semi_supervised_auc.pnu:PNUAUC",
})

LEARNERS: Mapping[str, type] = _Lazy({**FROM_A_STREAM.entries, **FROM_FEW_LABELS.entries})
