// The extract of a dataset's state as one file: its sections are the shards of stored orders, in their order. The head
// names the state of the dataset that it was taken from.
import type { OrderColumns } from '../orders/columns.ts';
import { type ColumnsBuilderOptions, createColumnsBuilder } from '../orders/columns-builder.ts';
import { ExtractUnreadableError } from './extract-error.ts';
import {
  type CompressedSection,
  decodeHead,
  decodeSection,
  encodeSections,
  type SectionFormat,
} from './sections.ts';
import { addShard } from './shard-columns.ts';

/** Of the columns in a shard: an extract of another version is refused. */
export const EXTRACT_VERSION = 4;
/** "OAEX", little-endian. */
const FORMAT: SectionFormat = { magic: 0x5845414f, version: EXTRACT_VERSION };

export interface ExtractHead {
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

export interface Extract extends ExtractHead {
  /** Throws ExtractUnreadableError. `onShard`: called after each shard with the fraction read so far. */
  columns(options: ColumnsBuilderOptions, onShard?: (share: number) => void): OrderColumns;
}

/** Throws ExtractUnreadableError for bytes that `encodeExtract` of this version did not write. */
export function decodeExtract(file: Uint8Array): Extract {
  const { head, sections, size } = decodeHead<ExtractHead>(FORMAT, file);
  if (size !== file.length) throw new ExtractUnreadableError(`expected ${size} bytes, got ${file.length}`);
  return {
    state: head.state,
    lines: head.lines,
    columns(options, onShard) {
      const builder = createColumnsBuilder(options);
      for (const [index, place] of sections.entries()) {
        const compressed = file.subarray(place.at, place.at + place.bytes);
        addShard(decodeSection(compressed, place, index), builder);
        onShard?.((index + 1) / sections.length);
      }
      return builder.build();
    },
  };
}
