// Estimates the time until an event if some subjects were not followed long enough to observe it: the product-limit
// estimate of Kaplan & Meier (1958), JASA 53, 457–481.

/** One entry per subject. */
export interface FollowUp {
  /** Days until the event, or until the end of the observation; 0 or more. */
  readonly days: Float64Array;
  /** 1 if the event occurred, 0 if the observation ended before it (censored). */
  readonly observed: Uint8Array;
}

/** The curve from one day with events to the next. */
interface CurvePoint {
  readonly day: number;
  /** Subjects without the event whose observation lasts to this day or longer. */
  readonly atRisk: number;
  readonly events: number;
  /** Probability that the event has not occurred by the end of this day. */
  readonly survival: number;
  /** Greenwood's standard error of `survival`; NaN if that is 0. */
  readonly standardError: number;
  /** 95 % confidence limits of `survival`; NaN if that is 0. */
  readonly lower: number;
  readonly upper: number;
}

export interface SurvivalCurve {
  readonly subjects: number;
  readonly events: number;
  /** The longest observation, in days, after which the curve is unknown. -Infinity without subjects. */
  readonly longest: number;
  /** Days with events, ascending. */
  readonly points: readonly CurvePoint[];
}

/** 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * Confidence limits are Greenwood's on the logarithm of the survival, at most 1: the default of R's `survfit`
 * (`conf.type = "log"`), so that anyone can check them there. A subject whose observation ends on a day is at risk on
 * that day.
 */
export function estimateSurvival(followUp: FollowUp): SurvivalCurve {
  const lasts = followUp.days.slice().sort();
  const eventDays = listEventDays(followUp);
  const points: CurvePoint[] = [];
  let survival = 1;
  let greenwood = 0;
  let ended = 0;
  for (let at = 0; at < eventDays.length; ) {
    const day = eventDays[at];
    let events = 0;
    while (at < eventDays.length && eventDays[at] === day) {
      events++;
      at++;
    }
    while ((lasts[ended] ?? day) < day) ended++;
    const atRisk = lasts.length - ended;
    // Multiply whole numbers before dividing: 10/11 × 9/10 is then more often 9/11 to the last digit.
    survival = (survival * (atRisk - events)) / atRisk;
    greenwood += events / (atRisk * (atRisk - events));
    points.push({ day, atRisk, events, survival, ...computeLimits(survival, greenwood) });
  }
  return { subjects: lasts.length, events: eventDays.length, longest: lasts.at(-1) ?? -Infinity, points };
}

/** `greenwood`: the sum of d / (n (n − d)) over the days up to this one. */
function computeLimits(survival: number, greenwood: number) {
  if (survival === 0) return { standardError: Number.NaN, lower: Number.NaN, upper: Number.NaN };
  const error = Math.sqrt(greenwood);
  return {
    standardError: survival * error,
    lower: survival * Math.exp(-Z * error),
    upper: Math.min(1, survival * Math.exp(Z * error)),
  };
}

/** Ascending, one entry per event. */
export function listEventDays({ days, observed }: FollowUp): Float64Array {
  return days.filter((_, subject) => observed[subject] === 1).sort();
}

export type Estimate = Pick<CurvePoint, 'survival' | 'lower' | 'upper'>;

/** The curve at the end of a day. Undefined after the longest observation. */
export function getSurvivalAt({ points, longest }: SurvivalCurve, day: number): Estimate | undefined {
  if (day > longest) return undefined;
  return points.findLast((point) => point.day <= day) ?? { survival: 1, lower: 1, upper: 1 };
}

export interface Median {
  readonly days: number | undefined;
  /** Days at which the confidence limits of the curve cross one half; undefined if they do not. */
  readonly lower: number | undefined;
  readonly upper: number | undefined;
}

/** The first day by which at least half have had the event; undefined if the curve stays above one half. */
export function estimateMedianDays(curve: SurvivalCurve): Median {
  return estimateQuantileDays(curve, 0.5);
}

/** The days for another share than half, above 0 and below 1: `quantile` of R's `survfit`. */
export function estimateQuantileDays({ points }: SurvivalCurve, share: number): Median {
  return {
    days: findCrossing(points, share, ({ survival }) => survival),
    lower: findCrossing(points, share, ({ lower }) => lower),
    upper: findCrossing(points, share, ({ upper }) => upper),
  };
}

/** Shares are compared with this tolerance, since 6/11 × 11/12 is not exactly 1/2 in floating point. */
const TOLERANCE = Math.sqrt(Number.EPSILON);

/** If the curve lies at exactly the share for some time, the middle of that time, as in R. */
function findCrossing(
  points: readonly CurvePoint[],
  share: number,
  value: (point: CurvePoint) => number,
): number | undefined {
  const left = 1 - share;
  const first = points.find((point) => value(point) < left + TOLERANCE);
  if (first === undefined) return undefined;
  const isAt = Math.abs(value(first) - left) < TOLERANCE;
  const below = isAt ? points.find((point) => value(point) < value(first)) : undefined;
  return below === undefined ? first.day : (first.day + below.day) / 2;
}
