// Prices that are a hundred times too large: all of a file in cents, or those of some rows beside others of their product.
import { currencyDecimals } from '../../src/core/money/currency.ts';
import type { FileProblem } from '../problems/file-problems.ts';
import type { OrderRow } from '../rows/check-row.ts';
import type { Place } from './place.ts';

/** Products whose first price is remembered, and prices that are told apart. */
const [MAX_PRODUCTS, MAX_PRICES] = [5_000, 2_000];
/** A gift card of 10 and one of 1,000 are no mistake; three such products are. */
const ENOUGH_PRODUCTS = 3;
const ENOUGH_PRICES = 30;
/** So many rows are compared with their product, and of all others those whose price is far from the mean. */
const ALL_ROWS = 50_000;
const [FAR_ABOVE, FAR_BELOW] = [5, 1 / 20];
/** Fewer cents are no price. */
const LEAST_CENTS = 50;

interface Jump extends Place {
  readonly product: string;
  readonly low: number;
  readonly high: number;
}

export class OddPrices {
  private readonly firstPrices = new Map<string, number>();
  private readonly jumping = new Map<string, Jump>();
  private rows = 0;
  private sum = 0;
  /** Undefined once a price has a fraction. */
  private whole: Set<number> | undefined = new Set();

  add({ item: { product_name, product_sku, unit_price: price }, line }: OrderRow, source: string): void {
    if (price === undefined || price <= 0) return;
    if (this.whole !== undefined) {
      if (!Number.isInteger(price) || price < LEAST_CENTS) this.whole = undefined;
      else if (this.whole.size < MAX_PRICES) this.whole.add(price);
    }
    if (this.isOrdinary(price)) return;
    const product = product_name ?? product_sku ?? '';
    const first = this.firstPrices.get(product);
    if (first === undefined) {
      if (this.firstPrices.size < MAX_PRODUCTS) this.firstPrices.set(product, price);
    } else if (price !== first) {
      const [low, high] = price < first ? [price, first] : [first, price];
      if (Math.abs(high - 100 * low) > high * 1e-9 || this.jumping.has(product)) return;
      if (this.jumping.size < MAX_PRODUCTS) this.jumping.set(product, { product, low, high, line, source });
    }
  }

  private isOrdinary(price: number): boolean {
    this.rows++;
    this.sum += price;
    const share = (price * this.rows) / this.sum;
    return this.rows > ALL_ROWS && share < FAR_ABOVE && share > FAR_BELOW;
  }

  found(
    currency: string | undefined,
  ): { readonly source: string | undefined; readonly problem: FileProblem } | undefined {
    const [jump] = this.jumping.values();
    if (jump !== undefined && this.jumping.size >= ENOUGH_PRODUCTS) {
      const { source, product, low, high, line } = jump;
      return {
        source,
        problem: { code: 'price_jumps', product, low, high, currency, line, products: this.jumping.size },
      };
    }
    if (!this.areCents(currency)) return undefined;
    const [example = 0] = [...(this.whole ?? [])].filter((price) => price % 10 !== 0);
    return { source: undefined, problem: { code: 'prices_in_cents', example } };
  }

  /** None has a fraction, none is small, and most are no multiple of ten, as whole prices that large would be. */
  private areCents(currency: string | undefined): boolean {
    const prices = [...(this.whole ?? [])];
    if (prices.length < ENOUGH_PRICES || currencyDecimals(currency) === 0) return false;
    return prices.filter((price) => price % 10 !== 0).length * 2 > prices.length;
  }
}
