// A token bucket in units per second. A request is admitted while the balance is positive and charged afterwards, when
// its size is known, so the balance may fall below zero: on average no more than the rate passes.

export interface Allowance {
  admits(): boolean;
  charge(units: number): void;
}

/** `clock`: milliseconds. The bucket holds one second's units; AWS grants more after idle time, but does not promise it. */
export function createAllowance(perSecond: number, clock: () => number): Allowance {
  let balance = perSecond;
  let at = clock();
  const refill = (): void => {
    const now = clock();
    balance = Math.min(perSecond, balance + ((now - at) / 1_000) * perSecond);
    at = now;
  };
  return {
    admits() {
      refill();
      return balance > 0;
    },
    charge(units) {
      refill();
      balance -= units;
    },
  };
}
