"""Borgelt's eclat on a file of baskets, to compare whole processes with: one basket per line, items separated by blanks,
compressed with gzip. Reads, mines and writes one itemset per line. Needs pyfim (https://borgelt.net/pyfim.html).

    python3 tools/bench/mining/eclat-once.py retail.dat.gz 0.001 itemsets.txt
    npm run -s bench -- mining --data retail.dat.gz --min-support 0.001 --once --dump itemsets.txt
"""

import gzip
import sys

import fim

file, min_support, out = sys.argv[1], float(sys.argv[2]), sys.argv[3]
with gzip.open(file, "rt") as lines:
    baskets = [line.split() for line in lines]
found = fim.eclat(baskets, target="s", supp=min_support * 100, report="a")
with open(out, "w") as to:
    to.writelines(f"{' '.join(items)}:{count}\n" for items, count in found)
