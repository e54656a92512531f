"""How far chance explains a rule: docs/concepts/market-basket.md, "Chance".

All inputs are counts, so this runs on the driver. Its cost depends on the sets of products found, not on the orders.
"""

import math

import numpy as np

MODEL_ERROR = 1.1  # The model of sizes errs by up to a tenth: a rule must exceed chance by more.
LONGEST = 31  # Products of a set.
SMALL = np.concatenate([[0.0, 0.0], np.cumsum(np.log(np.arange(2, 2**16)))])


def log_factorial(n: int) -> float:
    if n < len(SMALL):
        return SMALL[n]
    square = n * n
    series = (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / n
    return (n + 0.5) * math.log(n) - n + 0.5 * math.log(2 * math.pi) + series


def log_choose(n: int, k: int) -> float:
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k)


def fisher(together: int, one: int, other: int, baskets: int) -> float:
    """Fisher's exact test, one-sided: the probability of at least `together` joint baskets."""
    a, c = min(one, other), max(one, other)
    least = max(0, a + c - baskets)
    if together <= least or together > a:
        return float(together <= least)
    # Away from the mode, terms only shrink. Below it, the lower tail is subtracted from 1.
    is_upper = together >= (a + 1) * (c + 1) / (baskets + 2)
    start, end, step = (together, a, 1) if is_upper else (together - 1, least, -1)
    term, total, x = 1.0, 1.0, start
    while x != end and term > total * 1e-17:
        low = min(x, x + step)
        ratio = (a - low) * (c - low) / ((low + 1) * (baskets - a - c + low + 1))
        term *= ratio if step == 1 else 1 / ratio
        total += term
        x += step
    log_p = log_choose(c, start) + log_choose(baskets - c, a - start) - log_choose(baskets, a)
    tail = math.exp(log_p + math.log(total))
    return min(1.0, tail) if is_upper else max(0.0, 1 - tail)


class SizeModel:
    """A basket of a size holds a product with probability x y / (1 + x y): x by product, y by size, fitted to counts."""

    def __init__(self, sizes: dict[int, int], frequency: dict[int, int]):
        """`sizes`: number of baskets by size; `frequency`: number of products by the baskets that hold them."""
        (per_basket, baskets), (per_product, products) = (
            np.array(sorted(of.items()), float).T for of in (sizes, frequency))
        if per_product.max() >= baskets.sum() or per_basket.max() >= products.sum():
            raise ValueError("A product is in every basket, or a basket holds every product: leave that product out.")
        root = math.sqrt(per_product @ products)
        x, y = per_product / root, per_basket / root
        for _ in range(500):
            sums = (baskets * y / (1 + np.outer(x, y))).sum(axis=1)
            error = np.abs(x * sums / per_product - 1).max()
            x = per_product / sums
            y = per_basket / (products * x / (1 + np.outer(y, x))).sum(axis=1)
            if error <= 1e-10:
                break
        p = 1 / (1 + 1 / np.outer(y, x))
        sums, squares = (p * (1 - p)) @ products, (p * (1 - p)) ** 2 @ products
        # Two products are in one basket of this size with probability p q (1 - crowding (1 - p) (1 - q)).
        self.crowding = np.where(sums * sums - squares > 1e-9, sums / np.maximum(sums * sums - squares, 1e-9), 0)
        self.baskets, self.y = baskets, y
        self.rows: dict[int, np.ndarray] = {}

    def row(self, count: int) -> np.ndarray:
        """By size: the probability that a basket holds a product of `count` baskets, by Newton's method."""
        if count not in self.rows:
            x = count / (self.baskets @ self.y)
            for _ in range(200):
                p = 1 / (1 + 1 / (x * self.y))
                missing = count - self.baskets @ p
                if missing <= 1e-15 * count:
                    break
                x += missing / ((self.baskets * p) @ (1 - p) / x)
            self.rows[count] = 1 / (1 + 1 / (x * self.y))
        return self.rows[count]

    def side(self, count: int, counts: list[int]) -> np.ndarray:
        """The same for a set in `count` baskets, whose products are in `counts` baskets each."""
        if len(counts) == 1:
            return self.row(count)
        independent = np.prod([self.row(each) for each in counts], axis=0)
        by_chance = self.baskets @ independent
        explained = min(1.0, count / by_chance)
        rest = 1 - explained * by_chance / count
        return np.minimum(1.0, explained * independent + rest * self.row(count))

    def expect(self, p: np.ndarray, q: np.ndarray) -> float:
        """Joint baskets by chance; in single precision, as the service stores it."""
        joint = self.baskets * (p * q - self.crowding * p * (1 - p) * q * (1 - q))
        return float(np.float32(max(joint[joint > 0].sum(), np.float32(1e-6))))


