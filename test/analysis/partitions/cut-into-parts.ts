// Cuts stored orders into partitions, and writes and reads them like the extract step and the passes.
import { CodedLines } from '../../../src/analysis/orders/coded-lines.ts';
import type { ColumnsBuilderOptions } from '../../../src/analysis/orders/columns-builder.ts';
import { OrderCutter, type PartitionKey } from '../../../src/analysis/partitions/cut-orders.ts';
import {
  joinPartColumns,
  type PartColumns,
  type WholeDataset,
} from '../../../src/analysis/partitions/part-columns.ts';
import {
  describeWholeDataset,
  encodePartFile,
  readPart,
  readPartFile,
  readPartHeadSize,
} from '../../../src/analysis/partitions/part-file.ts';
import type { Shard } from '../orders/stored-orders.ts';

export interface Cutting {
  readonly parts: number;
  readonly by: PartitionKey;
  readonly linesPerFile: number;
}

export interface Cut {
  readonly parts: readonly PartColumns[];
  readonly whole: WholeDataset;
}

/** Cuts like the extract step: writes a file at `linesPerFile` lines, and orders in parts at the end of a shard. */
export function cutIntoParts(
  stored: readonly Shard[],
  asked: ColumnsBuilderOptions,
  { parts, by, linesPerFile }: Cutting,
): Cut {
  const files: Uint8Array[] = [];
  for (const [shard, orders] of stored.entries()) {
    const cutter = new OrderCutter({ ...asked, parts, by, shard });
    const coded = new CodedLines();
    const later: Shard[number][] = [];
    for (const order of orders) {
      if (!cutter.takes(order.header)) continue;
      if (order.isInParts) later.push(order);
      else {
        coded.count = 0;
        for (const line of order.lines) coded.add(line);
        cutter.addCoded(order.header, coded, 0);
      }
      if (cutter.lines >= linesPerFile) files.push(encodePartFile(cutter.take()));
    }
    for (const { header, lines } of later) cutter.addWide(header, lines);
    files.push(encodePartFile(cutter.take()));
  }
  return readParts(files, parts);
}

export function readParts(files: readonly Uint8Array[], parts: number): Cut {
  const read = files.map((file) => readPartFile(file.subarray(0, readPartHeadSize(file.subarray(0, 16)))));
  const whole = describeWholeDataset(
    read.map(({ head }) => head),
    parts,
  );
  const readBlocks = (part: number): Uint8Array[] =>
    read.map(({ sections }, at) => {
      const place = sections[part];
      if (place === undefined) throw new Error(`partition ${part} is missing`);
      return readPart(files[at]?.slice(place.at, place.at + place.bytes) ?? new Uint8Array(), place, part);
    });
  return {
    whole,
    parts: Array.from({ length: parts }, (_, part) => joinPartColumns(readBlocks(part), whole)),
  };
}
