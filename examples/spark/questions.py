"""The service's questions about orders on Apache Spark 3.5 or 4: RFM segments, cohorts by month, market basket rules.

    spark-submit --py-files chance.py questions.py --orders s3://BUCKET/orders/ --output s3://BUCKET/answers/

README.md lists the columns that it reads and writes. docs/concepts defines every figure. Days are those of UTC.
"""

import argparse
import math
from datetime import date, timedelta

from chance import Chance, Periods, SizeModel
from pyspark.ml.fpm import FPGrowth
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

# Rows: R from 1 to 5. Columns: FM from 1 to 5.
SEGMENTS = """
Lost             | Hibernating                 | At Risk                     | Can't Lose Them | Can't Lose Them
About to Sleep   | Customers Needing Attention | Customers Needing Attention | At Risk         | At Risk
Promising        | Customers Needing Attention | Potential Loyalists         | Loyal Customers | Loyal Customers
Promising        | Potential Loyalists         | Potential Loyalists         | Loyal Customers | Champions
Recent Customers | Potential Loyalists         | Loyal Customers             | Champions       | Champions
"""
OUTPUT = {
    "summary": "orders long, baskets long, customers long, reference_date string, min_support double, rules long",
    "customers": "customer_id string, recency long, frequency long, monetary double, recency_score long, "
    "frequency_score long, monetary_score long, segment string",
    "segments": "segment string, customers long, percentage double, revenue double, revenue_share double, "
    "avg_recency double, median_recency double, avg_frequency double, median_frequency double, "
    "avg_monetary double, median_monetary double",
    "cohorts": "cohort string, customers long, period long, active_customers long, orders long, revenue double, "
    "retention double, cumulative_value_per_customer double, complete boolean",
    "rules": "antecedents array<string>, consequents array<string>, support double, confidence double, lift double, "
    "occurrences long, p_value_corrected double",
}


def read_orders(spark: SparkSession, path: str) -> DataFrame:
    """One row an order: its customer, its day, the exact value of its rows, the products of positive quantity."""
    lines = spark.read.parquet(path)
    amount = "amount" if "amount" in lines.columns else "cast(unit_price as decimal(18,8)) * quantity"
    return lines.groupBy("order_id").agg(
        F.expr("first(customer_id, true)").alias("customer"),
        F.expr("to_date(first(order_date, true))").alias("day"),
        F.expr(f"sum(cast(coalesce({amount}, 0) as decimal(28,8)))").alias("value"),
        F.expr("collect_set(if(quantity > 0, coalesce(product_name, product_sku), null))").alias("items"),
    ).withColumn("bought", F.expr("size(items) > 0"))


def find_edges(customers: DataFrame, column: str, count: int) -> list[float]:
    """The quantiles .2, .4, .6 and .8 of type 7. Ranks are integers: no rounding moves an edge."""
    ranks = [divmod(j * (count - 1), 5) for j in range(1, 5)]
    at = [F.expr(f"percentile_disc({(min(rank + more, count - 1) + 0.5) / count!r}) within group (order by {column})")
          for rank, _ in ranks for more in (0, 1)]
    values = customers.agg(*at).first()
    return [low + (high - low) * fifths / 5 if fifths else low
            for low, high, (_, fifths) in zip(values[::2], values[1::2], ranks)]


def answer_rfm(orders: DataFrame, reference: date) -> tuple[DataFrame, DataFrame]:
    customers = orders.where("customer is not null and day is not null").groupBy(
        F.col("customer").alias("customer_id")).agg(
        F.datediff(F.lit(reference), F.expr("max(if(bought, day, null))")).alias("recency"),
        F.expr("count_if(bought)").alias("frequency"),
        F.sum("value").alias("spent"), F.sum("value").cast("double").alias("monetary"),
    ).where("frequency > 0").persist()
    count, revenue = customers.agg(F.count("*"), F.sum("spent")).first()
    for column in ("recency", "frequency", "monetary") if count else ():
        above = sum(F.expr(f"if({column} > {edge!r}d, 1, 0)") for edge in find_edges(customers, column, count))
        customers = customers.withColumn(f"{column}_score", 5 - above if column == "recency" else 1 + above)
    grid = F.array(*[F.array(*[F.lit(name.strip()) for name in row.split("|")])
                     for row in SEGMENTS.strip().splitlines()])
    fm = F.expr("int(ceil((frequency_score + monetary_score) / 2))")
    customers = customers.withColumn("segment", grid[F.col("recency_score") - 1][fm - 1])
    spent = F.sum("spent").cast("double")
    segments = customers.groupBy("segment").agg(
        F.count("*").alias("customers"),
        (F.count("*") / count * 100).alias("percentage"),
        spent.alias("revenue"),
        (spent / float(revenue) if revenue > 0 else F.lit(0)).alias("revenue_share"),
        F.avg("recency").alias("avg_recency"),
        F.avg("frequency").alias("avg_frequency"),
        (spent / F.count("*")).alias("avg_monetary"),
        *[F.expr(f"percentile({each}, 0.5) median_{each}") for each in ("recency", "frequency", "monetary")],
    ).orderBy(F.desc("revenue"))
    return customers, segments


