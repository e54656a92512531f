// Stores line items in 12 bytes each: product, quantity, and unit price by dictionary, since a shop has few prices.
import {
  findCommonScale,
  MAX_PRICED_SCALE,
  multiplyToUnits,
  restoreTotal,
  toAmount,
  toUnits,
} from '../money/decimal.ts';
import type { MoneySums } from '../money/money-sums.ts';

/**
 * Top bits of a price index: the row fails the report's row-level conditions; it has the other identifier; it is a fee
 * or service.
 */
export const DROPPED = 0x80000000;
const OTHER = 0x40000000;
const SERVICE = 0x20000000;
const PRICE = 0x1fffffff;
/** Integers whose magnitudes add up to less are added exactly. */
const SAFE = 2 ** 53;

/** The stored form of line items. */
export interface PackedLines {
  readonly products: Uint32Array<ArrayBuffer>;
  readonly quantities: Int32Array<ArrayBuffer>;
  /** Index into `prices`, with three flags above it: LINE_FLAG_SHIFT. */
  readonly priceIndexes: Uint32Array<ArrayBuffer>;
  readonly prices: Float64Array;
}

/** The flags of a line begin at this bit of its price index. */
export const LINE_FLAG_SHIFT = 29;

export class LineColumns {
  readonly count: number;
  /** Decimals that the prices carry: money is summed in units of 10^-scale. */
  readonly scale: number;
  private readonly products: Uint32Array<ArrayBuffer>;
  private readonly quantities: Int32Array<ArrayBuffer>;
  private readonly priceIndexes: Uint32Array<ArrayBuffer>;
  private readonly prices: Float64Array;
  /** Whether some prices are totals over quantities. */
  private readonly hasQuotients: boolean;
  /** Prices in units; the nearest double if a price has more than 2^53 of them. */
  private readonly priceUnits: Float64Array;

  /** `scale`: given if the lines are a part of others; at least that of the prices. */
  constructor({ products, quantities, priceIndexes, prices }: PackedLines, scale = findCommonScale(prices)) {
    this.count = products.length;
    this.products = products;
    this.quantities = quantities;
    this.priceIndexes = priceIndexes;
    this.prices = prices;
    this.scale = scale;
    this.hasQuotients = scale > MAX_PRICED_SCALE;
    this.priceUnits = prices.map((price) => Number(toUnits(price, this.scale)));
  }

  /** Shares its memory with these columns. */
  get packed(): PackedLines {
    const { products, quantities, priceIndexes, prices } = this;
    return { products, quantities, priceIndexes, prices };
  }

  /** Index of the product. */
  getProduct(line: number): number {
    return this.products[line];
  }

  /** Number of units; zero or negative is a return, never a purchase. */
  getQuantity(line: number): number {
    return this.quantities[line];
  }

  /** Adds unit_price × quantity to a sum, which must be of this scale. */
  addValue(line: number, sums: MoneySums, at: number): void {
    if (sums.tryAdd(at, this.computeUnits(line))) return;
    sums.add(at, multiplyToUnits(this.getPrice(line), this.quantities[line], this.scale));
  }

  /** Adds the values of the lines that are kept, from `start` to before `end`: one check for all of them. */
  addKeptValues(start: number, end: number, sums: MoneySums, at: number): void {
    let sum = 0;
    let size = 0;
    for (let line = start; line < end; line++) {
      if (!this.isKept(line)) continue;
      const value = this.computeUnits(line);
      sum += value;
      size += Math.abs(value);
    }
    // Beyond the limit, a value or a partial sum may have been rounded.
    if (size < SAFE && sums.tryAdd(at, sum)) return;
    for (let line = start; line < end; line++) if (this.isKept(line)) this.addValue(line, sums, at);
  }

  /**
   * unit_price × quantity, in the dataset's own currency: the nearest double, for display only. Sum exact values
   * instead.
   */
  computeValue(line: number): number {
    return toAmount(this.computeUnits(line), this.scale);
  }

  /** The value in units of the scale: whole numbers, as long as they are below 2^53. */
  computeUnits(line: number): number {
    const price = this.priceUnits[this.priceIndexes[line] & PRICE];
    const quantity = this.quantities[line];
    const product = price * quantity;
    if (!this.hasQuotients || !Number.isSafeInteger(product)) return product;
    return restoreTotal(product, price, quantity, this.scale);
  }

