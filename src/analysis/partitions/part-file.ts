// Stores the orders of one shard, or a stretch of it, by partition: one file with a section per partition.
import { ExtractUnreadableError } from '../extract/extract-error.ts';
import { packColumns } from '../extract/packed-columns.ts';
import {
  compressSection,
  decodeSection,
  decodeSectionsHead,
  encodeSections,
  type FileHead,
  readHeadEnd,
  type SectionFormat,
  type SectionPlace,
} from '../extract/sections.ts';
import type { CutOrders } from './cut-columns.ts';
import type { WholeDataset } from './part-columns.ts';

/** "OAPF", little-endian. */
const FORMAT: SectionFormat = { magic: 0x4650414f, version: 5 };

export interface PartFileHead {
  readonly orders: number;
  readonly lines: number;
  /** Null without any date. */
  readonly newestDate: number | null;
  readonly scale: number;
}

export type PartFile = FileHead<PartFileHead>;

export function encodePartFile({
  orders,
  lines,
  newestDate,
  scale,
  parts,
}: CutOrders): Uint8Array<ArrayBuffer> {
  const head: PartFileHead = {
    orders,
    lines,
    newestDate: Number.isNaN(newestDate) ? null : newestDate,
    scale,
  };
  return encodeSections(
    FORMAT,
    head,
    Array.from(parts, (part) => compressSection(packColumns(part))),
  );
}

/**
 * Number of bytes at the beginning that `readPartFile` needs. `start`: 16 bytes or more. Throws ExtractUnreadableError.
 */
export function readPartHeadSize(start: Uint8Array): number {
  return readHeadEnd(FORMAT, start);
}

/** `start`: at least `readPartHeadSize` bytes. Throws ExtractUnreadableError. */
export function readPartFile(start: Uint8Array): PartFile {
  return decodeSectionsHead<PartFileHead>(FORMAT, start);
}

/** `bytes`: the partition's section, from `place.at` on. Throws ExtractUnreadableError. */
export function readPart(bytes: Uint8Array, place: SectionPlace, part: number): Uint8Array {
  if (bytes.length !== place.bytes)
    throw new ExtractUnreadableError(
      `expected ${place.bytes} bytes of partition ${part}, got ${bytes.length}`,
    );
  return decodeSection(bytes, place, part);
}

/** The figures of the whole dataset that the partitions need. `heads`: of all files. */
export function describeWholeDataset(heads: readonly PartFileHead[], parts: number): WholeDataset {
  const dates = heads.flatMap(({ newestDate }) => newestDate ?? []);
  return {
    newestDate: dates.length === 0 ? Number.NaN : Math.max(...dates),
    scale: Math.max(0, ...heads.map(({ scale }) => scale)),
    orders: heads.reduce((sum, { orders }) => sum + orders, 0),
    lines: heads.reduce((sum, { lines }) => sum + lines, 0),
    parts,
  };
}
