// Rows set aside, outside the memory, by the hash of their order's id: all rows of an order lie in one partition, in their order.
// Written and read back by the same process; the format is nobody else's.
import { hash32 } from '../../src/core/ingest/hash.ts';
import type { SubmittedLine } from '../../src/core/ingest/submitted-order.ts';
import type { OrderRow } from './check-row.ts';
import type { Spill } from './spill.ts';
import { textBlocks } from './text-blocks.ts';
import { detached, Texts } from './texts.ts';

/** Pieces at a level: 10 million lines fall into pieces of 10 MB in memory. */
const BITS = 8;
export const PARTITION_COUNT = 1 << BITS;
/** So often can a partition be divided again: each level takes other bits of the hash. */
export const MAX_DEPTH = 3;
/** UTF-8 takes at most so many for a UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/** A tab between fields, a line feed after a row, both escaped within; an absent value is an empty field. */
const ESCAPED = /[\\\t\n]/;
const CUSTOM_FOLLOWS = 'c';
const UTF8 = new TextEncoder();

interface Pending {
  readonly bytes: Uint8Array;
  length: number;
}

export class Partitions {
  private readonly spill: Spill;
  private readonly depth: number;
  /** What is being filled, by partition. */
  private readonly pending = new Map<number, Pending>();
  private readonly full: { readonly index: number; readonly pending: Pending }[] = [];
  /** Written out, to be filled again: garbage outside the heap is collected late. */
  private readonly spare: Uint8Array[] = [];
  private readonly written = new Set<number>();

  constructor(spill: Spill, depth: number) {
    this.spill = spill;
    this.depth = depth;
  }

  add(
    { order_id, customer_id, order_date }: Omit<OrderRow, 'item' | 'line'>,
    item: SubmittedLine,
    file: number | undefined,
  ): void {
    const index = (hash32(order_id) >>> (32 - BITS * (this.depth + 1))) & (PARTITION_COUNT - 1);
    const { product_name, product_sku, unit_price, quantity, custom_fields } = item;
    const row = `${escaped(order_id)}\t${escaped(customer_id)}\t${order_date ?? ''}\t${escaped(product_name)}\t${escaped(product_sku)}\t${unit_price ?? ''}\t${quantity ?? ''}\t${file ?? ''}${customOf(custom_fields)}\n`;
    const pending = this.roomFor(row.length * BYTES_PER_UNIT, index);
    pending.length += UTF8.encodeInto(row, pending.bytes.subarray(pending.length)).written;
  }

  get anyFull(): boolean {
    return this.full.length > 0;
  }

  /** To be awaited now and then while rows are added. */
  async writeFull(): Promise<void> {
    for (const { index, pending } of this.full) await this.write(index, pending);
    this.full.length = 0;
  }

  async finish(): Promise<void> {
    await this.writeFull();
    for (const [index, pending] of this.pending) await this.write(index, pending);
    this.pending.clear();
    this.spare.length = 0;
  }

  /** The rows of one partition after `finish`; they are gone when they have been read. */
  async *rows(index: number): AsyncGenerator<OrderRow[]> {
    if (!this.written.has(index)) return;
    const name = this.nameOf(index);
    const texts = new Texts();
    for await (const { text } of textBlocks(name, this.spill.read(name))) {
      yield text
        .split('\n')
        .slice(0, -1)
        .map((line) => rowOf(line, texts));
    }
    await this.spill.remove(name);
  }

  private roomFor(bytes: number, index: number): Pending {
    const pending = this.pending.get(index);
    if (pending !== undefined && pending.length + bytes <= pending.bytes.length) return pending;
    if (pending !== undefined) this.full.push({ index, pending });
    const { pieceBytes } = this.spill;
    const spare = bytes <= pieceBytes ? this.spare.pop() : undefined;
    const empty = { bytes: spare ?? new Uint8Array(Math.max(pieceBytes, bytes)), length: 0 };
    this.pending.set(index, empty);
    return empty;
  }

  private async write(index: number, { bytes, length }: Pending): Promise<void> {
    await this.spill.append(this.nameOf(index), bytes.subarray(0, length));
    this.written.add(index);
    if (bytes.length === this.spill.pieceBytes) this.spare.push(bytes);
  }

  private nameOf(index: number): string {
    return `${this.depth}-${index}`;
  }
}

function escaped(text: string | undefined): string {
  if (text === undefined) return '';
  if (!ESCAPED.test(text)) return text;
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, mark: string) => (mark === 't' ? '\t' : mark === 'n' ? '\n' : mark));
}

function customOf(fields: SubmittedLine['custom_fields']): string {
  if (fields === undefined) return '';
  let text = `\t${CUSTOM_FOLLOWS}`;
  for (const [key, value] of Object.entries(fields)) text += `\t${escaped(key)}\t${escaped(value)}`;
  return text;
}

function rowOf(line: string, texts: Texts): OrderRow {
  const cells = line.includes('\\') ? line.split('\t').map(unescaped) : line.split('\t');
  const [order_id = '', customer_id = '', order_date = ''] = cells;
  const [name = '', sku = '', price = '', quantity = '', file = ''] = cells.slice(3, 8);
  return {
    line: 0,
    file: file === '' ? undefined : Number(file),
    order_id: detached(order_id),
    customer_id: customer_id === '' ? undefined : texts.of(customer_id),
    order_date: order_date === '' ? undefined : texts.of(order_date),
    item: {
      product_name: name === '' ? undefined : texts.of(name),
      product_sku: sku === '' ? undefined : texts.of(sku),
      unit_price: price === '' ? undefined : Number(price),
      quantity: quantity === '' ? undefined : Number(quantity),
      custom_fields: cells[8] === undefined ? undefined : customFieldsOf(cells, texts),
    },
  };
}

function customFieldsOf(cells: readonly string[], texts: Texts): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 9; at < cells.length; at += 2)
    fields[texts.of(cells[at] ?? '')] = texts.of(cells[at + 1] ?? '');
  return fields;
}
