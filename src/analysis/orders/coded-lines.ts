// Stores lines as places in dictionaries of texts and prices: most lines repeat a product, so that its texts are
// decoded once, and a report's lines create no objects. Places count from 1; 0 stands for no value.
import type { OrderLine } from '../../contract/resources/orders/row.ts';

type Fields = OrderLine['customFields'];

export interface LineCodes {
  readonly names: readonly string[];
  readonly skus: readonly string[];
  readonly prices: ArrayLike<number>;
  /** Custom fields at a place. */
  readonly fieldsAt: (place: number) => Fields;
  readonly lineName: Int32Array;
  readonly lineSku: Int32Array;
  readonly linePrice: Int32Array;
  readonly lineQuantity: Int32Array;
  readonly lineCustom: Int32Array;
}

export function getLine(codes: LineCodes, line: number): OrderLine {
  return {
    name: codes.names[codes.lineName[line] - 1],
    sku: codes.skus[codes.lineSku[line] - 1],
    unitPrice: codes.prices[codes.linePrice[line] - 1],
    quantity: codes.lineQuantity[line],
    customFields: codes.fieldsAt(codes.lineCustom[line]),
  };
}

/** Reads custom fields of JSON texts, each parsed once. */
export function createFieldsReader(texts: readonly string[]): (place: number) => Fields {
  const parsed: Fields[] = [undefined];
  return (place) => {
    if (place > 0) parsed[place] ??= JSON.parse(texts[place - 1]);
    return parsed[place];
  };
}

/** Collects lines, in arrays that grow by half. */
export class CodedLines implements LineCodes {
  private readonly nameTexts = createDictionary<string>();
  private readonly skuTexts = createDictionary<string>();
  /** Custom fields as JSON. */
  readonly customTexts = createDictionary<string>();
  readonly fieldsAt = createFieldsReader(this.customTexts.entries);
  lineName = new Int32Array(1_024);
  lineSku = new Int32Array(1_024);
  linePrice = new Int32Array(1_024);
  lineQuantity = new Int32Array(1_024);
  lineCustom = new Int32Array(1_024);
  /** Can be set back: later lines are dropped, and their texts keep their places. */
  count = 0;
  /** Whether every quantity was a 32-bit integer: others have no place. */
  isExact = true;
  private readonly priceNumbers = createDictionary<number>();
  /** By name: the price of its last line, which is nearly always that of the next one. */
  private readonly lastPrice: number[] = [];

  get names(): readonly string[] {
    return this.nameTexts.entries;
  }

  get skus(): readonly string[] {
    return this.skuTexts.entries;
  }

  get prices(): readonly number[] {
    return this.priceNumbers.entries;
  }

  add({ name, sku, unitPrice, quantity, customFields }: OrderLine): void {
    this.put(
      this.nameTexts.place(name),
      this.skuTexts.place(sku),
      unitPrice,
      quantity,
      this.customTexts.place(customFields && JSON.stringify(customFields)),
    );
  }

  /** `name`, `sku` and `custom` are places. */
  put(name: number, sku: number, unitPrice: number, quantity: number, custom: number): void {
    if (this.count === this.lineName.length) this.grow();
    const line = this.count++;
    this.lineName[line] = name;
    this.lineSku[line] = sku;
    const last = this.lastPrice[name];
    const isLast = last !== undefined && this.priceNumbers.entries[last - 1] === unitPrice;
    this.linePrice[line] = isLast ? last : this.placePrice(name, unitPrice);
    this.lineQuantity[line] = quantity;
    this.lineCustom[line] = custom;
    if (quantity !== this.lineQuantity[line]) this.isExact = false;
  }

  private placePrice(name: number, unitPrice: number): number {
    const place = this.priceNumbers.place(unitPrice);
    this.lastPrice[name] = place;
    return place;
  }

  private grow(): void {
    const enlargeColumn = (values: Int32Array): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(Math.ceil(values.length * 1.5));
      grown.set(values);
      return grown;
    };
    this.lineName = enlargeColumn(this.lineName);
    this.lineSku = enlargeColumn(this.lineSku);
    this.linePrice = enlargeColumn(this.linePrice);
    this.lineQuantity = enlargeColumn(this.lineQuantity);
    this.lineCustom = enlargeColumn(this.lineCustom);
  }
}

// Stores distinct values, and integers per row, as they arrive.

interface Dictionary<T> {
  /** Distinct values in order of first appearance. */
  readonly entries: readonly T[];
  /** Place of the value, counted from 1; 0 for none. */
  place(value: T | undefined): number;
}

export function createDictionary<T>(): Dictionary<T> {
  const places = new Map<T, number>();
  const entries: T[] = [];
  return {
    entries,
    place(value) {
      if (value === undefined) return 0;
      const known = places.get(value);
      if (known !== undefined) return known;
      const place = entries.push(value);
      places.set(value, place);
      return place;
    },
  };
}

/** 32-bit integers in an array that grows by half. */
export class GrowingIntegers {
  length = 0;
  private array = new Int32Array(1_024);

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new Int32Array(Math.ceil(this.length * 1.5));
      larger.set(this.array);
      this.array = larger;
    }
    this.array[this.length++] = value;
  }

  set(index: number, value: number): void {
    this.array[index] = value;
  }

  /** Shares its memory with this list. */
  get values(): Int32Array {
    return this.array.subarray(0, this.length);
  }
}
