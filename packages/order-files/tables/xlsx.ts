// Reads sheets of Excel workbooks (.xlsx, ECMA-376) as CSV text, row by row. Uses the saved value of a formula; dates
// are numbers with a date's format.
import { OrderFileError } from '../problems/errors.ts';
import { CsvText } from './csv-text.ts';
import { demandInLine, demandWithin, parseCount } from './table-limits.ts';
import { readSmallXml, readXml, readXmlEvents, toLocalName } from './xml-events.ts';
import type { ZipFile } from './zip-entries.ts';

/** Number formats that Excel has built in for dates and times. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);
/** Memory of a text beyond its letters, in characters. */
const STRING_OVERHEAD = 16;
const MS_PER_DAY = 86_400_000;
/** Day 0: Excel counts 29 February 1900, which did not exist. */
const DAY_0 = Date.UTC(1899, 11, 30);
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1);

/** Chooses the sheet: see `SourceOptions`. */
export interface SheetChoice {
  readonly sheet?: string | undefined;
  readonly onSheets?: ((names: readonly string[]) => void) | undefined;
}

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly dayZero: number;
}

export async function* convertXlsx(
  source: string,
  files: readonly ZipFile[],
  choice: SheetChoice,
): AsyncGenerator<Uint8Array> {
  const workbook = await readWorkbook(files);
  const chosen = chooseSheet(source, workbook.sheets, choice);
  const file = files.find(({ name }) => name === chosen.path);
  if (file === undefined)
    throw new OrderFileError(source, { code: 'sheet_without_contents', sheet: chosen.name });
  const strings = await readSharedStrings(files);
  const isDate = await readDateStyles(files);
  const csv = new CsvText();
  let cells: string[] = [];
  let length = 0;
  let row = 0;
  let cell = { column: 0, type: '', style: 0, value: '' };
  let isValue = false;
  const events = readXmlEvents(file.bytes(), {
    open(name, attributes) {
      const tag = toLocalName(name);
      if (tag === 'row') {
        cells = [];
        length = 0;
        row = parseCount(attributes.r, row + 1);
        demandInLine('rows', row, row);
      } else if (tag === 'c') {
        const column = parseColumn(attributes.r ?? '') ?? cells.length;
        demandInLine('columns', column + 1, row);
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' };
      } else isValue = tag === 'v' || tag === 't';
    },
    text(text) {
      if (!isValue) return;
      cell.value += text;
      demandInLine('characters', cell.value.length, row);
    },
    close(name) {
      const tag = toLocalName(name);
      if (tag === 'v' || tag === 't') isValue = false;
      else if (tag === 'c') {
        while (cells.length < cell.column) cells.push('');
        const text = toCellText(cell, strings, isDate, workbook.dayZero);
        cells[cell.column] = text;
        length += text.length;
        demandInLine('characters', length, row);
      } else if (tag === 'row' && cells.some((text) => text !== '')) csv.add(cells, row);
    },
  });
  for await (const _ of events) if (csv.isFull) yield csv.take();
  yield csv.take();
}

export function chooseSheet<S extends { readonly name: string }>(
  source: string,
  sheets: readonly S[],
  { sheet: wanted, onSheets }: SheetChoice,
): S {
  onSheets?.(sheets.map(({ name }) => name));
  const found = wanted === undefined ? sheets[0] : sheets.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  throw new OrderFileError(source, {
    code: 'missing_sheet',
    sheet: wanted ?? '',
    sheets: sheets.map(({ name }) => name),
  });
}

async function readWorkbook(files: readonly ZipFile[]): Promise<Workbook> {
  const targets = new Map<string, string>();
  await readPart(files, 'xl/_rels/workbook.xml.rels', (name, { Id = '', Target = '' }) => {
    // Targets are relative to xl/, or absolute.
    if (toLocalName(name) === 'Relationship')
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
  });
  const sheets: { name: string; path: string }[] = [];
  let dayZero = DAY_0;
  await readPart(files, 'xl/workbook.xml', (tag, attributes) => {
    const name = toLocalName(tag);
    if (name === 'sheet') {
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({ name: attributes.name ?? '', path: targets.get(id) ?? '' });
    }
    if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? '')) dayZero = DAY_0_OF_1904;
  });
  return { sheets, dayZero };
}