class Periods:
    """Whole weeks with enough baskets, within which chance is expected. `by_week`: None for baskets without a day."""

    def __init__(self, by_week: dict):
        undated = by_week.get(None, 0)
        dated = {week: n for week, n in by_week.items() if week is not None}
        least = max(100, math.ceil(sum(dated.values()) / 64))
        self.starts, self.baskets = [min(dated, default=0)], [0]
        for week in sorted(dated):
            # A week without baskets begins a period as well, if one is due.
            due = self.starts[-1] + (1 if len(dated) <= 13 else 4)
            if self.baskets[-1] >= least and week >= due:
                previous = max(each for each in dated if each < week)
                self.starts.append(max(due, previous + 1))
                self.baskets.append(0)
            self.baskets[-1] += dated[week]
        if len(self.starts) > 1 and self.baskets[-1] < least:
            self.starts.pop()
            self.baskets[-2:] = [sum(self.baskets[-2:])]
        if undated >= 100:
            self.baskets.append(0)
        self.baskets[-1] += undated

    def split(self, by_week: dict) -> list[int]:
        counts = [0] * len(self.baskets)
        for week, n in by_week.items():
            counts[-1 if week is None else sum(start <= week for start in self.starts) - 1] += n
        return counts

    def factor(self, one: dict, other: dict) -> float:
        """Joint baskets that chance expects within periods, divided by those over the whole time."""
        a, c = self.split(one), self.split(other)
        within = sum(x * y / n for x, y, n in zip(a, c, self.baskets) if n > 0)
        return within * sum(self.baskets) / (sum(a) * sum(c))


class Chance:
    def __init__(self, model: SizeModel, periods: Periods, products: int, baskets: int, squares: int):
        """`products`: frequent ones; `squares`: sum of squares of the customers' baskets."""
        self.model, self.periods, self.baskets, self.squares = model, periods, baskets, squares
        # With one consequent, only a rule of two products has a converse, which is the same test.
        self.tests = {n: math.comb(products, n) * n / (2 if n == 2 else 1)
                      for n in range(2, min(LONGEST, products) + 1)}

    def correct(self, together: int, sides: list[int], lead: list[int], weeks: list[dict], cluster: tuple) -> float:
        """`p_value_corrected`, from the baskets with both sides: by side, by product that leads, by week, by customer."""
        a, c = sides
        expected = self.model.expect(self.model.side(a, lead), self.model.row(c)) * self.periods.factor(*weeks)
        p = self.test(together, a, c, MODEL_ERROR * float(np.float32(expected)), self.weigh(together, *cluster))
        # Sets of two products get half of the 5 %, those of three a quarter; the longest get the rest (Webb 2008).
        length = len(lead) + 1
        share = 0.5 ** (length - 1) * (2 if length == max(self.tests) else 1)
        return float(f"{min(1.0, p * (self.tests[length] / share)):.6g}")

    def weigh(self, together: int, squares: int, products: int) -> float:
        """Baskets that count as one, because customers repeat themselves: the design effect (Kish 1965)."""
        share = together / self.baskets
        if share >= 1:
            return 1.0
        variance = squares - 2 * share * products + share * share * self.squares
        return min(squares / together, max(1.0, variance / (together * (1 - share))))

    def test(self, together: int, a: int, c: int, expected: float, each: float) -> float:
        count = self.baskets
        if each > 1:
            together = math.floor(together / each)
            a, c = (max(together, math.ceil(side / each)) for side in (a, c))
            count, expected = max(a, c, math.floor(count / each)), expected / each
        # Fisher's test in as many baskets as make chance expect so many.
        return fisher(together, a, c, max(a, c, min(count, math.floor(a * c / expected * (1 + 1.2e-7)))))
