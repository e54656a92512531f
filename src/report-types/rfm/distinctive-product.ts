// The product that sets a segment apart: bought by enough of its customers, and by more than chance explains.
import { shareInterval } from '../../core/chance/binomial-interval.ts';
import { fisherPValue } from '../../core/chance/fisher.ts';
import { isFeeName } from '../../core/orders/fee-names.ts';
import type { RfmBody, RfmSegment } from './schema.ts';

type Product = RfmSegment['top_products'][number];

/** Buyers in the segment, below which a product says nothing of it. */
const LEAST_BUYERS = 5;
/** Chance that any product of the report is taken for distinctive wrongly. */
const SIGNIFICANCE = 0.05;

/**
 * Of the segment's top products, fees and services left out, the one of the highest lift. All products in all segments were
 * looked at: those of the highest revenue are chosen by the same data.
 */
export function distinctiveProduct(
  { count, top_products }: RfmSegment,
  { customer_count, segments, metrics }: Pick<RfmBody, 'customer_count' | 'segments' | 'metrics'>,
): Product | undefined {
  const looked = (metrics?.products ?? 1) * segments.length;
  const isDistinctive = ({ product_name, customers, share_of_segment_customers, lift }: Product): boolean => {
    if (customers < LEAST_BUYERS || lift <= 1 || isFeeName(product_name)) return false;
    const buyers = Math.round((share_of_segment_customers / lift) * customer_count);
    const others = (buyers - customers) / Math.max(1, customer_count - count);
    // Fisher's exact test, and an interval that leaves the others' share out, both corrected (Bonferroni).
    return (
      fisherPValue(customers, count, buyers, customer_count) * looked < SIGNIFICANCE &&
      shareInterval(customers, count, SIGNIFICANCE / looked).lower > others
    );
  };
  return top_products.filter(isDistinctive).sort((a, b) => b.lift - a.lift)[0];
}
