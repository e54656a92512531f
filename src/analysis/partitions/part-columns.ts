// Reads a partition's orders as a report's columns, from the blocks that hold them.
import { type UnpackedColumns, unpackColumns } from '../extract/packed-columns.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { LINE_FLAG_SHIFT, LineColumns } from '../orders/line-columns.ts';

/** Figures of the whole dataset that every partition needs. */
export interface WholeDataset {
  /** See `OrderColumns.newestDate`. NaN without any date. */
  readonly newestDate: number;
  /** Decimals of the prices of all partitions, so that sums of money are in the same units. */
  readonly scale: number;
  readonly orders: number;
  readonly lines: number;
  readonly parts: number;
}

/**
 * The orders of one partition. Money is in the units of the whole dataset, and the newest date is that of the whole;
 * customers and products are those of the partition.
 */
export interface PartColumns extends OrderColumns {
  /** Per customer and per product: the place of its first appearance in the whole dataset (PartOrders). */
  readonly customerPlace: Float64Array;
  readonly productPlace: Float64Array;
}

/** `blocks`: those of the partition, shard by shard. Throws ExtractUnreadableError. */
export function joinPartColumns(
  blocks: Iterable<Uint8Array>,
  { newestDate, scale, lines: wholeLines }: Pick<WholeDataset, 'newestDate' | 'scale' | 'lines'>,
): PartColumns {
  const unpacked = Array.from(blocks, unpackColumns);
  const orderCount = total(unpacked, 'orderCustomer');
  const lineCount = total(unpacked, 'product');
  const customers = new PlacedLabels();
  const contacts = new Map<string, number>();
  const products = new PlacedLabels();
  const prices = new Map<number, number>();
  const orderCustomer = new Int32Array(orderCount);
  const orderContact = new Int32Array(orderCount);
  const orderDate = new Float64Array(orderCount);
  const lineStart = new Uint32Array(orderCount + 1);
  const lineProduct = new Uint32Array(lineCount);
  const quantities = new Int32Array(lineCount);
  const priceIndexes = new Uint32Array(lineCount);
  let order = 0;
  let line = 0;
  for (const block of unpacked) {
    const customerOf = customers.merge(block.texts('customers'), block.doubles('customerPlace'));
    const contactOf = block.texts('contacts').map((contact) => placeIn(contacts, contact));
    const productOf = products.merge(block.texts('products'), block.doubles('productPlace'));
    const priceOf = Array.from(block.doubles('prices'), (price) => placeIn(prices, price));
    const [customer, contact] = [block.integers('orderCustomer'), block.integers('orderContact')];
    const linesOfOrder = block.integers('linesOfOrder');
    orderDate.set(block.doubles('orderDate'), order);
    for (let i = 0, end = line; i < linesOfOrder.length; i++) {
      orderCustomer[order + i] = customer[i] === 0 ? -1 : customerOf[customer[i] - 1];
      orderContact[order + i] = contact[i] === 0 ? -1 : contactOf[contact[i] - 1];
      end += linesOfOrder[i];
      lineStart[order + i + 1] = end;
    }
    const [product, price, flags] = [
      block.integers('product'),
      block.integers('price'),
      block.integers('flags'),
    ];
    quantities.set(block.integers('quantity'), line);
    for (let i = 0; i < product.length; i++) {
      lineProduct[line + i] = productOf[product[i]];
      priceIndexes[line + i] = priceOf[price[i]] | (flags[i] << LINE_FLAG_SHIFT);
    }
    order += linesOfOrder.length;
    line += product.length;
  }
  let orderIds: readonly string[] | undefined;
  return {
    orderCount,
    lineCount,
    wholeLines,
    // Decoded on demand: few reports need the ids, to break ties between orders of one instant.
    get orderIds() {
      orderIds ??= unpacked.flatMap((block) => block.texts('orderIds'));
      return orderIds;
    },
    orderCustomer,
    orderContact,
    orderDate,
    newestDate,
    lineStart,
    lines: new LineColumns(
      { products: lineProduct, quantities, priceIndexes, prices: Float64Array.from(prices.keys()) },
      scale,
    ),
    customers: customers.labels,
    contacts: [...contacts.keys()],
    customerPlace: Float64Array.from(customers.places),
    products: products.labels,
    productPlace: Float64Array.from(products.places),
  };
}

class PlacedLabels {
  readonly labels: string[] = [];
  readonly places: number[] = [];
  private readonly indexOf = new Map<string, number>();

  /** Returns, per label of the block, its index here. */
  merge(labels: readonly string[], placesOfBlock: Float64Array): Uint32Array {
    const { indexOf, places } = this;
    const indexes = new Uint32Array(labels.length);
    for (let at = 0; at < indexes.length; at++) {
      const known = indexOf.get(labels[at]);
      if (known === undefined) {
        indexes[at] = places.length;
        indexOf.set(labels[at], places.length);
        this.labels.push(labels[at]);
        places.push(placesOfBlock[at]);
      } else {
        indexes[at] = known;
        if (placesOfBlock[at] < places[known]) places[known] = placesOfBlock[at];
      }
    }
    return indexes;
  }
}

function placeIn<T>(indexes: Map<T, number>, value: T): number {
  const known = indexes.get(value);
  if (known !== undefined) return known;
  indexes.set(value, indexes.size);
  return indexes.size - 1;
}

function total(blocks: readonly UnpackedColumns[], name: string): number {
  return blocks.reduce((sum, block) => sum + block.integers(name).length, 0);
}

/** Returns the values at `rows`, in their order. */
export function pickNumbers(values: ArrayLike<number>, rows: Uint32Array): Float64Array {
  const chosen = new Float64Array(rows.length);
  for (let at = 0; at < chosen.length; at++) chosen[at] = values[rows[at]];
  return chosen;
}
