// Reads sheets of OpenDocument spreadsheets (.ods) as CSV text, row by row. Uses a cell's typed value, not the shown
// text.
import { OrderFileError } from '../problems/errors.ts';
import { CsvText } from './csv-text.ts';
import { demandInLine, demandWithin, parseCount } from './table-limits.ts';
import { chooseSheet, type SheetChoice } from './xlsx.ts';
import { readXml, readXmlEvents } from './xml-events.ts';
import type { ZipFile } from './zip-entries.ts';

/** Memory of a sheet's name beyond its letters, in characters. */
const SHEET_OVERHEAD = 64;

type Attributes = Readonly<Record<string, string>>;

export async function* convertOds(
  source: string,
  files: readonly ZipFile[],
  choice: SheetChoice,
): AsyncGenerator<Uint8Array> {
  const content = files.find(({ name }) => name === 'content.xml');
  if (content === undefined) throw new OrderFileError(source, { code: 'empty_spreadsheet' });
  const chosen = chooseSheet(source, await listSheets(content), choice);
  const csv = new CsvText();
  let isChosen = false;
  let row = 0;
  let repeatedRows = 1;
  let cells: string[] = [];
  /** Empty cells: a sheet repeats them up to its right edge as formatting. */
  let blanks = 0;
  let length = 0;
  /** A row can be repeated many times. */
  const finished: { readonly cells: readonly string[]; readonly row: number; readonly times: number }[] = [];
  let cell: { readonly value: string | undefined; readonly times: number } | undefined;
  let text = '';
  let paragraphs = 0;
  let depth = 0;
  const events = readXmlEvents(content.bytes(), {
    open(name, attributes) {
      if (name === 'table:table') isChosen = attributes['table:name'] === chosen.name;
      if (!isChosen) return;
      if (name === 'table:table-row') {
        [cells, blanks, length] = [[], 0, 0];
        repeatedRows = parseCount(attributes['table:number-rows-repeated'], 1);
      } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        cell = {
          value: getTypedValue(attributes),
          times: parseCount(attributes['table:number-columns-repeated'], 1),
        };
        text = '';
        paragraphs = 0;
      } else if (name === 'text:p') {
        depth++;
        if (paragraphs++ > 0) text += ' ';
      } else if (name === 'text:s') {
        const times = parseCount(attributes['text:c'], 1);
        demandInLine('characters', text.length + times, row + 1);
        text += ' '.repeat(times);
      } else if (name === 'office:annotation') depth = Number.NEGATIVE_INFINITY;
    },
    text(piece) {
      if (!isChosen || depth <= 0) return;
      text += piece;
      demandInLine('characters', text.length, row + 1);
    },
    close(name) {
      if (!isChosen) return;
      if (name === 'text:p') depth--;
      else if (name === 'office:annotation') depth = 0;
      else if ((name === 'table:table-cell' || name === 'table:covered-table-cell') && cell !== undefined) {
        const shown = cell.value ?? text;
        if (shown === '') blanks += cell.times;
        else {
          demandInLine('columns', cells.length + blanks + cell.times, row + 1);
          length += shown.length * cell.times;
          demandInLine('characters', length, row + 1);
          for (; blanks > 0; blanks--) cells.push('');
          for (let time = 0; time < cell.times; time++) cells.push(shown);
        }
        cell = undefined;
      } else if (name === 'table:table-row') {
        if (cells.length > 0) {
          demandInLine('rows', row + repeatedRows, row + 1);
          finished.push({ cells, row, times: repeatedRows });
        }
        row += repeatedRows;
      } else if (name === 'table:table') isChosen = false;
    },
  });
  for await (const _ of events) {
    for (const { cells: one, row: before, times } of finished.splice(0)) {
      for (let time = 1; time <= times; time++) {
        csv.add(one, before + time);
        if (csv.isFull) yield csv.take();
      }
    }
  }
  yield csv.take();
}

async function listSheets(content: ZipFile): Promise<{ name: string }[]> {
  const sheets: { name: string }[] = [];
  let held = 0;
  await readXml(content.bytes(), {
    open(name, attributes) {
      if (name !== 'table:table') return;
      const { 'table:name': sheet = '' } = attributes;
      held += sheet.length + SHEET_OVERHEAD;
      demandWithin('unpacked', held);
      sheets.push({ name: sheet });
    },
  });
  return sheets;
}

/** Undefined where the text is the value. */
function getTypedValue(attributes: Attributes): string | undefined {
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
    case 'percentage':
      return String(Number(attributes['office:value'] ?? 0));
    case 'date':
      return attributes['office:date-value'];
    case 'boolean':
      return attributes['office:boolean-value'];
    case 'time':
      return attributes['office:time-value']?.replace(/^PT(\d+)H(\d+)M(\d+).*$/, '$1:$2:$3');
    default:
      return attributes['office:string-value'];
  }
}
