// Computes how far from zero chance alone takes a difference, if somebody reads it on every day of the window. The
// error is spent over the days (Lan & DeMets, Biometrika 70, 1983; the power family of Kim & DeMets, Biometrika 74,
// 1987), and the distribution under chance is that of relabellings of the same data (Plamadeala & Rosenberger, Annals
// of Statistics 40, 2012): exact for any outcomes.

/** Probability of a false claim on any day, if there is no effect: half for each direction. */
const ERROR = 0.05;
/** The error spent by a day is (day / window)³: most is left for the end, when the data are richest. */
const POWER = 3;
/** Tolerance of a bound in standard errors: a difference that equals it but for rounding is not beyond it. */
const ROUNDING = 1e-8;

/** In standard errors: a difference is claimed if it lies beyond a bound, not on it. */
export interface DailyBounds {
  readonly upper: number;
  readonly lower: number;
}

/**
 * Returns the bounds on each of `looks` days of a window. `paths`: the result of `computeDifferencePaths`, including
 * the actual assignment.
 */
export function computeDailyBounds(paths: Float64Array, looks: number, window: number): DailyBounds[] {
  const [upper, lower] = [computeBounds(paths, looks, window, 1), computeBounds(paths, looks, window, -1)];
  return Array.from(upper, (bound, look) => ({ upper: bound, lower: lower[look] }));
}

/** Paths that cross a bound on a day are excluded later: they spend the error of the days up to it. */
function computeBounds(paths: Float64Array, looks: number, window: number, sign: 1 | -1): Float64Array {
  const count = paths.length / looks;
  const bounds = new Float64Array(looks);
  let left = listAll(count);
  for (let look = 0; look < looks; look++) {
    const quota = countSpent(look, window, count) - (count - left.length);
    const bound = findBound(left, (path) => sign * paths[path * looks + look], quota);
    left = left.filter((path) => sign * paths[path * looks + look] <= bound);
    bounds[look] = bound + ROUNDING;
  }
  return bounds;
}

const listAll = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, path) => path);

/** Paths of `count` that may lie beyond the bounds of one direction by the end of a day. */
function countSpent(look: number, window: number, count: number): number {
  return Math.floor((ERROR / 2) * ((look + 1) / window) ** POWER * count + 1e-9);
}

/** At most `quota` paths lie beyond the bound: fewer if some tie, none if there is nothing to spend. */
function findBound(paths: Uint32Array, getValue: (path: number) => number, quota: number): number {
  const values = Float64Array.from(paths, getValue).sort();
  return values[Math.max(0, values.length - 1 - Math.max(0, quota))];
}

/** Widest adjusted interval, relative to the plain one. */
const MOST_WIDTH = 1.01;

/** Differences of relabellings: that of relabelling r on day d is at r × looks + d. */
export interface AdjustedPaths {
  readonly differences: Float64Array;
  /** Standard errors relative to those of plain differences; infinite on days on which the past explains too little. */
  readonly errors: Float64Array;
}

export interface AdjustedBounds extends DailyBounds {
  /** Largest relative error of a difference that is adjusted; otherwise the plain one and its bounds count. */
  readonly mostError: number;
}

/** Plain differences, with their bounds. */
export interface PlainPaths {
  readonly paths: Float64Array;
  readonly bounds: readonly DailyBounds[];
}

/**
 * Every relabelling states its adjusted or its plain difference on each day, as the campaign does: the adjusted one
 * unless its interval would be the wider one. Plain differences keep their bounds; adjusted ones may spend what the
 * plain ones have left so far, and no more than their share. At most 5 % of those that state adjusted differences cross
 * a bound, and 5 % of all, except for the plain ones that use up more than their share on later days.
 */
export function computeAdjustedBounds(
  plain: PlainPaths,
  adjusted: AdjustedPaths,
  looks: number,
  window: number,
): AdjustedBounds[] {
  const count = adjusted.differences.length / looks;
  const [above, below] = [createDirection(1, count), createDirection(-1, count)];
  return plain.bounds.map(({ upper, lower }, look) => {
    const spent = countSpent(look, window, count);
    const isAdjusted = (path: number, mostError: number) => adjusted.errors[path * looks + look] <= mostError;
    const getValues = (sign: 1 | -1) => ({
      getPlain: (path: number): number => sign * plain.paths[path * looks + look],
      getAdjusted: (path: number): number => sign * adjusted.differences[path * looks + look],
    });
    const compute = ({ sign, left }: Direction, plainBound: number, mostError: number): number => {
      const { getPlain, getAdjusted } = getValues(sign);
      const some = left.filter((path) => isAdjusted(path, mostError));
      if (some.length === 0) return Number.POSITIVE_INFINITY;
      const others = left.filter((path) => !isAdjusted(path, mostError) && getPlain(path) > plainBound);
      const unspent = spent - (count - left.length);
      const share = Math.floor((unspent * some.length) / left.length);
      return findBound(some, getAdjusted, Math.min(share, unspent - others.length));
    };
    const bounds = chooseBounds({ upper, lower }, (mostError) => ({
      ...{ upper: compute(above, upper, mostError), lower: compute(below, lower, mostError) },
    }));
    const leave = (direction: Direction, bound: number, plainBound: number): void => {
      const { getPlain, getAdjusted } = getValues(direction.sign);
      direction.left = direction.left.filter((path) =>
        isAdjusted(path, bounds.mostError) ? getAdjusted(path) <= bound : getPlain(path) <= plainBound,
      );
    };
    leave(above, bounds.upper, upper);
    leave(below, bounds.lower, lower);
    return { ...bounds, upper: bounds.upper + ROUNDING, lower: bounds.lower + ROUNDING };
  });
}

interface Direction {
  readonly sign: 1 | -1;
  /** Paths that have not crossed a bound on an earlier day. */
  left: Uint32Array;
}

const createDirection = (sign: 1 | -1, count: number): Direction => ({ sign, left: listAll(count) });

/**
 * Differences whose adjusted interval would be the wider one are plain, which moves the bounds of the others. The second
 * bounds stay: those that would be wider by these are plain, too, and are too few to matter.
 */
function chooseBounds(plain: DailyBounds, compute: (mostError: number) => DailyBounds): AdjustedBounds {
  const computeMostError = ({ upper, lower }: DailyBounds): number =>
    (MOST_WIDTH * (plain.upper + plain.lower)) / (upper + lower);
  const first = compute(MOST_WIDTH);
  const mostError = computeMostError(first);
  if (mostError >= MOST_WIDTH) return { ...first, mostError: MOST_WIDTH };
  const second = compute(mostError);
  return { ...second, mostError: Math.min(mostError, computeMostError(second)) };
}
