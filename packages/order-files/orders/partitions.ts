// Stores rows outside the memory, partitioned by the hash of their order's id: all rows of an order lie in one
// partition, in their sequence. The same process writes and reads them, so the format is private.

import { hash32 } from '../../../src/analysis/ingest/hash.ts';
import type { SubmittedLine } from '../../../src/contract/resources/orders/submitted-order.ts';
import type { OrderRow } from '../rows/check-row.ts';
import { detachText, TextPool } from '../text/texts.ts';
import { readTextBlocks } from '../text/utf8-lines.ts';

/** Bits of the hash per level: 10 million lines make partitions that take 10 MB in memory each. */
const BITS = 8;
/** The most bytes of UTF-8 for a UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/** A tab between fields, a line feed after a row, both escaped within; an absent value is an empty field. */
const ESCAPED = /[\\\t\n]/;
const CUSTOM_FOLLOWS = 'c';
/** The index of the custom fields, after the fields that each row has. */
const CUSTOM = 9;
/** U+FFFD. */
const REPLACEMENT = 0xfffd;
const [TAB, LINE_FEED] = [0x09, 0x0a];

interface Pending {
  readonly bytes: Uint8Array;
  length: number;
}

export class Partitions {
  readonly count = 1 << BITS;
  private readonly spill: Spill;
  private readonly depth: number;
  /** Buffers that are being filled, by partition. */
  private readonly pending = new Map<number, Pending>();
  private readonly full: { readonly index: number; readonly pending: Pending }[] = [];
  /** Written buffers, to be filled again: garbage outside the heap is collected late. */
  private readonly spare: Uint8Array[] = [];
  private readonly written = new Set<number>();

  constructor(spill: Spill, depth: number) {
    this.spill = spill;
    this.depth = depth;
  }

  add(
    { order_id, customer_id, contact, order_date }: Omit<OrderRow, 'item' | 'line'>,
    item: SubmittedLine,
    file: number | undefined,
  ): void {
    const index = (hash32(order_id) >>> (32 - BITS * (this.depth + 1))) & (this.count - 1);
    const { product_name, product_sku, unit_price, quantity, custom_fields } = item;
    const fields = [
      ...[
        escapeCell(order_id),
        escapeCell(customer_id),
        escapeCell(contact),
        order_date ?? '',
        escapeCell(product_name),
        escapeCell(product_sku),
      ],
      ...[toText(unit_price), toText(quantity), toText(file)],
    ];
    addCustomFields(fields, custom_fields);
    let length = fields.length;
    for (const field of fields) length += field.length * BYTES_PER_UNIT;
    const pending = this.roomFor(length, index);
    for (const field of fields) {
      pending.length = put(pending.bytes, pending.length, field);
      pending.bytes[pending.length++] = TAB;
    }
    pending.bytes[pending.length - 1] = LINE_FEED;
  }

  get anyFull(): boolean {
    return this.full.length > 0;
  }

  /** Await this now and then while adding rows. */
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

  /** Yields the rows of one partition after `finish`, and deletes them. */
  async *rows(index: number): AsyncGenerator<OrderRow[]> {
    if (!this.written.has(index)) return;
    const name = this.nameOf(index);
    const texts = new TextPool();
    for await (const { text } of readTextBlocks(name, this.spill.read(name))) {
      yield text
        .split('\n')
        .slice(0, -1)
        .map((line) => parseRow(line, texts));
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

function escapeCell(text: string | undefined): string {
  if (text === undefined) return '';
  if (!ESCAPED.test(text)) return text;
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
}

function unescapeCell(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, mark: string) => (mark === 't' ? '\t' : mark === 'n' ? '\n' : mark));
}

function toText(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function addCustomFields(fields: string[], custom: SubmittedLine['custom_fields']): void {
  if (custom === undefined) return;
  fields.push(CUSTOM_FOLLOWS);
  for (const [key, value] of Object.entries(custom)) fields.push(escapeCell(key), escapeCell(value));
}

/**
 * Writes `text` as UTF-8 and returns where it ends. In browsers, `encodeInto` would leave an object for each call,
 * which is collected late: 40 MB of an import of a million rows.
 */
function put(bytes: Uint8Array, from: number, text: string): number {
  let end = from;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      bytes[end++] = unit;
      continue;
    }
    const point = text.codePointAt(at) ?? unit;
    if (point > 0xffff) at++;
    // An unpaired surrogate is no character.
    end = putBeyondAscii(bytes, end, point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point);
  }
  return end;
}

/** Writes two to four bytes: all but the first hold six bits each. */
function putBeyondAscii(bytes: Uint8Array, from: number, point: number): number {
  const length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  for (let at = from + length - 1, rest = point; at > from; at--, rest >>>= 6)
    bytes[at] = 0x80 | (rest & 0x3f);
  bytes[from] = (0xf00 >> length) | (point >>> (6 * (length - 1)));
  return from + length;
}

function parseRow(line: string, texts: TextPool): OrderRow {
  const cells = line.includes('\\') ? line.split('\t').map(unescapeCell) : line.split('\t');
  const [order_id = '', customer_id = '', contact = '', order_date = ''] = cells;
  const [name = '', sku = '', price = '', quantity = '', file = ''] = cells.slice(4, CUSTOM);
  return {
    line: 0,
    file: file === '' ? undefined : Number(file),
    order_id: detachText(order_id),
    customer_id: customer_id === '' ? undefined : texts.of(customer_id),
    contact: contact === '' ? undefined : texts.of(contact),
    order_date: order_date === '' ? undefined : texts.of(order_date),
    item: {
      product_name: name === '' ? undefined : texts.of(name),
      product_sku: sku === '' ? undefined : texts.of(sku),
      unit_price: price === '' ? undefined : Number(price),
      quantity: quantity === '' ? undefined : Number(quantity),
      custom_fields: cells[CUSTOM] === undefined ? undefined : parseCustomFields(cells, texts),
    },
  };
}

function parseCustomFields(cells: readonly string[], texts: TextPool): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = CUSTOM + 1; at < cells.length; at += 2)
    fields[texts.of(cells[at] ?? '')] = texts.of(cells[at + 1] ?? '');
  return fields;
}

// Storage outside the memory: named pieces that are appended to, read once and removed.

export interface Spill {
  /** Bytes to gather per name before appending them: hundreds of names are written at a time. */
  readonly pieceBytes: number;
  append(name: string, bytes: Uint8Array): Promise<void>;
  /** Yields the appended bytes in their sequence; nothing for an unknown name. */
  read(name: string): AsyncIterable<Uint8Array>;
  remove(name: string): Promise<void>;
  /** Removes everything. */
  close(): Promise<void>;
}
