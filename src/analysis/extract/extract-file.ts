// Stores the extract of a dataset's state as one file: its sections are the shards of stored orders, in their order.
// The head names the state of the dataset that it was taken from.

import type { CodedLines } from '../orders/coded-lines.ts';
import type { OrderColumns } from '../orders/columns.ts';
import {
  type ColumnsBuilder,
  type ColumnsBuilderOptions,
  createColumnsBuilder,
} from '../orders/columns-builder.ts';
import { ExtractUnreadableError } from './extract-error.ts';
import {
  type CompressedSection,
  compressSection,
  decodeSection,
  decodeSectionsHead,
  encodeSections,
  type SectionFormat,
} from './sections.ts';
import {
  addShard,
  type CodedShard,
  createShardColumnsBuilder,
  type ShardColumnsBuilder,
} from './shard-columns.ts';

/** Version of the columns in a shard; an extract of another version is refused. */
export const EXTRACT_VERSION = 5;
/** "OAEX", little-endian. */
const FORMAT: SectionFormat = { magic: 0x5845414f, version: EXTRACT_VERSION };

interface ExtractHead {
  /** The state of the dataset. */
  readonly state: string;
  readonly lines: number;
}

/** `shards`: in the order of the stored orders. */
export function encodeExtract(
  { state, lines }: ExtractHead,
  shards: readonly CompressedSection[],
): Uint8Array {
  return encodeSections(FORMAT, { state, lines }, shards);
}

interface Extract extends ExtractHead {
  /**
   * Throws ExtractUnreadableError. `onShard`: called after each shard with the share read so far, 0 to 1. `facts`:
   * receives every order.
   */
  columns(
    options: ColumnsBuilderOptions,
    onShard?: (share: number) => void,
    facts?: Pick<ColumnsBuilder, 'addCoded'>,
  ): OrderColumns;
}

/** Throws ExtractUnreadableError for bytes that `encodeExtract` of this version did not write. */
export function decodeExtract(file: Uint8Array): Extract {
  const { head, sections, size } = decodeSectionsHead<ExtractHead>(FORMAT, file);
  if (size !== file.length) throw new ExtractUnreadableError(`expected ${size} bytes, got ${file.length}`);
  return {
    state: head.state,
    lines: head.lines,
    columns(options, onShard, facts) {
      const builder = createColumnsBuilder(options);
      for (const [index, place] of sections.entries()) {
        const compressed = file.subarray(place.at, place.at + place.bytes);
        addShard(decodeSection(compressed, place, index), builder, facts);
        onShard?.((index + 1) / sections.length);
      }
      return builder.build();
    },
  };
}

// Collects the shards of an extract while they are read, in any order. Stops and frees its memory if a value cannot be
// stored exactly or there are too many lines.

export class ExtractBuilder {
  private readonly shards: (CompressedSection | undefined)[];
  private readonly maxLines: number;
  private readonly tally = new ContentsTally();
  private lines = 0;
  private hasGivenUp = false;

  constructor(shardCount: number, maxLines: number) {
    this.shards = new Array<undefined>(shardCount).fill(undefined);
    this.maxLines = maxLines;
  }

  /** `lines`: receives the lines of the shard's orders. Undefined after collecting has stopped. */
  openShard(lines: CodedLines): ShardColumnsBuilder | undefined {
    return this.hasGivenUp ? undefined : createShardColumnsBuilder(lines);
  }

  closeShard(index: number, shard: ShardColumnsBuilder): void {
    this.lines += shard.lineCount;
    const block = this.hasGivenUp || this.lines > this.maxLines ? undefined : shard.build();
    if (block === undefined) {
      this.hasGivenUp = true;
      this.shards.fill(undefined);
      return;
    }
    this.shards[index] = compressSection(block);
    this.tally.add(shard);
  }

  /** Contents of the shards collected so far. */
  get contents(): DatasetContents {
    return this.tally.contents;
  }

  /** Undefined unless every shard is there. */
  encode(state: string): Uint8Array | undefined {
    const shards = this.shards.flatMap((shard) => shard ?? []);
    if (shards.length < this.shards.length) return undefined;
    return encodeExtract({ state, lines: this.lines }, shards);
  }
}

// Counts the contents of a dataset shard by shard while an extract of all its orders is collected.

export interface DatasetContents {
  readonly rows: number;
  readonly orders: number;
  /** Number of distinct ids; orders without a customer have none. */
  readonly customers: number;
  /** Epoch milliseconds; undefined if no order has a date. */
  readonly firstOrderDate: number | undefined;
  readonly lastOrderDate: number | undefined;
}

class ContentsTally {
  private rows = 0;
  private orders = 0;
  // Orders are in shards by their own id, so that a customer may be in several.
  private readonly customers = new Set<string>();
  private first = Number.POSITIVE_INFINITY;
  private last = Number.NEGATIVE_INFINITY;

  add({ lineCount, customers, orderDates }: CodedShard): void {
    this.rows += lineCount;
    this.orders += orderDates.length;
    for (const customer of customers) this.customers.add(customer);
    for (const date of orderDates) {
      if (date < this.first) this.first = date;
      if (date > this.last) this.last = date;
    }
  }

  get contents(): DatasetContents {
    return {
      rows: this.rows,
      orders: this.orders,
      customers: this.customers.size,
      firstOrderDate: Number.isFinite(this.first) ? this.first : undefined,
      lastOrderDate: Number.isFinite(this.last) ? this.last : undefined,
    };
  }
}