/** Reads texts that cells refer to by number, without phonetic readings of Japanese texts. */
async function readSharedStrings(files: readonly ZipFile[]): Promise<string[]> {
  const strings: string[] = [];
  const part = files.find(({ name }) => name === 'xl/sharedStrings.xml');
  if (part === undefined) return strings;
  let text = '';
  let held = 0;
  let isText = false;
  let isPhonetic = false;
  await readXml(part.bytes(), {
    open(name) {
      const tag = toLocalName(name);
      if (tag === 'si') text = '';
      if (tag === 'rPh') isPhonetic = true;
      isText = tag === 't' && !isPhonetic;
    },
    text(piece) {
      if (!isText) return;
      text += piece;
      demandWithin('characters', text.length);
    },
    close(name) {
      const tag = toLocalName(name);
      if (tag === 't') isText = false;
      if (tag === 'rPh') isPhonetic = false;
      if (tag !== 'si') return;
      strings.push(text);
      held += text.length + STRING_OVERHEAD;
      demandWithin('unpacked', held);
    },
  });
  return strings;
}

/** Returns a function that tells whether a style shows a date. */
async function readDateStyles(files: readonly ZipFile[]): Promise<(style: number) => boolean> {
  const own = new Set<number>();
  const styles: number[] = [];
  let isCellStyle = false;
  await readPart(
    files,
    'xl/styles.xml',
    (name, { numFmtId = '0', formatCode = '' }) => {
      const tag = toLocalName(name);
      if (tag === 'numFmt' && isDateCode(formatCode)) own.add(Number(numFmtId));
      if (tag === 'cellXfs') isCellStyle = true;
      if (tag === 'xf' && isCellStyle) styles.push(Number(numFmtId));
    },
    (name) => {
      if (toLocalName(name) === 'cellXfs') isCellStyle = false;
    },
  );
  return (style) => {
    const format = styles[style] ?? 0;
    return DATE_FORMATS.has(format) || own.has(format);
  };
}

/** True for `dd.mm.yyyy`; false for `0.00 "days"`, `[Red]0` and `General`. */
function isDateCode(code: string): boolean {
  return /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|general/gi, ''));
}

async function readPart(
  files: readonly ZipFile[],
  path: string,
  open: (name: string, attributes: Readonly<Record<string, string>>) => void,
  close?: (name: string) => void,
): Promise<void> {
  const part = files.find(({ name }) => name === path);
  if (part !== undefined) await readSmallXml(part.bytes(), close === undefined ? { open } : { open, close });
}

function toCellText(
  { type, style, value }: { type: string; style: number; value: string },
  strings: readonly string[],
  isDate: (style: number) => boolean,
  dayZero: number,
): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'e') return '';
  if (type !== 'n' || value === '') return value;
  const number = Number(value);
  // A workbook writes 4.5 as 4.4999999999999996.
  return isDate(style) ? formatSerialDate(number, dayZero) : String(number);
}

/** Formats the time of day alone, the day alone, or both, to the second: sheets are no finer. */
function formatSerialDate(serial: number, dayZero: number): string {
  const moment = new Date(dayZero + Math.round(serial * 86_400) * 1_000);
  if (Number.isNaN(moment.getTime())) return String(serial);
  const iso = moment.toISOString();
  if (serial >= 0 && serial < 1) return iso.slice(11, 19);
  return moment.getTime() % MS_PER_DAY === 0 ? iso.slice(0, 10) : `${iso.slice(0, 19)}Z`;
}

/** Returns 0 for A1, 27 for AB7; undefined if the reference names no column. */
function parseColumn(reference: string): number | undefined {
  let column = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0);
    if (code < 0x41 || code > 0x5a) break;
    column = column * 26 + (code - 0x40);
  }
  return column === 0 ? undefined : column - 1;
}
