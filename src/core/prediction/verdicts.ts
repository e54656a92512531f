// Which forecast was best on past days, and by how much: a forecast is trusted where it was better than repeating the past.
import { type ForecastName, REPEATED, type TriedOrigin } from './trials.ts';

export type Figure = 'orders' | 'value';

/** Means over all origins. */
export interface Verdict {
  readonly name: ForecastName;
  /** |forecast − actual| of a customer. */
  readonly absolute: number;
  /** Root of the mean of its square: least for the mean of what may come. The error before is least for the median, so 0. */
  readonly rootMeanSquare: number;
  /** |forecast − actual| of the sums over segments: errors of customers that cancel are not in it. */
  readonly perSegment: number;
  /** Origins at which the error per segment was smaller than that of the naive forecast. */
  readonly betterAt: number;
  /** Than the naive one: both the root mean square per customer and the error per segment are smaller. */
  readonly betterThanNaive: boolean;
}

/** Of every forecast that has the figure at all origins, the naive one first. */
export function verdicts(origins: readonly TriedOrigin[], figure: Figure): Verdict[] {
  const names = [...(origins[0]?.trials.keys() ?? [])];
  const all = names.flatMap((name) => {
    const errors = origins.map((origin) => errorsAt(origin, name, figure));
    return errors.every((error) => error !== undefined) ? [{ name, errors }] : [];
  });
  const naive = all.find(({ name }) => name === REPEATED);
  return all.map(({ name, errors }) => {
    const [mine, theirs] = [meanOf(errors), meanOf(naive?.errors ?? [])];
    return {
      name,
      ...mine,
      betterAt: errors.filter(({ perSegment }, at) => perSegment < (naive?.errors[at]?.perSegment ?? 0))
        .length,
      betterThanNaive: mine.rootMeanSquare < theirs.rootMeanSquare && mine.perSegment < theirs.perSegment,
    };
  });
}

/** Of those that are better than naive, the one with the least error per segment; the naive one where there is none. */
export function bestOf(all: readonly Verdict[]): Verdict | undefined {
  const better = all.filter(({ betterThanNaive }) => betterThanNaive);
  return better.toSorted((left, right) => left.perSegment - right.perSegment)[0] ?? all[0];
}

interface Errors {
  readonly absolute: number;
  readonly squared: number;
  readonly perSegment: number;
}

function errorsAt(
  { actual, customers, trials }: TriedOrigin,
  name: ForecastName,
  figure: Figure,
): Errors | undefined {
  const trial = trials.get(name);
  const off = trial?.[figure];
  if (trial === undefined || off === undefined) return undefined;
  const there = trial.segments.flatMap((segment, s) =>
    segment.customers > 0 ? [Math.abs((segment[figure] ?? 0) - actual[s][figure])] : [],
  );
  return {
    absolute: off.absolute / customers,
    squared: off.squared / customers,
    perSegment: there.reduce((sum, error) => sum + error, 0) / there.length,
  };
}

function meanOf(errors: readonly Errors[]): Pick<Verdict, 'absolute' | 'rootMeanSquare' | 'perSegment'> {
  const mean = (of: keyof Errors): number =>
    errors.reduce((sum, error) => sum + error[of], 0) / Math.max(1, errors.length);
  return {
    absolute: mean('absolute'),
    rootMeanSquare: Math.sqrt(mean('squared')),
    perSegment: mean('perSegment'),
  };
}
