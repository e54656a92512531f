// Implements a token bucket in units per second. A request is admitted while the balance is positive and charged
// afterwards, when its size is known, so the balance may fall below zero: on average the rate holds.

export interface Allowance {
  /** `least`: the balance that is required, if the size is known before. */
  admits(least?: number): boolean;
  charge(units: number): void;
}

/**
 * `clock`: milliseconds. `most`: capacity of the bucket; AWS grants a table more after idle time, but does not promise
 * it.
 */
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
