# adjusted.json beside this file: figures of a campaign that never was, adjusted by the past with numpy's least squares, and intervals
# from other relabellings than the service's. Orders: ../../report-types/data/online-retail-orders.csv.gz (Online Retail, see its README).
# Run: pip install numpy==2.4.6 && python adjusted.py
import csv
import datetime
import gzip
import json
import math
from pathlib import Path

import numpy as np

here = Path(__file__).parent
FIRST = datetime.date(2011, 11, 10)
DAYS = 30
RELABELLINGS = 3_999
rng = np.random.default_rng(3)

orders = {}
with gzip.open(here.parent.parent / "report-types/data/online-retail-orders.csv.gz", "rt") as file:
    for row in csv.DictReader(file):
        day = (datetime.date.fromisoformat(row["InvoiceDate"][:10]) - FIRST).days
        if row["CustomerID"]:
            value = float(row["Bought"]) - float(row["Returned"])
            orders.setdefault(row["CustomerID"], []).append((day, int(row["RowsBought"]) > 0, value))

ids = sorted(one for one, of in orders.items() if any(bought and day < 0 for day, bought, _ in of))
n = len(ids)
held = np.array([int(one) % 10 == 0 for one in ids])
count, revenue = np.zeros((n, DAYS)), np.zeros((n, DAYS))
past_count, past_revenue = np.zeros(n), np.zeros(n)
for at, one in enumerate(ids):
    for day, bought, value in orders[one]:
        if day < 0:
            past_count[at] += bought * 0.5 ** (-day / 90)
            past_revenue[at] += value * 0.5 ** (-day / 90)
        elif day < DAYS:
            count[at, day] += bought
            revenue[at, day] += value
count, revenue = count.cumsum(axis=1), revenue.cumsum(axis=1)
figures = {
    "customers": ((count > 0) * 1.0, past_count),
    "orders": (count, past_count),
    "revenue": (revenue, past_revenue),
    "repeat": ((count > 1) * 1.0, past_count),
}
chosen = np.zeros((RELABELLINGS + 1, n))
chosen[0] = held
for r in range(1, RELABELLINGS + 1):
    chosen[r, rng.choice(n, held.sum(), replace=False)] = 1


def scale_slopes(adjusted, arms, sizes):
    """The factor of the fitted part: means of the arms, weighted by the size of the other one."""
    kept = arms @ adjusted / sizes[1]
    sent = (adjusted.sum(axis=0) - arms @ adjusted) / sizes[0]
    mean = adjusted.mean(axis=0)
    weighted = (sent * sizes[1] + kept * sizes[0]) / n
    return np.clip(np.divide(weighted, mean, out=np.ones_like(weighted), where=mean > 0), 0, 2)


def moments(values, deviation, scale, arms, size):
    mean, fit = arms @ values / size, arms @ deviation / size
    square, product, fits = arms @ values**2, arms @ (values * deviation), arms @ deviation**2
    adjusted = mean - scale * fit
    around = square - 2 * scale * product + scale**2 * fits - size * adjusted**2
    return adjusted, around / (size - 1)


def compare(values, deviation, scale, arms, sizes):
    sent, sent_variance = moments(values, deviation, scale, 1 - arms, sizes[0])
    kept, kept_variance = moments(values, deviation, scale, arms, sizes[1])
    return sent - kept, np.sqrt(sent_variance / sizes[0] + kept_variance / sizes[1]), sent, kept


def studentize(differences, errors):
    return np.divide(differences, errors, out=np.zeros_like(errors), where=errors > 0)


def spend(day):
    """Relabellings that may cross a bound of one side up to a day: 0.025 (d / DAYS)^3 of all (Lan & DeMets)."""
    return math.floor(0.025 * ((day + 1) / DAYS) ** 3 * (RELABELLINGS + 1) + 1e-9)


def cut(values, beyond):
    return np.sort(values)[max(0, len(values) - 1 - max(0, beyond))]


def bound_plain(paths):
    left, limits = np.arange(len(paths)), []
    for day in range(DAYS):
        limits.append(cut(paths[left, day], spend(day) - (len(paths) - len(left))))
        left = left[paths[left, day] <= limits[-1]]
    return limits


def bound_adjusted(plain, paths, ratios):
    """Limits of the last day, and the largest ratio of an error to the plain one with which a relabelling is adjusted."""
    sides = 1, -1
    plain_limits = [bound_plain(side * plain) for side in sides]
    left = [np.arange(len(paths)) for _ in sides]
    for day in range(DAYS):
        most = 1.01
        for _ in range(2):
            adjusted, limits = ratios[:, day] <= most, []
            for at, side in enumerate(sides):
                own, rest = left[at][adjusted[left[at]]], left[at][~adjusted[left[at]]]
                budget = spend(day) - (len(paths) - len(left[at]))
                crossed = np.sum(side * plain[rest, day] > plain_limits[at][day])
                share = budget * len(own) // len(left[at])
                limits.append(cut(side * paths[own, day], min(share, budget - crossed)) if len(own) else np.inf)
            widest = sum(limits)
            most = min(most, 1.01 * sum(limit[day] for limit in plain_limits) / widest) if widest > 0 else 0
        adjusted = ratios[:, day] <= most
        for at, side in enumerate(sides):
            value = np.where(adjusted, side * paths[:, day], side * plain[:, day])
            limit = np.where(adjusted, limits[at], plain_limits[at][day])
            left[at] = left[at][value[left[at]] <= limit[left[at]]]
    return limits, most


found = {}
for measure, (values, own) in figures.items():
    past = np.column_stack([np.ones(n), own, np.log1p(past_count)])
    fitted = past @ np.linalg.lstsq(past, values, rcond=None)[0]
    deviation = fitted - fitted.mean(axis=0)
    sizes = n - held.sum(), held.sum()
    scale = scale_slopes(values - deviation, chosen, sizes)
    share = 1 - (values - deviation).var(axis=0) / values.var(axis=0)
    explained = 1 - (1 - share) * (n - 1) / (n - 3)
    plain, plain_errors, _, _ = compare(values, deviation, 0 * scale, chosen, sizes)
    differences, errors, sent, kept = compare(values, deviation, scale, chosen, sizes)
    ratios = np.divide(errors, plain_errors, out=np.full_like(errors, np.inf), where=plain_errors > 0)
    ratios[:, explained < 0.05] = np.inf
    (upper, lower), most = bound_adjusted(studentize(plain, plain_errors), studentize(differences, errors), ratios)
    assert ratios[0, -1] <= most
    difference, error = differences[0, -1], errors[0, -1]
    found[measure] = {
        "explained": explained[-1],
        "sent": sent[0, -1],
        "held_out": kept[0, -1],
        "difference": difference,
        "lower": difference - upper * error,
        "upper": difference + lower * error,
    }
result = {"customers": n, "held_out": int(held.sum()), "measures": found}
(here / "adjusted.json").write_text(json.dumps(result, indent=1) + "\n")
