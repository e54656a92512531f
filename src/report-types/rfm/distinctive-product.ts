// The product that sets a segment apart: bought by enough of its customers, and by more than chance explains.
import { fisherPValue } from '../../core/mining/rules/fisher.ts';
import { isFeeName } from '../../core/orders/fee-names.ts';
import type { RfmBody, RfmSegment } from './schema.ts';

type Product = RfmSegment['top_products'][number];

/** Buyers in the segment, below which a product says nothing of it. */
const LEAST_BUYERS = 5;
/** Chance that any product of the report is taken for distinctive wrongly. */
const SIGNIFICANCE = 0.05;

/** Of the segment's top products, fees and services left out, the one of the highest lift. */
export function distinctiveProduct(
  { count, top_products }: RfmSegment,
  { customer_count, segments }: Pick<RfmBody, 'customer_count' | 'segments'>,
): Product | undefined {
  const looked = segments.reduce((sum, segment) => sum + segment.top_products.length, 0);
  const isDistinctive = ({ product_name, customers, share_of_segment_customers, lift }: Product): boolean => {
    if (customers < LEAST_BUYERS || lift <= 1 || isFeeName(product_name)) return false;
    const buyers = Math.round((share_of_segment_customers / lift) * customer_count);
    // Fisher's exact test, corrected for all the products that were looked at (Bonferroni).
    return fisherPValue(customers, count, buyers, customer_count) * looked < SIGNIFICANCE;
  };
  return top_products.filter(isDistinctive).sort((a, b) => b.lift - a.lift)[0];
}
