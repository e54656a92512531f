// Checks runs and deltas of a page of a Parquet file: a run states how often its value repeats, a text how much it
// shares with the previous one, and a reader that trusts them fills memory beyond the page's size. Follows them as
// hyparquet does, without creating the values. https://parquet.apache.org/docs/file-format/data-pages/encodings/
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { demandWithin } from './table-limits.ts';

/** Type and width of a column without nesting. */
export interface PageKind {
  readonly type: string;
  /** Whether values can be missing: the page then marks them. */
  readonly isOptional: boolean;
  /** Bytes of a value, if all values have the same width. */
  readonly width: number;
}

/** Fields of a page's header. */
export interface PageHeader {
  readonly values: number;
  readonly encoding: number;
}

export interface PageHeaderV2 extends PageHeader {
  readonly nulls: number;
}

const [PLAIN_DICTIONARY, RLE, DELTA_PACKED, DELTA_LENGTHS, DELTA_TEXTS, RLE_DICTIONARY, SPLIT] = [
  2, 3, 5, 6, 7, 8, 9,
];
const LENGTH_BYTES = 4;
/** The last run may be padded with values that the page does not have. */
const MOST_BEYOND = 512;

/** Values of the encoding are places in a dictionary. */
export function isByNumber(encoding: number): boolean {
  return encoding === PLAIN_DICTIONARY || encoding === RLE_DICTIONARY;
}

/**
 * `page`: decompressed. Returns how many bytes the texts take if that differs from the page's size, otherwise 0. Throws
 * RangeError for a run that is longer than the page, and OrderFileError for texts that are too large.
 */
export function checkPage(
  page: DataView<ArrayBuffer>,
  { values, encoding }: PageHeader,
  kind: PageKind,
): number {
  let [at, present] = [0, values];
  if (kind.isOptional) {
    present = follow(page, LENGTH_BYTES, 1, values);
    at = LENGTH_BYTES + page.getUint32(0, true);
  }
  if (!isByNumber(encoding) && encoding !== RLE) return checkDeltas(page, at, present, encoding, kind);
  if (kind.type === 'BOOLEAN') follow(page, at + LENGTH_BYTES, 1, present);
  else if (page.getUint8(at) > 0) follow(page, at + 1, page.getUint8(at), present);
  return 0;
}

/**
 * `levels`: the page from its beginning; `page`: the decompressed bytes behind the levels. Otherwise like `checkPage`.
 */
export function checkPageV2(
  levels: DataView,
  page: DataView<ArrayBuffer>,
  { values, encoding, nulls }: PageHeaderV2,
  kind: PageKind,
): number {
  if (kind.isOptional) follow(levels, 0, 1, values);
  if (encoding === RLE) follow(page, LENGTH_BYTES, 1, values - nulls);
  else if (isByNumber(encoding)) follow(page, 1, page.getUint8(0), values - nulls);
  else return checkDeltas(page, 0, values - nulls, encoding, kind);
  return 0;
}

function checkDeltas(
  page: DataView<ArrayBuffer>,
  from: number,
  values: number,
  encoding: number,
  { width }: PageKind,
): number {
  if (encoding === SPLIT && values * width > page.byteLength) throw new RangeError('more values than bytes');
  if (encoding === DELTA_PACKED || encoding === DELTA_LENGTHS) demandMiniblocks(page, from);
  if (encoding !== DELTA_TEXTS || values <= 0) return 0;
  const reader = { view: page, offset: from };
  let size = 0;
  // First the length that each text shares with the previous one, then the length of its own part.
  for (let part = 0; part < 2; part++) {
    demandMiniblocks(page, reader.offset);
    const lengths = new Int32Array(values);
    deltaBinaryUnpack(reader, values, lengths);
    for (const length of lengths) {
      if (length < 0) throw new RangeError('a text of a negative length');
      size += length;
    }
    demandWithin('unpacked', size);
  }
  return size;
}

/** Deltas begin with the size of a block and the number of its parts, each of which takes a byte. */
function demandMiniblocks(page: DataView, from: number): void {
  let at = from;
  while (page.getUint8(at++) >= 0x80);
  let parts = 0;
  for (let scale = 1, byte = 0x80; byte >= 0x80; scale *= 128) {
    byte = page.getUint8(at++);
    parts += (byte & 0x7f) * scale;
  }
  if (parts < 1 || parts > page.byteLength) throw new RangeError('more parts than bytes');
}

/** Returns how many of the values are 1. `width`: bits per value. */
function follow(view: DataView, from: number, width: number, values: number): number {
  let [at, seen, ones] = [from, 0, 0];
  while (seen < values) {
    let header = 0;
    for (let scale = 1, byte = 0x80; byte >= 0x80; scale *= 128) {
      byte = view.getUint8(at++);
      header += (byte & 0x7f) * scale;
    }
    const isPacked = header % 2 === 1;
    const count = isPacked ? (header - 1) * 4 : header / 2;
    if (count > values + MOST_BEYOND) throw new RangeError('a run is longer than its page');
    const bytes = isPacked ? Math.max(1, (count / 8) * width) : (width + 7) >> 3;
    if (at + bytes > view.byteLength) throw new RangeError('a run ends beyond its page');
    if (width === 1 && isPacked) {
      for (let value = 0; value < Math.min(count, values - seen); value++)
        ones += (view.getUint8(at + (value >> 3)) >> (value & 7)) & 1;
    } else if (width === 1 && view.getUint8(at) === 1) ones += count;
    at += bytes;
    seen += isPacked ? Math.min(count, values - seen) : count;
  }
  return ones;
}
