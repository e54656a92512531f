// Runs of a page of a Parquet file: a run states how often its value repeats, and a reader that believes it fills memory
// with more values than the page has. They are followed here as hyparquet follows them, without making the values.
// https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE

/** Of a flat column. */
export interface PageKind {
  /** Whether values can be missing: the page then says which are. */
  readonly isOptional: boolean;
  readonly isBoolean: boolean;
}

/** What the header of a page states. */
export interface PageHeader {
  readonly values: number;
  readonly encoding: number;
}

export interface PageHeaderV2 extends PageHeader {
  readonly nulls: number;
}

const [PLAIN_DICTIONARY, RLE, RLE_DICTIONARY] = [2, 3, 8];
const LENGTH_BYTES = 4;
/** The last run may be filled up with values that the page does not have. */
const MOST_BEYOND = 512;

/** `page`: decompressed. Throws RangeError for a run that is longer than the page. */
export function checkPage(page: DataView, { values, encoding }: PageHeader, kind: PageKind): void {
  let [at, present] = [0, values];
  if (kind.isOptional) {
    present = follow(page, LENGTH_BYTES, 1, values);
    at = LENGTH_BYTES + page.getUint32(0, true);
  }
  if (![PLAIN_DICTIONARY, RLE, RLE_DICTIONARY].includes(encoding)) return;
  if (kind.isBoolean) follow(page, at + LENGTH_BYTES, 1, present);
  else if (page.getUint8(at) > 0) follow(page, at + 1, page.getUint8(at), present);
}

/** `levels`: the page from its beginning; `page`: what comes behind the levels, decompressed. */
export function checkPageV2(
  levels: DataView,
  page: DataView,
  { values, encoding, nulls }: PageHeaderV2,
  { isOptional }: PageKind,
): void {
  if (isOptional) follow(levels, 0, 1, values);
  if (encoding === RLE) follow(page, LENGTH_BYTES, 1, values - nulls);
  else if (encoding === PLAIN_DICTIONARY || encoding === RLE_DICTIONARY)
    follow(page, 1, page.getUint8(0), values - nulls);
}

/** Returns how many of the values are 1. `width`: of a value, in bits. */
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
