# fisher.json and permutation.json beside this file: scipy's fisher_exact (two-sided) and permutation_test (independent, two-sided)
# of a studentized difference. Run: pip install scipy==1.17.1 && python oracle.py
import json
import math
import random
from pathlib import Path

import numpy as np
from scipy.stats import fisher_exact, permutation_test

here = Path(__file__).parent
rng = random.Random(7)

tables = [(0, 1, 0, 1), (3, 30, 0, 30), (12, 1080, 4, 120), (324, 1080, 25, 120), (5, 10, 5, 10), (0, 50, 7, 50)]
for _ in range(30):
    n, m = rng.randint(1, 2000), rng.randint(1, 300)
    tables.append((rng.randint(0, n), n, rng.randint(0, m), m))
fisher = [
    {"table": t, "p": float(fisher_exact([[t[0], t[1] - t[0]], [t[2], t[3] - t[2]]]).pvalue)} for t in tables
]
(here / "fisher.json").write_text(json.dumps(fisher) + "\n")


def studentized(sent, held):
    difference = sent.mean() - held.mean()
    error = math.sqrt(sent.var(ddof=1) / len(sent) + held.var(ddof=1) / len(held))
    if error > 0:
        return round(difference / error, 9)
    return 0.0 if difference == 0 else math.copysign(1e6, difference)


def spend(count, buys):
    return [round(30 * math.exp(rng.gauss(0, 1.2)), 2) if rng.random() < buys else 0.0 for _ in range(count)]


cases = []
for sizes, buys in [((7, 5), 0.7), ((8, 4), 0.9), ((9, 3), 0.8), ((6, 6), 0.5), ((300, 60), 0.35), ((200, 200), 0.2)]:
    sent, held = spend(sizes[0], buys), spend(sizes[1], buys)
    small = math.comb(sum(sizes), sizes[1]) <= 10_000
    found = permutation_test(
        (np.array(sent), np.array(held)),
        studentized,
        permutation_type="independent",
        alternative="two-sided",
        vectorized=False,
        n_resamples=np.inf if small else 20_000,
        rng=np.random.default_rng(11),
    )
    cases.append({"sent": sent, "held_out": held, "exact": small, "p": float(found.pvalue)})
(here / "permutation.json").write_text(json.dumps(cases) + "\n")