def answer_cohorts(orders: DataFrame, reference: date) -> list[tuple]:
    """One row a month of first purchases and month since."""
    known = orders.where("customer is not null and day is not null")
    first = known.where("bought").groupBy("customer").agg(F.min("day").alias("first"))
    count_months = "year({0}) * 12 + month({0}) - 1"
    cells = {(row.cohort, row.month): row for row in known.join(first, "customer").where("day >= first").groupBy(
        F.expr(count_months.format("first")).alias("cohort"), F.expr(count_months.format("day")).alias("month")).agg(
        F.expr("count(distinct if(bought, customer, null))").alias("active"),
        F.expr("count_if(bought)").alias("orders"), F.sum("value").alias("revenue")).collect()}
    last = reference.year * 12 + reference.month - 1
    rows = []
    for cohort in sorted({cohort for cohort, _ in cells}):
        customers, value = cells[cohort, cohort].active, 0
        for month in range(cohort, last + 1):
            cell = cells.get((cohort, month))
            active, bought, revenue = (cell.active, cell.orders, cell.revenue) if cell else (0, 0, 0)
            value += revenue
            is_complete = month < last or (reference + timedelta(days=1)).day == 1
            rows.append((f"{cohort // 12}-{cohort % 12 + 1:02}", customers, month - cohort, active, bought,
                         float(revenue), active / customers, float(value) / customers, is_complete))
    return rows


def find_held_sets(sets: list[tuple[str, ...]]):
    """A function from a basket to the places of the sets that it holds, along a tree of their sorted products."""
    root: dict = {}
    for place, items in enumerate(sets):
        node = root
        for item in items:
            node = node.setdefault(item, {})
        node[None] = place

    def walk(node: dict, items: list[str], found: list[int]) -> list[int]:
        for at, item in enumerate(items):
            if item in node:
                found.append(node[item][None])
                walk(node[item], items[at + 1:], found)
        return found

    return lambda items: walk(root, sorted(items), [])


def answer_rules(orders: DataFrame, min_support: float, min_confidence: float) -> list[tuple]:
    baskets = orders.where("bought").selectExpr(
        "customer", "int(floor(datediff(day, date'1970-01-01') / 7)) week", "items").persist()
    count = baskets.count()
    # 0.07 × 100 is 7 baskets, not the next integer above 7.000000000000001.
    least = max(1, math.ceil(min_support * count - 1e-9 * max(1, min_support * count)))
    mined = FPGrowth(minSupport=(least - 0.5) / max(1, count)).fit(baskets).freqItemsets.collect()
    supports = {tuple(sorted(row["items"])): row["freq"] for row in mined}
    sets = list(supports)
    if count == 0 or len(sets) == 0:
        return []

    # In which weeks, and of which customers, the baskets of each set are.
    find = F.udf(find_held_sets(sets), "array<int>")
    held = baskets.select("customer", "week", F.explode(find("items")).alias("place"))
    held = held.groupBy("place", "week", "customer").agg(F.count("*").alias("n")).persist()
    weeks: list[dict] = [{} for _ in sets]
    for place, week, n in held.groupBy("place", "week").agg(F.sum("n")).collect():
        weeks[place][week] = n
    # A basket without a customer counts as a customer of its own.
    per_customer = baskets.groupBy("customer").agg(F.expr("count(*)").alias("orders"))
    squares = F.expr("sum(if(customer is null, orders, orders * orders))")
    clusters = {row[0]: row[1:] for row in held.groupBy("place", "customer").agg(F.sum("n").alias("n")).join(
        per_customer, "customer", "left").groupBy("place").agg(
        F.expr("sum(if(customer is null, n, n * n))"),
        F.expr("sum(if(customer is null, n, n * orders))")).collect()}

    frequency = baskets.select(F.explode("items").alias("item")).groupBy("item").count()
    model = SizeModel(dict(baskets.groupBy(F.size("items")).count().collect()),
                      dict(frequency.groupBy("count").agg(F.count("*")).collect()))
    periods = Periods(dict(baskets.groupBy("week").count().collect()))
    chance = Chance(model, periods, sum(len(items) == 1 for items in sets), count,
                    per_customer.agg(squares).first()[0])
    place_of = {items: place for place, items in enumerate(sets)}
    rules = []
    for items, together in supports.items():
        for one in items if len(items) > 1 else ():
            lead = tuple(item for item in items if item != one)
            sides = [supports[lead], supports[one,]]
            if together < (min_confidence - 1e-9) * sides[0]:
                continue
            p = chance.correct(together, sides, [supports[item,] for item in lead],
                               [weeks[place_of[lead]], weeks[place_of[one,]]], clusters[place_of[items]])
            rules.append((list(lead), [one], together / count, together / sides[0],
                          together * count / (sides[0] * sides[1]), together, p))
    return sorted(rules, key=lambda rule: (rule[6], -rule[4], rule[0], rule[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--orders", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--min-support", type=float, default=0.01)
    parser.add_argument("--min-confidence", type=float, default=0.1)
    options = parser.parse_args()
    spark = SparkSession.builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    orders = read_orders(spark, options.orders).persist()
    count, baskets, reference = orders.agg(F.count("*"), F.expr("count_if(bought)"), F.max("day")).first()

    def write(name: str, table: DataFrame | list[tuple]) -> None:
        frame = spark.createDataFrame(table, OUTPUT[name]).coalesce(1) if isinstance(table, list) else table
        columns = [F.col(name).cast(kind) for name, kind in (each.split() for each in OUTPUT[name].split(", "))]
        frame.select(*columns).write.parquet(f"{options.output.rstrip('/')}/{name}", mode="overwrite")

    customers, segments = answer_rfm(orders, reference)
    cohorts = answer_cohorts(orders, reference)
    rules = answer_rules(orders, options.min_support, options.min_confidence)
    write("customers", customers)
    write("segments", segments.coalesce(1))
    write("cohorts", cohorts)
    write("rules", rules)
    write("summary", [(count, baskets, customers.count(), str(reference), options.min_support, len(rules))])


if __name__ == "__main__":
    main()
