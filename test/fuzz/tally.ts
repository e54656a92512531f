// How many answers of which status each operation gave.

export function createTally() {
  const counts = new Map<string, Map<string, number>>();
  let total = 0;
  return {
    /** `outcome`: a status, or what there was instead of one. */
    add(operation: string, outcome: string): void {
      const of = counts.get(operation) ?? new Map<string, number>();
      counts.set(operation, of.set(outcome, (of.get(outcome) ?? 0) + 1));
      total++;
    },
    get total() {
      return total;
    },
    /** Operations and outcomes in order. */
    byOperation: (): Record<string, Record<string, number>> =>
      Object.fromEntries(
        [...counts].sort(byName).map(([name, of]) => [name, Object.fromEntries([...of].sort(byName))]),
      ),
  };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;
