"""Productive rules (Webb 2007) and self-sufficient itemsets (Webb 2010; Webb & Vreeken 2014) of the groceries.

By definition: sets of baskets as big integers, Fisher's test as a ratio of whole numbers, every split examined. Uses
nothing of the service. python3 self-sufficient.py > self-sufficient.json
"""

import gzip
import hashlib
import json
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb, prod
from pathlib import Path

SUPPORT = 0.005
ALPHA = (5, 100)
# The third product joins every n-th basket that holds the first two.
PLANTED = [
    (2, "whole milk", "yogurt", "napkins"),
    (3, "other vegetables", "root vegetables", "newspapers"),
    (1, "rolls/buns", "sausage", "pastry"),
]

lines = gzip.open(Path(__file__).parent / "groceries.csv.gz", "rt").read().splitlines()
baskets = [sorted({name for name in line.split(",") if name.strip()}) for line in lines if line.strip()]


def covers_of(lists):
    """The baskets with each product and each frequent itemset, one bit per basket."""
    held = {}
    for at, basket in enumerate(lists):
        for name in basket:
            held[name] = held.get(name, 0) | (1 << at)
    covers = {}
    level = {(name,): cover for name, cover in held.items() if cover.bit_count() >= SUPPORT * len(lists)}
    while level:
        covers.update(level)
        above, names = {}, sorted(level)
        for one, other in combinations(names, 2):
            if one[:-1] == other[:-1]:
                cover = level[one] & level[other]
                if cover.bit_count() >= SUPPORT * len(lists):
                    above[one + (other[-1],)] = cover
        level = above
    return held, covers


held, covers = covers_of(baskets)
everything = (1 << len(baskets)) - 1


def significant(together, a, c, n):
    """P(X >= together) of the hypergeometric distribution is at most ALPHA."""
    tail = sum(comb(c, x) * comb(n - c, a - x) for x in range(together, min(a, c) + 1))
    return tail * ALPHA[1] <= ALPHA[0] * comb(n, a)


def cover_of(items, domain=everything):
    for name in items:
        domain &= held[name]
    return domain


def splits(items):
    """Both halves of every split, each split once."""
    for size in range(1, len(items)):
        for part in combinations(items, size):
            if items[0] in part:
                yield part, tuple(name for name in items if name not in part)


def is_productive(items, domain=everything):
    together, n = cover_of(items, domain).bit_count(), domain.bit_count()
    return all(
        significant(together, cover_of(one, domain).bit_count(), cover_of(other, domain).bit_count(), n)
        for one, other in splits(items)
    )


def is_redundant(items):
    """Some item of the set is in every basket with others of it."""
    return any(
        cover_of(part).bit_count() == cover_of([name for name in part if name != left]).bit_count()
        for size in range(2, len(items) + 1)
        for part in combinations(items, size)
        for left in part
    )


longer = [items for items in covers if len(items) > 1]
productive = {items for items in longer if is_productive(items)}
candidates = {items for items in productive if not is_redundant(items)}


def is_independent(items):
    domain = everything
    for larger in candidates:
        if set(items) < set(larger):
            domain &= ~cover_of([name for name in larger if name not in items])
    return domain == everything or is_productive(items, domain)


self_sufficient = {items for items in candidates if is_independent(items)}

# Rules whose every antecedent adds something. The groceries have none: some are planted into them.

planted = [set(basket) for basket in baskets]
for at, basket in enumerate(planted):
    for every, one, other, follows in PLANTED:
        if at % every == 0 and {one, other} <= basket:
            basket.add(follows)
baskets = [sorted(basket) for basket in planted]
held, covers = covers_of(baskets)
sizes = Counter(len(basket) for basket in baskets)


def counts_at(x):
    """Baskets that hold a product, by its factor: bipartite configuration model (Saracco et al. 2015)."""
    return sum(number * x * factor[size] / (1 + x * factor[size]) for size, number in sizes.items())


def bisected(function, wanted):
    low, high = 1e-12, 1e12
    for _ in range(200):
        middle = (low * high) ** 0.5
        low, high = (middle, high) if function(middle) < wanted else (low, middle)
    return low


products = Counter(cover.bit_count() for cover in held.values())
entries = sum(size * number for size, number in sizes.items())
factor = {size: size / entries**0.5 for size in sizes}
x_of = {count: count / entries**0.5 for count in products}
for _ in range(200):
    x_of = {
        count: count / sum(number * factor[size] / (1 + x * factor[size]) for size, number in sizes.items())
        for count, x in x_of.items()
    }
    factor = {
        size: size / sum(products[count] * x / (1 + x * factor[size]) for count, x in x_of.items()) for size in sizes
    }


@cache
def row(count):
    x = bisected(counts_at, count)
    return [x * factor[size] / (1 + x * factor[size]) for size in sizes]


@cache
def shares(items):
    """Share of baskets with the items per size: those that chance explains as a product, the others as one product."""
    count = covers[items].bit_count()
    if len(items) == 1:
        return row(count)
    chance = [prod(of) for of in zip(*(row(covers[(name,)].bit_count()) for name in items))]
    expected = sum(number * share for number, share in zip(sizes.values(), chance))
    part = min(1, count / expected)
    rest = 1 - part * expected / count
    return [min(1, part * share + rest * alone) for share, alone in zip(chance, row(count))]


def adds(left, lead, follow):
    """Whether one antecedent makes the consequents likelier among the baskets with the others, given their sizes."""
    others = tuple(name for name in lead if name != left)
    both, given = tuple(sorted(lead + follow)), tuple(sorted(others + follow))
    together, a, c, n = (covers[items].bit_count() for items in (both, lead, given, others))
    expected = sum(
        number * one * min(1, other / of)
        for number, one, other, of in zip(sizes.values(), shares(lead), shares(given), shares(others))
    )
    n = max(a, c, min(n, int(a * c / expected * (1 + 1.2e-7))))
    tail = sum(comb(c, x) * comb(n - c, a - x) for x in range(together, min(a, c) + 1))
    # All rules with this number of frequent products, a rule and its converse as two, at their share of the 5 %.
    frequent = sum(len(items) == 1 for items in covers)
    tests = comb(frequent, len(both)) * (2 ** len(both) - 2) * 2 ** (len(both) - 1)
    return tail * tests * ALPHA[1] <= ALPHA[0] * comb(n, a)


rules = []
for items in (items for items in covers if len(items) > 2):
    for size in range(2, len(items)):
        for lead in combinations(items, size):
            follow = tuple(name for name in items if name not in lead)
            is_each = all(adds(left, lead, follow) for left in lead)
            rules.append(f"{'+'.join(lead)} => {'+'.join(follow)}: {'yes' if is_each else 'no'}")


def digest(texts):
    return hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()


print(
    json.dumps(
        {
            "minSupport": SUPPORT,
            "itemsets": len(longer),
            "productiveItemsets": {"count": len(productive), "digest": digest("+".join(items) for items in productive)},
            "selfSufficient": {"count": len(self_sufficient), "digest": digest("+".join(items) for items in self_sufficient)},
            "rulesOfSeveral": {
                "count": len(rules),
                "productive": sum(rule.endswith("yes") for rule in rules),
                "digest": digest(rules),
            },
        },
        indent=2,
    )
)
