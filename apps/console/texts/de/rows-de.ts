// Explains in German why a row of a file is rejected. The English sentences are those of the command line.

import type { RowProblemWords } from '../../../../packages/order-files/problems/row-problems.ts';
import type { DecimalMark } from '../../../../packages/order-files/values/numbers.ts';
import type { DateFormat } from '../../../../packages/order-files/values/order-dates.ts';

const formatWhole = (value: number): string => value.toLocaleString('de');

const DATES: Readonly<Record<DateFormat, string>> = {
  iso: 'ein Datum nach ISO 8601 wie 2026-03-31 14:05',
  mdy: 'Monat/Tag/Jahr wie 3/31/2026 14:05',
  dmy: 'Tag/Monat/Jahr wie 31.3.2026 14:05',
  text: 'ein Datum mit dem Monat in Buchstaben wie 31 Mar 2026 oder March 31, 2026 2:05 PM',
  'epoch-seconds': 'Sekunden seit dem 1.1.1970 UTC wie 1774965900',
  'epoch-ms': 'Millisekunden seit dem 1.1.1970 UTC wie 1774965900000',
  excel: 'Tage seit dem 30.12.1899, wie Excel sie zählt, wie 46112,58681',
};

const formatExample = (decimal: DecimalMark): string => (decimal === 'comma' ? '1234,50' : '1234.50');
const listNames = (names: readonly string[]): string => names.map((name) => `„${name}“`).join(' und ');

export const rowsDe: RowProblemWords = {
  column_count: ({ expected, got }) =>
    `Die Kopfzeile hat ${formatWhole(expected)} Spalten, diese Zeile hat ${formatWhole(got)}.`,
  open_quote: () => 'Ein Anführungszeichen ist nicht geschlossen.',
  other_bytes: ({ column }) =>
    `${column === undefined ? 'Die Zeile' : `„${column}“`} enthält Bytes, die kein UTF-8 sind.`,
  nul_character: ({ column }) => `„${column}“ enthält ein NUL-Zeichen (Code 0) statt Text.`,
  not_json: ({ reason }) =>
    `Erwartet wird ein JSON-Objekt${reason === undefined ? '.' : `; die Zeile ist kein JSON: ${reason}`}`,
  lines_apart: () =>
    'Die Zeilen der Bestellung stehen nicht beisammen, sodass Rabatte und Erstattungen nicht zugeordnet werden können: sortieren Sie die Datei so, wie sie exportiert wurde.',
  foreign_order: ({ fields }) =>
    `Erwartet wird eine Bestellung mit order_id, customer_id, order_date und line_items, deren Positionen product_name, unit_price und quantity haben; diese hat ${listNames(fields)}.`,
  required: ({ column }) => `„${column}“ fehlt.`,
  not_a_date: ({ column, cell, format }) =>
    `„${column}“: erwartet wird ${DATES[format]}, gefunden wurde „${cell}“.`,
  not_a_number: ({ column, cell, decimal }) =>
    `„${column}“: erwartet wird eine Zahl wie ${formatExample(decimal)}, gefunden wurde „${cell}“.`,
  not_an_amount: ({ column, cell, decimal }) =>
    `„${column}“: erwartet wird ein Betrag wie ${formatExample(decimal)}, gefunden wurde „${cell}“.`,
  not_a_scalar: ({ column, json }) =>
    `„${column}“: erwartet wird ein Text oder eine Zahl, gefunden wurde ${json}.`,
  no_product: ({ columns }) =>
    columns.length === 0
      ? 'Das Produkt fehlt: weder sein Name noch seine Artikelnummer ist angegeben.'
      : `Das Produkt fehlt: ${listNames(columns)} ${columns.length === 1 ? 'ist' : 'sind'} leer.`,
  text_length: ({ column, least, most, got }) =>
    `„${column}“: erwartet wird ein Text von ${least === 0 ? 'höchstens' : `${least} bis`} ${most} Zeichen${got === undefined ? '' : `, gefunden wurden ${formatWhole(got)}`}.`,
  too_many_bytes: ({ column, most }) => `„${column}“: höchstens ${most} Bytes in UTF-8 sind erlaubt.`,
  lone_surrogate: ({ column }) => `„${column}“ enthält ein halbes Unicode-Zeichen (ein einzelnes Surrogat).`,
  not_iso_8601: ({ column }) =>
    `„${column}“: erwartet wird ein Datum oder Zeitpunkt nach ISO 8601 wie 2026-03-31, 2026-03-31T14:05:00Z, 2026-03-31T16:05+02:00 oder 20260331T140500Z.`,
  no_number: ({ column }) => `„${column}“: erwartet wird eine Zahl.`,
  fractional_quantity: ({ column, cell }) =>
    `„${column}“: erwartet werden ganze Stücke, gefunden wurde „${cell}“.`,
  not_whole: ({ column }) => `„${column}“: erwartet wird eine ganze Zahl.`,
  out_of_range: ({ column, most, isWhole }) =>
    `„${column}“: erwartet wird eine ${isWhole ? 'ganze ' : ''}Zahl von -${formatWhole(most)} bis ${formatWhole(most)}.`,
  too_many_custom_fields: ({ column, most }) => `„${column}“: höchstens ${most} eigene Felder sind erlaubt.`,
  not_custom_fields: ({ column }) => `„${column}“: erwartet wird ein Objekt mit Texten.`,
  no_line_items: ({ column }) => `„${column}“: erwartet wird mindestens eine Position.`,
  not_line_items: ({ column }) => `„${column}“: erwartet wird eine Liste von Positionen.`,
  not_a_line_item: ({ column }) => `„${column}“: erwartet wird eine Position als Objekt.`,
  unknown_field: ({ column, meant }) =>
    `„${column}“ ist kein bekanntes Feld${meant === undefined ? '.' : `: ist „${meant}“ gemeint?`}`,
};
