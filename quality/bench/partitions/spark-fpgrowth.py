"""FP-growth of Spark on a file of baskets, to compare reports in partitions with: one basket per line, products separated by
blanks. Needs Java 17 and `pip install pyspark==3.5.3 numpy`. Prints one JSON line.

    npm run -s bench -- partitioned-workflow --lines 10000000 --write-baskets baskets.dat
    python3 quality/bench/partitions/spark-fpgrowth.py baskets.dat 0.001
"""

import json
import os
import sys
import time

from pyspark.ml.fpm import FPGrowth
from pyspark.sql import SparkSession
from pyspark.sql.functions import split

file, min_support = sys.argv[1], float(sys.argv[2])
start = time.monotonic()
spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.driver.memory", "10g")
    .config("spark.ui.enabled", "false")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
baskets = spark.read.text(file).select(split("value", " ").alias("items"))
started = time.monotonic()
model = FPGrowth(itemsCol="items", minSupport=min_support, minConfidence=0.1).fit(baskets)
itemsets = model.freqItemsets.count()
mined = time.monotonic()
rules = model.associationRules.count()
ruled = time.monotonic()
spark.stop()
print(
    json.dumps(
        {
            "case": f"Spark FP-growth, {os.path.basename(file)}, {min_support}",
            "start_s": round(started - start, 1),
            "mine_s": round(mined - started, 1),
            "rules_s": round(ruled - mined, 1),
            "itemsets": itemsets,
            "rules": rules,
        }
    )
)
