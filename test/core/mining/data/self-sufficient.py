"""Productive rules (Webb 2007) and self-sufficient itemsets (Webb 2010; Webb & Vreeken 2014) of the groceries, by definition:
sets of baskets as big integers, Fisher's test as a ratio of whole numbers, every split looked at. Nothing of the service is
used. python3 self-sufficient.py > self-sufficient.json
"""

import gzip
import hashlib
import json
from itertools import combinations
from math import comb
from pathlib import Path

SUPPORT = 0.005
ALPHA = (5, 100)

lines = gzip.open(Path(__file__).parent / "groceries.csv.gz", "rt").read().splitlines()
baskets = [sorted({name for name in line.split(",") if name.strip()}) for line in lines if line.strip()]
held = {}
for at, basket in enumerate(baskets):
    for name in basket:
        held[name] = held.get(name, 0) | (1 << at)
everything = (1 << len(baskets)) - 1


def significant(together, a, c, n):
    """P(X >= together) of the hypergeometric distribution is at most ALPHA."""
    tail = sum(comb(c, x) * comb(n - c, a - x) for x in range(together, min(a, c) + 1))
    return tail * ALPHA[1] <= ALPHA[0] * comb(n, a)


covers = {}
level = {(name,): cover for name, cover in held.items() if cover.bit_count() >= SUPPORT * len(baskets)}
while level:
    covers.update(level)
    above, names = {}, sorted(level)
    for one, other in combinations(names, 2):
        if one[:-1] == other[:-1]:
            cover = level[one] & level[other]
            if cover.bit_count() >= SUPPORT * len(baskets):
                above[one + (other[-1],)] = cover
    level = above


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

rules = []
for items in longer:
    for size in range(2, len(items)):
        for lead in combinations(items, size):
            follow = [name for name in items if name not in lead]
            together, with_all = covers[items].bit_count(), cover_of(lead).bit_count()
            adds = all(
                significant(
                    together,
                    with_all,
                    cover_of([name for name in lead if name != left] + follow).bit_count(),
                    cover_of([name for name in lead if name != left]).bit_count(),
                )
                for left in lead
            )
            rules.append(f"{'+'.join(lead)} => {'+'.join(follow)}: {'yes' if adds else 'no'}")


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
