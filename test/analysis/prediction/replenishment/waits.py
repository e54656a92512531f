"""Waits until the next purchase by numerical integration over the rate, for waits.json: python3 waits.py > waits.json

Needs SciPy. Independent of the closed form in waits.ts: the posterior of the rate of a customer with x purchases of k events each
by day t_x is gamma (r + k x, alpha + t_x), and given the rate the wait is Erlang (k).
"""
import json

import numpy as np
from scipy import integrate, optimize, special, stats


def still_waiting(shape, rate, k, days):
    """P(wait > days), integrated over the quantiles of the rate."""
    rates = stats.gamma(shape, scale=1 / rate)
    value, _ = integrate.quad(
        lambda u: special.gammaincc(k, rates.ppf(u) * days), 0, 1, epsabs=1e-13, epsrel=1e-12, limit=500
    )
    return value


cases = []
for k, r, alpha, frequency, recency, waited in [
    (1, 0.25, 31.0, 1, 40.0, 10.0),
    (1, 0.84, 29.7, 6, 200.0, 55.0),
    (2, 0.84, 29.7, 3, 100.0, 0.0),
    (2, 0.84, 29.7, 3, 100.0, 60.0),
    (3, 2.0, 60.0, 12, 330.0, 20.0),
    (5, 1.5, 40.0, 1, 28.0, 35.0),
    (12, 6.0, 100.0, 8, 224.0, 30.0),
]:
    shape, rate = r + k * frequency, alpha + recency
    now = still_waiting(shape, rate, k, waited)
    quartiles = [
        optimize.brentq(
            lambda t: still_waiting(shape, rate, k, waited + t) - (1 - p) * now, 1e-9, 1e4, xtol=1e-10, rtol=1e-13
        )
        for p in (0.25, 0.5, 0.75)
    ]
    cases.append(
        dict(k=k, r=r, alpha=alpha, frequency=frequency, recency=recency, waited=waited, still_waiting=now, quartiles=quartiles)
    )
print(json.dumps({"made_by": "waits.py", "cases": cases}, indent=1))
