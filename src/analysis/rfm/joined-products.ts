// Joins sums of products over partitions of the customers. Products are matched by label, since each partition has its
// own numbers.
import type { MoneyUnits } from '../money/decimal.ts';
import { MoneySums } from '../money/money-sums.ts';
import { type ProductSums, type VolumeColumns, VolumeCounts } from './top-products.ts';

/** The cells of a partition that have a row; all columns are indexed alike. */
export interface ProductCells {
  /** Index into the partition's labels. */
  readonly product: ArrayLike<number>;
  readonly segment: ArrayLike<number>;
  readonly orders: ArrayLike<number>;
  readonly customers: ArrayLike<number>;
  readonly placed: ArrayLike<number>;
  readonly quantity: ArrayLike<number>;
  readonly revenueAt: (cell: number) => MoneyUnits;
}

/** Indexes of the cells whose sums are not 0. */
export function listUsedCells({ customers, placed, quantity, revenue }: ProductSums): Uint32Array {
  return Uint32Array.from(quantity.keys()).filter(
    (cell) => customers[cell] > 0 || placed[cell] > 0 || quantity[cell] !== 0 || revenue.unitsAt(cell) !== 0,
  );
}

export class JoinedProducts {
  private readonly segments: number;
  private readonly products: string[] = [];
  private readonly productOf = new Map<string, number>();
  private orders = new Uint32Array(0);
  private customers = new Uint32Array(0);
  private placed = new Uint32Array(0);
  private quantity = new Float64Array(0);
  private revenue: MoneySums;
  private readonly volumes: VolumeCounts;

  constructor(segments: number, scale: number) {
    this.segments = segments;
    this.volumes = new VolumeCounts(segments);
    this.revenue = new MoneySums(0, scale);
  }

  add(labels: readonly string[], cells: ProductCells, volumes: VolumeColumns): void {
    this.volumes.add(volumes);
    const indexes = Uint32Array.from(labels, (label) => this.indexOf(label));
    this.grow(this.segments * this.products.length);
    for (let cell = 0; cell < cells.product.length; cell++) {
      const at = this.segments * indexes[cells.product[cell]] + cells.segment[cell];
      this.orders[at] += cells.orders[cell];
      this.customers[at] += cells.customers[cell];
      this.placed[at] += cells.placed[cell];
      this.quantity[at] += cells.quantity[cell];
      this.revenue.add(at, cells.revenueAt(cell));
    }
  }

  sums(): ProductSums {
    const { segments, products, orders, customers, placed, quantity, revenue, volumes } = this;
    return { segments, products, orders, customers, placed, quantity, revenue, volumes };
  }

  private indexOf(label: string): number {
    const known = this.productOf.get(label);
    if (known !== undefined) return known;
    this.productOf.set(label, this.products.length);
    return this.products.push(label) - 1;
  }

  private grow(cells: number): void {
    if (cells <= this.orders.length) return;
    // Grow by half at least, so that copies are rare.
    const size = Math.max(cells, Math.ceil(this.orders.length * 1.5));
    const { orders, customers, placed, quantity, revenue } = this;
    this.orders = new Uint32Array(size);
    this.orders.set(orders);
    this.customers = new Uint32Array(size);
    this.customers.set(customers);
    this.placed = new Uint32Array(size);
    this.placed.set(placed);
    this.quantity = new Float64Array(size);
    this.quantity.set(quantity);
    this.revenue = new MoneySums(size, revenue.scale);
    for (let at = 0; at < revenue.length; at++) this.revenue.copyFrom(at, revenue, at);
  }
}
