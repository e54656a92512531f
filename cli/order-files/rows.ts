// The rows of one file, CSV or NDJSON, in batches: right ones and bad ones, each with its line number. A bad row never
// stops the reading; a file whose columns cannot be told does, before the first row.
import type { FieldExplanation } from './column-map.ts';
import { openCsv } from './csv-rows.ts';
import { OrderFileError } from './errors.ts';
import { openJson } from './json-rows.ts';
import { DATE_FORMAT_EXAMPLES } from './order-dates.ts';
import { PLAIN } from './profiles/plain.ts';
import type { Profile } from './profiles/profile.ts';
import type { FileFormat, RowBatch, RowOptions } from './row-batches.ts';
import type { OpenSource } from './sources.ts';
import { type TextBlock, textBlocks } from './text-blocks.ts';

export interface RowReading {
  readonly format: FileFormat;
  /** Which exporter's file it is taken for. */
  readonly profile: Profile;
  readonly columns: readonly FieldExplanation[];
  /** In the file's order. To be iterated once. */
  readonly batches: AsyncIterable<RowBatch>;
}

/** Reads as far as the header; the rest as `batches` is iterated. Rows hold no memory of the file's text. */
export async function readRows(source: OpenSource, options: RowOptions = {}): Promise<RowReading> {
  const blocks = textBlocks(source.name, source.chunks);
  const { first, skipped } = await firstWithText(source.name, blocks);
  const format = options.format ?? formatOf(source.name, first.text);
  const file =
    format === 'csv' ? openCsv(source.name, first, options) : openJson(source.name, first, options);

  async function* batches(): AsyncGenerator<RowBatch> {
    try {
      for (const block of [...skipped, first]) yield file.read(block);
      for await (const block of blocks) yield file.read(block);
      yield file.end();
    } finally {
      source.close();
    }
  }
  const profile = file.columns?.profile ?? PLAIN;
  return {
    format,
    profile,
    columns: explain(file.columns?.explanation, profile, options),
    batches: batches(),
  };
}

/** Blank lines at the top count as lines: they are read too. */
async function firstWithText(
  name: string,
  blocks: AsyncGenerator<TextBlock>,
): Promise<{ first: TextBlock; skipped: TextBlock[] }> {
  const skipped: TextBlock[] = [];
  for (;;) {
    const { value, done } = await blocks.next();
    if (done === true) throw new OrderFileError(name, 'the file is empty');
    if (/\S/.test(value.text)) return { first: value, skipped };
    skipped.push(value);
  }
}

function formatOf(name: string, text: string): FileFormat {
  const [mark] = text.trimStart();
  if (mark === '[') {
    throw new OrderFileError(name, "expected one JSON object a line, got an array: jq -c '.[]' writes it so");
  }
  return mark === '{' ? 'ndjson' : 'csv';
}

function explain(
  fields: readonly FieldExplanation[] | undefined,
  profile: Profile,
  { dateFormat = profile.dateFormat ?? 'iso' }: RowOptions,
): FieldExplanation[] {
  if (fields === undefined) {
    return [{ field: 'order', column: 'line_items', why: 'every line is an order in the contract’s shape' }];
  }
  const zone = dateFormat.startsWith('epoch') ? '' : '; UTC where it gives no offset';
  return fields.map((one) =>
    one.field === 'order_date' && one.column !== undefined
      ? { ...one, why: `${one.why}; read as ${DATE_FORMAT_EXAMPLES[dateFormat]}${zone}` }
      : one,
  );
}
