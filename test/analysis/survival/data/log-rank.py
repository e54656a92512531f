"""Log-rank tests of several groups for log-rank.json: python3 log-rank.py > log-rank.json

Needs lifelines and statsmodels. Tests each group against all others and all groups at once; q-values over the groups
(Benjamini-Yekutieli).
"""
import json

import numpy as np
from lifelines.statistics import logrank_test, multivariate_logrank_test
from scipy.stats import chi2
from statsmodels.stats.multitest import multipletests

random = np.random.default_rng(28)


def shop(sizes, means, longest):
    """Days until the second order, of customers who are followed for up to `longest` days."""
    groups = []
    for size, mean in zip(sizes, means):
        wait = np.ceil(random.exponential(mean, size)).astype(int)
        followed = random.integers(0, longest, size)
        groups.append([[int(min(w, f)), int(w <= f)] for w, f in zip(wait, followed)])
    return groups


def tested(groups):
    days = np.array([day for group in groups for day, _ in group])
    observed = np.array([event for group in groups for _, event in group])
    of = np.array([at for at, group in enumerate(groups) for _ in group])
    together = multivariate_logrank_test(days, of, observed)
    alone = [
        logrank_test(days[of == at], days[of != at], observed[of == at], observed[of != at])
        for at in range(len(groups))
    ]
    p_values = [float(test.p_value) for test in alone]
    return dict(
        chi_square=float(together.test_statistic),
        degrees=int(together.degrees_of_freedom),
        p_value=float(together.p_value),
        against_others=[dict(chi_square=float(t.test_statistic), p_value=p) for t, p in zip(alone, p_values)],
        q_values=[float(q) for q in multipletests(p_values, method="fdr_by")[1]],
    )


shops = [
    shop([30, 30], [40, 90], 120),
    shop([40, 25, 60, 12], [50, 50, 50, 50], 90),
    shop([80, 30, 50, 20, 60], [30, 60, 30, 120, 15], 60),
    shop([12] * 8, [20, 20, 20, 20, 20, 20, 20, 200], 30),
]
cases = [dict(groups=groups, **tested(groups)) for groups in shops]
tails = [
    dict(value=value, degrees=degrees, tail=float(chi2.sf(value, degrees)))
    for degrees in (1, 2, 3, 4, 7, 10, 49, 50)
    for value in (0.0, 0.5, 3.0, 12.0, 60.0, 200.0)
]
print(json.dumps(dict(made_by="log-rank.py", cases=cases, tails=tails)))
