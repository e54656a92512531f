// What one shard, or a stretch of it, has of every partition, as one file with a section per partition.
import { ExtractUnreadableError } from '../extract/extract-error.ts';
import {
  compressSection,
  decodeHead,
  decodeSection,
  encodeSections,
  type FileHead,
  headEnd,
  type SectionFormat,
  type SectionPlace,
} from '../extract/sections.ts';
import { commonScale } from '../money/decimal.ts';
import type { CutOrders } from './cut-orders.ts';
import { packBlock } from './part-block.ts';
import type { WholeDataset } from './part-columns.ts';

/** "OAPF", little-endian. */
const FORMAT: SectionFormat = { magic: 0x4650414f, version: 1 };

export interface PartFileHead {
  readonly orders: number;
  readonly lines: number;
  /** Null without any date. */
  readonly newestDate: number | null;
  readonly scale: number;
}

export type PartFile = FileHead<PartFileHead>;

/** `cuts`: one per partition. */
export function encodePartFile(cuts: readonly CutOrders[]): Uint8Array<ArrayBuffer> {
  const dates = cuts.map(({ columns }) => columns.newestDate).filter((date) => !Number.isNaN(date));
  const head: PartFileHead = {
    orders: cuts.reduce((sum, { columns }) => sum + columns.orderCount, 0),
    lines: cuts.reduce((sum, { columns }) => sum + columns.lineCount, 0),
    newestDate: dates.length === 0 ? null : Math.max(...dates),
    scale: Math.max(0, ...cuts.map(({ columns }) => commonScale(columns.lines.packed.prices))),
  };
  return encodeSections(
    FORMAT,
    head,
    cuts.map((cut) => compressSection(packBlock(cut))),
  );
}

/** Bytes of the beginning that `readPartFile` needs. `start`: 16 bytes or more. Throws ExtractUnreadableError. */
export function partFileHeadBytes(start: Uint8Array): number {
  return headEnd(FORMAT, start);
}

/** `start`: as many bytes as `partFileHeadBytes` says, or more. Throws ExtractUnreadableError. */
export function readPartFile(start: Uint8Array): PartFile {
  return decodeHead<PartFileHead>(FORMAT, start);
}

/** `bytes`: of the partition's section, from `place.at` on. Throws ExtractUnreadableError. */
export function readPart(bytes: Uint8Array, place: SectionPlace, part: number): Uint8Array {
  if (bytes.length !== place.bytes)
    throw new ExtractUnreadableError(
      `expected ${place.bytes} bytes of partition ${part}, got ${bytes.length}`,
    );
  return decodeSection(bytes, place, part);
}

/** What the partitions must know of the whole. `heads`: of all files. */
export function wholeOf(heads: readonly PartFileHead[], parts: number): WholeDataset {
  const dates = heads.flatMap(({ newestDate }) => newestDate ?? []);
  return {
    newestDate: dates.length === 0 ? Number.NaN : Math.max(...dates),
    scale: Math.max(0, ...heads.map(({ scale }) => scale)),
    orders: heads.reduce((sum, { orders }) => sum + orders, 0),
    lines: heads.reduce((sum, { lines }) => sum + lines, 0),
    parts,
  };
}
