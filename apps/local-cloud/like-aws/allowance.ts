// A token bucket in units per second. A request is admitted while the balance is positive and charged afterwards, when
// its size is known, so the balance may fall below zero: on average no more than the rate passes.

export interface Allowance {
  /** `least`: what must be left, if the size is known before. */
  admits(least?: number): boolean;
  charge(units: number): void;
}

/** `clock`: milliseconds. `most`: what the bucket holds; of a table, AWS grants more after idle time, but does not promise it. */
export function createAllowance(perSecond: number, clock: () => number, most = perSecond): Allowance {
  let balance = most;
  let at = clock();
  const addBalance = (): void => {
    const now = clock();
    balance = Math.min(most, balance + ((now - at) / 1_000) * perSecond);
    at = now;
  };
  return {
    admits(least = 0) {
      addBalance();
      return balance > 0 && balance >= least;
    },
    charge(units) {
      addBalance();
      balance -= units;
    },
  };
}
