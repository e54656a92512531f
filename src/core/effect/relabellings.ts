// Who could have been held out instead: all ways to choose them where these are few, otherwise a fixed sample of ways.

/** More active customers than that, times relabellings, would take seconds. */
const MOST_WORK = 2e8;
const MOST = 9_999;
const FEWEST = 1_999;

export interface Relabellings {
  readonly count: number;
  /** All ways, not a sample. */
  readonly isExact: boolean;
  /**
   * Writes the arm of each active customer, 1 for held out. Of a sample, 0 is what really was. The choice for an active customer
   * depends on those before only: customers who become active later change none of it.
   */
  fill(index: number, isHeldOut: Uint8Array): void;
}

interface Arms {
  readonly customers: number;
  readonly heldOut: number;
  readonly active: number;
  readonly isHeldOut: Uint8Array;
}

export function relabellingsOf(arms: Arms, most = MOST): Relabellings {
  const ways = waysToChoose(arms.customers, arms.heldOut, most + 1);
  if (ways <= most + 1) return allWays(arms, ways);
  const fewest = Math.min(FEWEST, most);
  const drawn = Math.max(fewest, Math.min(most, Math.floor(MOST_WORK / Math.max(1, arms.active))));
  return { count: drawn + 1, isExact: false, fill: (index, into) => draw(arms, index, into) };
}

/** Of `customers`, `chosen`; Infinity beyond `limit`. */
function waysToChoose(customers: number, chosen: number, limit: number): number {
  let ways = 1;
  for (let k = 1; k <= Math.min(chosen, customers - chosen); k++) {
    ways = (ways * (customers - k + 1)) / k;
    if (ways > limit) return Number.POSITIVE_INFINITY;
  }
  return Math.round(ways);
}

/** Selection sampling (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S), as far as active customers go. */
function draw({ customers, heldOut, active, isHeldOut }: Arms, index: number, into: Uint8Array): void {
  if (index === 0) {
    into.set(isHeldOut);
    return;
  }
  let state = Math.imul(index, 0x9e3779b1);
  let toChoose = heldOut;
  for (let a = 0; a < active; a++) {
    // mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const random = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    const isChosen = random * (customers - a) < toChoose;
    into[a] = isChosen ? 1 : 0;
    if (isChosen) toChoose--;
  }
}

/** In lexicographic order; customers without an order fill the places after the active ones. */
function allWays({ customers, heldOut, active }: Arms, count: number): Relabellings {
  const chosen = Array.from({ length: heldOut }, (_, at) => at);
  let current = 0;
  const next = (): void => {
    let at = heldOut - 1;
    while (at >= 0 && chosen[at] === customers - heldOut + at) at--;
    if (at >= 0) chosen[at]++;
    for (let after = at + 1; after < heldOut; after++) chosen[after] = at < 0 ? after : chosen[after - 1] + 1;
    current = at < 0 ? 0 : current + 1;
  };
  return {
    count,
    isExact: true,
    fill(index, into) {
      while (current !== index) next();
      into.fill(0);
      for (const place of chosen) if (place < active) into[place] = 1;
    },
  };
}
