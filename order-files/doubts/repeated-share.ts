// How many lines have a product that their order has already: many mean that orders were merged, or that the file was
// exported twice. Counted over a sample of orders, chosen by the hash of their ids, so that it takes little memory.
import { hash32 } from '../../src/core/ingest/hash.ts';
import type { FileProblem } from '../problems/file-problems.ts';
import type { OrderRow } from '../rows/check-row.ts';
import { DistinctCount } from '../values/distinct-count.ts';

const MAX_LINES = 5_000;
const ENOUGH_LINES = 40;
/** A till that scans each piece on its own repeats a tenth of its lines. */
const MANY = 0.25;

export class RepeatedShare {
  /** Orders are sampled whose hash has these bits all 0. */
  private mask = 0;
  private seen = new DistinctCount();
  private lines = 0;
  private order: string | undefined;
  private isSampled = false;

  add({ order_id, item }: OrderRow, source: string): void {
    if (order_id !== this.order) {
      this.order = order_id;
      this.isSampled = this.mask === 0 || (hash32(order_id) & this.mask) === 0;
    }
    if (!this.isSampled) return;
    this.lines++;
    // What came back repeats what was sold; a later file may have the order again.
    const { product_name = '', product_sku = '', quantity = 1 } = item;
    this.seen.add(`${order_id}\n${source}\n${quantity < 0 ? '-' : ''}${product_name}\n${product_sku}`);
    if (this.seen.size < MAX_LINES) return;
    this.mask = 2 * this.mask + 1;
    this.seen = new DistinctCount();
    this.lines = 0;
    this.order = undefined;
  }

  found(): { readonly source: undefined; readonly problem: FileProblem } | undefined {
    const share = 1 - this.seen.size / this.lines;
    if (this.lines < ENOUGH_LINES || !(share > MANY)) return undefined;
    return { source: undefined, problem: { code: 'repeated_products', percent: Math.round(100 * share) } };
  }
}
