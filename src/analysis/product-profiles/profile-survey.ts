// Surveys the orders of one partition before their profiles are counted. Surveys of partitions add up.
import { holdColumns, type UnpackedColumns } from '../extract/packed-columns.ts';
import {
  countAllOrderSizes,
  hasNext,
  type OrderSequences,
  type OrderSizes,
  SIZE_CLASSES,
} from './order-sequences.ts';

/** Indexed by the number of items in the larger one of two consecutive orders. */
export interface ProfileSurvey {
  readonly sizes: OrderSizes;
  readonly pairs: Float64Array;
  /** Number of pairs of an item of the one order and an item of the other. */
  readonly work: Float64Array;
}

export function surveyOrders({ start, customer }: OrderSequences): ProfileSurvey {
  const [pairs, work]: [number[], number[]] = [[], []];
  for (let order = 0; order + 1 < customer.length; order++) {
    if (!hasNext(customer, order)) continue;
    const [one, other] = [start[order + 1] - start[order], start[order + 2] - start[order + 1]];
    const size = Math.max(one, other);
    while (work.length <= size) {
      pairs.push(0);
      work.push(0);
    }
    pairs[size]++;
    work[size] += one * other;
  }
  return { sizes: countAllOrderSizes(start), pairs: Float64Array.from(pairs), work: Float64Array.from(work) };
}

/** Most items of an order that is counted; infinite if all are. */
export function findLargestOrder({ work }: ProfileSurvey, maxWork: number): number {
  let sum = 0;
  for (const [size, pairs] of work.entries()) {
    sum += pairs;
    if (sum > maxWork) return size - 1;
  }
  return Number.POSITIVE_INFINITY;
}

export function packProfileSurvey({ sizes, pairs, work }: ProfileSurvey): UnpackedColumns {
  return holdColumns({
    sizes: Float64Array.of(sizes.orders, sizes.entries, ...sizes.classes),
    pairs,
    work,
  });
}

export function joinProfileSurveys(surveys: readonly UnpackedColumns[]): ProfileSurvey {
  const addSurveys = (name: string, least: number): Float64Array => {
    const columns = surveys.map((survey) => survey.doubles(name));
    const sums = new Float64Array(Math.max(least, ...columns.map(({ length }) => length)));
    for (const column of columns) for (const [at, value] of column.entries()) sums[at] += value;
    return sums;
  };
  const [orders, entries, ...classes] = addSurveys('sizes', 2 + SIZE_CLASSES);
  return { sizes: { orders, entries, classes }, pairs: addSurveys('pairs', 0), work: addSurveys('work', 0) };
}
