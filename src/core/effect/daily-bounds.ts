// How far from zero chance alone takes a difference, if somebody looks on every day of the window. The chance of an error is spent
// over the days (Lan & DeMets, Biometrika 70, 1983; the power family of Kim & DeMets, Biometrika 74, 1987), and what chance does is
// read from relabellings of the same data (Plamadeala & Rosenberger, Annals of Statistics 40, 2012): exact for any outcomes.

/** Chance of any claim, on any day, where there is no effect: half for each direction. */
const ERROR = 0.05;
/** Of the error, (day / window)³ is spent by a day: most of it is left for the end, where most is known. */
const POWER = 3;
/** More than what equal differences differ by after rounding: who ties with a bound is not beyond it. */
const ROUNDING = 1e-8;

/** In standard errors: a difference that lies beyond, not on it, is claimed. */
export interface DailyBounds {
  readonly upper: number;
  readonly lower: number;
}

/** On each of `looks` days of a window. `paths`: as differencePaths gives them, what really was among them. */
export function dailyBounds(paths: Float64Array, looks: number, window: number): DailyBounds[] {
  const [upper, lower] = [boundsOf(paths, looks, window, 1), boundsOf(paths, looks, window, -1)];
  return Array.from(upper, (bound, look) => ({ upper: bound, lower: lower[look] }));
}

/** Paths that cross on a day are out: they spend the error of the days up to it. */
function boundsOf(paths: Float64Array, looks: number, window: number, sign: 1 | -1): Float64Array {
  const count = paths.length / looks;
  const bounds = new Float64Array(looks);
  let left = Uint32Array.from({ length: count }, (_, path) => path);
  for (let look = 0; look < looks; look++) {
    const spent = count - left.length;
    const quota = Math.floor((ERROR / 2) * ((look + 1) / window) ** POWER * count + 1e-9) - spent;
    const values = Float64Array.from(left, (path) => sign * paths[path * looks + look]).sort();
    // At most `quota` lie beyond it: fewer where some tie. With nothing to spend, none does.
    const bound = values[Math.max(0, values.length - 1 - quota)];
    if (values[values.length - 1] > bound) {
      left = left.filter((path) => sign * paths[path * looks + look] <= bound);
    }
    bounds[look] = bound + ROUNDING;
  }
  return bounds;
}
