// Describes what customers bought before they were assigned by two columns that measures are adjusted by.
import type { EffectMeasure } from '../../contract/report-types/effect/limits.ts';
import type { Outcomes } from './outcomes.ts';

/** Customers with a past that two slopes are estimated from. */
const LEAST_WITH_PAST = 30;
/** Two columns of the past with variance 1 over everyone assigned, not correlated with each other; 0 without a past. */
export interface Covariates {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly count: 1 | 2;
}

/**
 * The measure's own past, and the logarithm of the number of orders: those who order often stay regular, but for
 * shares ten orders say little more than five.
 */
export function createCovariates(
  measure: EffectMeasure,
  { customers, past }: Pick<Outcomes, 'customers' | 'past'>,
): Covariates | undefined {
  if (past.orders.filter((one) => one > 0).length < LEAST_WITH_PAST) return undefined;
  const own = measure === 'revenue' ? past.revenue : past.orders;
  const first = scaleToUnit(own, customers);
  if (first === undefined) return undefined;
  const logarithms = past.orders.map((one) => Math.log1p(one));
  const shared = computeCovariance(first, logarithms, customers);
  const rest = logarithms.map((one, at) => one - shared * first[at]);
  const isNew =
    computeCovariance(rest, rest, customers) >
    DISTINCT * computeCovariance(logarithms, logarithms, customers);
  const second = isNew ? scaleToUnit(rest, customers) : undefined;
  return second === undefined
    ? { first, second: new Float64Array(first.length), count: 1 }
    : { first, second, count: 2 };
}

/** Least share of a covariate's square that varies, and of the logarithm's variance that the first one leaves. */
const DISTINCT = 1e-6;

/** Undefined if all values are equal but for rounding. `customers`: everyone; those after the last value have 0. */
function scaleToUnit(values: Float64Array, customers: number): Float64Array | undefined {
  const variance = computeCovariance(values, values, customers);
  const square = values.reduce((sum, one) => sum + one ** 2, 0) / customers;
  return variance > DISTINCT * square ? values.map((one) => one / Math.sqrt(variance)) : undefined;
}

function computeCovariance(some: Float64Array, others: Float64Array, customers: number): number {
  let [sum, otherSum] = [0, 0];
  for (let at = 0; at < some.length; at++) {
    sum += some[at];
    otherSum += others[at];
  }
  const [mean, otherMean] = [sum / customers, otherSum / customers];
  let around = (customers - some.length) * mean * otherMean;
  for (let at = 0; at < some.length; at++) around += (some[at] - mean) * (others[at] - otherMean);
  return around / customers;
}