  getPrice(line: number): number {
    return this.prices[this.priceIndexes[line] & PRICE];
  }

  /** Whether the row lacks the requested identifier: it has the other identifier, or stands for no item. */
  isUnderOther(line: number): boolean {
    return (this.priceIndexes[line] & OTHER) !== 0;
  }

  /** Whether the row is a fee or service that the report leaves out of baskets: it counts in revenue alone. */
  isService(line: number): boolean {
    return (this.priceIndexes[line] & SERVICE) !== 0;
  }

  /** Whether the row passes the report's row-level conditions. */
  isKept(line: number): boolean {
    return this.priceIndexes[line] >>> 31 === 0;
  }
}

export interface LineFlags {
  /** Whether the row passes the report's row-level conditions. */
  readonly isKept: boolean;
  /** Whether the row has the other identifier, or lacks the requested custom field. */
  readonly isUnderOther: boolean;
  /** Whether the row is a fee or service that the report leaves out of baskets. */
  readonly isService: boolean;
}

/** The flags as bits above a price index. */
export function toFlagBits({ isKept, isUnderOther, isService }: LineFlags): number {
  return (isKept ? 0 : DROPPED) | (isUnderOther ? OTHER : 0) | (isService ? SERVICE : 0);
}

/** Builds lines one after the other; arrays grow by half, so that little is held twice. */
export class LineColumnsBuilder {
  count = 0;
  private products: Uint32Array<ArrayBuffer>;
  private quantities: Int32Array<ArrayBuffer>;
  private priceIndexes: Uint32Array<ArrayBuffer>;
  private readonly prices: number[] = [];
  private readonly indexOf = new Map<number, number>();
  /** Per product: the price of its last line, which is nearly always that of the next one. */
  private readonly lastPrice: number[] = [];

  /** `capacity`: number of lines, if known. */
  constructor(capacity = 1_024) {
    this.products = new Uint32Array(capacity);
    this.quantities = new Int32Array(capacity);
    this.priceIndexes = new Uint32Array(capacity);
  }

  add(product: number, quantity: number, unitPrice: number, flags: LineFlags): void {
    const last = this.lastPrice[product];
    const isLast = last !== undefined && this.prices[last] === unitPrice;
    const price = isLast ? last : this.priceIndex(unitPrice);
    this.lastPrice[product] = price;
    this.put(product, quantity, price, toFlagBits(flags));
  }

  /** `price`: a result of `priceIndex`. */
  put(product: number, quantity: number, price: number, bits: number): void {
    if (this.count === this.products.length) this.grow();
    this.products[this.count] = product;
    this.quantities[this.count] = quantity;
    this.priceIndexes[this.count++] = price | bits;
  }

  /** Appends all lines of other columns. `getProduct`: the index here of each of their products. */
  append({ products, quantities, priceIndexes, prices }: PackedLines, productOf: readonly number[]): void {
    const priceOf: number[] = [];
    for (let line = 0; line < products.length; line++) {
      const price = priceIndexes[line] & PRICE;
      priceOf[price] ??= this.priceIndex(prices[price]);
      this.put(productOf[products[line]], quantities[line], priceOf[price], priceIndexes[line] & ~PRICE);
    }
  }

  priceIndex(unitPrice: number): number {
    let price = this.indexOf.get(unitPrice);
    if (price === undefined) {
      price = this.prices.push(unitPrice) - 1;
      this.indexOf.set(unitPrice, price);
    }
    return price;
  }

  build(): LineColumns {
    const { count } = this;
    const isFull = count === this.products.length;
    return new LineColumns({
      products: isFull ? this.products : this.products.slice(0, count),
      quantities: isFull ? this.quantities : this.quantities.slice(0, count),
      priceIndexes: isFull ? this.priceIndexes : this.priceIndexes.slice(0, count),
      prices: Float64Array.from(this.prices),
    });
  }

  private grow(): void {
    const capacity = Math.max(1_024, Math.ceil(this.products.length * 1.5));
    const products = new Uint32Array(capacity);
    const quantities = new Int32Array(capacity);
    const priceIndexes = new Uint32Array(capacity);
    products.set(this.products);
    quantities.set(this.quantities);
    priceIndexes.set(this.priceIndexes);
    this.products = products;
    this.quantities = quantities;
    this.priceIndexes = priceIndexes;
  }
}
