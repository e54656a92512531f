// The same texts in German: a script of its own, which is given what it shares with others, and so needs no further one.
import type { ForeignKind, TableLimit } from '../../../order-files/problems/file-problems.ts';
import type { OrderListWords } from '../../../order-files/problems/order-list-words.ts';
import type { amountText } from '../../../order-files/values/amount-text.ts';
import type { shownJson } from '../../../order-files/values/bytes.ts';
import type { formatter } from '../../../report-parts/figures.ts';
import type { FileTexts } from '../en/files.ts';
import type { rowsDe } from './rows-de.ts';

const ORDER_LISTS: OrderListWords = {
  etsy: 'Etsys Liste der Bestellungen, ohne ihre Produkte: laden Sie „Bestellartikel“ statt „Bestellungen“ herunter (EtsySoldOrderItems….csv)',
  orocommerce:
    'OroCommerces Liste der Bestellungen, ohne ihre Produkte: erstellen Sie unter „Reports & Segments“ einen Bericht über „Order Line Item“ mit Order Number, Customer, Created At, Internal Status, Subtotal, Total Discounts Amount, Product SKU, Product Name, Quantity, Price Value und Price Currency, und exportieren Sie ihn',
  prestashop:
    'PrestaShops Liste der Bestellungen, ohne ihre Produkte: exportieren Sie order_detail mit orders verknüpft, mit einer Abfrage des SQL-Managers (Erweiterte Einstellungen, Datenbank)',
  'shopware-6':
    'Shopware 6’ Liste der Bestellungen, ohne die Preise ihrer Produkte: rufen Sie die Bestellungen mit lineItems von der Admin-API ab (POST /api/search/order), als JSON',
};

const FOREIGN: Readonly<Record<ForeignKind, string>> = {
  xls: 'eine Excel-Arbeitsmappe im alten Format (.xls): speichern Sie sie als .xlsx',
  pdf: 'ein PDF-Dokument: exportieren Sie die Bestellungen als CSV oder .xlsx',
  sqlite: 'eine SQLite-Datenbank: exportieren Sie ihre Tabelle als CSV',
  avro: 'eine Avro-Datei: wandeln Sie sie in CSV um',
  orc: 'eine ORC-Datei: wandeln Sie sie in CSV um',
  bzip2: 'mit bzip2 komprimiert: entpacken Sie sie zuerst',
  xz: 'mit xz komprimiert: entpacken Sie sie zuerst',
  zstd: 'mit zstd komprimiert: entpacken Sie sie zuerst',
  '7z': 'ein 7-Zip-Archiv: entpacken Sie es zuerst',
  rar: 'ein RAR-Archiv: entpacken Sie es zuerst',
  picture: 'ein Bild',
  web_page: 'eine Webseite oder ein XML-Dokument: exportieren Sie die Bestellungen als CSV oder .xlsx',
};

const OVER_LIMIT: Readonly<Record<TableLimit, (most: string) => string>> = {
  columns: (most) => `Die Tabelle hat mehr als ${most} Spalten: so viele werden höchstens gelesen.`,
  rows: (most) =>
    `Das Blatt hat mehr als ${most} Zeilen, die ein Blatt höchstens hat: exportieren Sie die Bestellungen als CSV.`,
  characters: (most) => `Eine Zeile hat mehr als ${most} Zeichen: so viele werden höchstens gelesen.`,
  nesting: (most) =>
    `Die Elemente der Datei sind mehr als ${most}-fach verschachtelt: das ist keine Tabelle von Bestellungen.`,
  unpacked: () =>
    'Die Datei entpackt sich zu mehr, als auf einmal gelesen wird: exportieren Sie die Bestellungen als CSV.',
};

interface FileTools {
  readonly amountText: typeof amountText;
  readonly shownJson: typeof shownJson;
  readonly formatter: typeof formatter;
  /** A script of its own: the worker that reads files has it, too. */
  readonly rowsDe: typeof rowsDe;
}

export function filesInGerman({ amountText, shownJson, formatter, rowsDe }: FileTools): FileTexts {
  const { number: whole, percent } = formatter('de');

  const listed = (names: readonly string[]): string =>
    `${names
      .slice(0, 60)
      .map((name) => `„${shownJson(name)}“`)
      .join(', ')}${names.length > 60 ? ', …' : ''}`;
  const rowsOf = (count: number): string => `${whole(count)} ${count === 1 ? 'Zeile' : 'Zeilen'}`;

  const money = (amount: number, currency?: string): string => amountText(amount, 'de', currency);
  const guessed = (guesses: Readonly<Partial<Record<string, string>>>): string =>
    Object.keys(guesses).length === 0 ? '' : ` Vielleicht ${listed(Object.values(guesses).map(String))}.`;

  function ordersOf(orders: number): string {
    return orders === 1 ? '1 Bestellung' : `${whole(orders)} Bestellungen`;
  }

  return {
    row: rowsDe,
    problem: {
      missing_columns: ({ guesses }) =>
        `Für die Bestellung, das Produkt oder den Preis wurden keine Spalten gefunden: wählen Sie sie unten aus.${guessed(guesses)}`,
      missing_prices: ({ guesses }) =>
        `Für den Preis wurde keine Spalte gefunden: wählen Sie sie unten aus, exportieren Sie die Bestellungen mit den Preisen ihrer Artikel oder geben Sie an, dass es keine Preise gibt. Ohne sie sind Umsatz und Werte 0.${guessed(guesses)}`,
      rows_are_orders: ({ listed: found }) =>
        `Jede Zeile ist eine ganze Bestellung, ${found === undefined ? 'ohne ihre Produkte' : `mit ihren Produkten in einer Zelle: „${found.column}“ enthält „${found.example.slice(0, 60)}“`}. Exportieren Sie die Artikel der Bestellungen: eine Zeile für jedes Produkt einer Bestellung, mit seinem Preis.`,
      several_currencies: ({ currencies }) =>
        `Die Preise sind in mehreren Währungen: ${currencies.map(({ currency, rows, amount }) => `${rowsOf(rows)} in ${currency} (${money(amount, currency)})`).join(', ')}. Wählen Sie die Währung des Datenbestands: Zeilen in anderen werden ausgelassen oder mit Wechselkursen umgerechnet.`,
      unknown_statuses: ({ column, isMore }) =>
        `Es ist nicht bekannt, welche Status in „${column}“ die von bezahlten Bestellungen sind: wählen Sie unten aus.${isMore ? ' Es sind mehr, als sich auflisten lassen: wenn die Spalte nicht der Status ist, wählen Sie oben eine andere.' : ''}`,
      zero_prices: () =>
        'Jeder Preis ist 0 oder leer: wählen Sie unten eine andere Spalte aus oder geben Sie an, dass es keine Preise gibt.',
      ambiguous_dates: ({ column, examples }) =>
        `Die Daten in „${column}“ lassen sich als Monat/Tag und als Tag/Monat lesen, und keines entscheidet darüber: wählen Sie unten aus. ${examples.map(({ cell, mdy, dmy }) => `„${cell}“ ist ${mdy} oder ${dmy}.`).join(' ')}`,
      unknown_column: ({ column, header }) =>
        `Es gibt keine Spalte „${column}“; die Datei hat ${listed(header)}.`,
      too_many_custom_fields: ({ most, got }) =>
        `${got} eigene Felder wurden ausgewählt: eine Bestellung hat höchstens ${most}.`,
      custom_field_name: ({ name, most, reserved }) =>
        `„${name}“ kann nicht der Name eines eigenen Feldes sein: er hat 1 bis ${most} Zeichen und ist keiner von ${reserved.join(', ')}.`,
      order_list: ({ exporter }) => `Das ist ${ORDER_LISTS[exporter]}.`,
      other_dataset_currency: ({ dataset, prices }) =>
        `Der Datenbestand ist in ${dataset}, und diese Preise sind in ${prices}: es wurde nichts gesendet. Rechnen Sie sie mit Wechselkursen um, oder wählen Sie einen anderen Datenbestand.`,
      missing_header: () => 'Es wurde keine Zeile gefunden, die die Spalten benennt.',
      open_quote: () =>
        'In der Zeile, die die Spalten benennt, wird ein Anführungszeichen geöffnet und nie geschlossen.',
      empty_file: () => 'Die Datei ist leer.',
      no_files: () => 'Es wurde keine Datei ausgewählt.',
      no_line_feed: ({ bytes, line }) =>
        `Zeile ${whole(line)} hat mehr als ${whole(bytes)} Bytes, die eine Zeile höchstens hat: das ist keine Tabelle von Bestellungen, oder ein Anführungszeichen ist nicht geschlossen.`,
      json_array_open: () => 'Die JSON-Liste ist nicht geschlossen: die Datei scheint abgeschnitten zu sein.',
      missing_sheet: ({ sheet, sheets }) =>
        `Die Arbeitsmappe hat kein Blatt „${sheet}“, sondern ${listed(sheets)}: wählen Sie unten eines aus oder andere Dateien.`,
      sheet_without_contents: ({ sheet }) => `Das Blatt „${sheet}“ fehlt im Inhalt der Arbeitsmappe.`,
      empty_spreadsheet: () => 'Die Tabelle hat keinen Inhalt.',
      archive: ({ files, names }) =>
        files === 0
          ? 'Das Archiv ist leer.'
          : `Das Archiv enthält ${whole(files)} Dateien (${names.join(', ')}${files > names.length ? ', …' : ''}): wählen Sie eines mit einer einzigen Datei, oder entpacken Sie sie zuerst.`,
      archive_damaged: ({ file }) =>
        file === undefined ? 'Das Archiv ist beschädigt.' : `„${file}“ ist im Archiv beschädigt.`,
      archive_encrypted: ({ file }) => `„${file}“ ist verschlüsselt: speichern Sie die Datei ohne Kennwort.`,
      archive_method: ({ file, method }) =>
        `„${file}“ ist mit der ZIP-Methode ${method} komprimiert, die diese Seite nicht liest: speichern Sie ein übliches ZIP-Archiv.`,
      table_limit: ({ limit, most, line }) =>
        `${line === undefined ? '' : `Zeile ${whole(line)}: `}${OVER_LIMIT[limit](whole(most))}`,
      odd_dates: ({ date, line, orders, from, to }) =>
        `Zeile ${whole(line)}: das Datum ist ${date}, ${orders === 1 ? 'als einziges' : `eines von ${whole(orders)}`} außerhalb von ${from === to ? from : `${from} bis ${to}`}. Berichte zählen ab dem letzten Datum: korrigieren Sie es, oder geben Sie an, dass es stimmt.`,
      future_dates: ({ date, line, orders }) =>
        `Zeile ${whole(line)}: das Datum ist ${date}, ${orders === 1 ? 'als einziges' : `eines von ${whole(orders)}`}, das noch nicht war. Berichte zählen ab dem letzten Datum: korrigieren Sie es, oder geben Sie an, dass es stimmt.`,
      unread_discounts: ({ column, line, rows }) =>
        `Zeile ${whole(line)}: „${column}“ enthält einen Rabatt, einen von ${whole(rows)}, und wird nicht gelesen. Wählen Sie unten, ob es der Rabatt der Zeile oder der Bestellung ist, oder geben Sie an, dass die Preise nach Abzug der Rabatte sind.`,
      scientific_ids: ({ field, cell, line }) =>
        `Zeile ${whole(line)}: die ID ${field === 'order_id' ? 'der Bestellung' : 'des Kunden'} ist ${cell}. Eine Tabellenkalkulation hat die IDs gerundet, sodass verschiedene zu einer werden: exportieren Sie die Datei noch einmal, ohne sie dort zu öffnen, oder geben Sie an, dass sie stimmen.`,
      repeated_products: ({ percent: share }) =>
        `${percent(share / 100, 0)} der Zeilen haben ein Produkt, das ihre Bestellung schon hat: Bestellungen sind zusammengefallen oder doppelt exportiert. Wählen Sie unten eine andere Spalte für die Bestellung, oder geben Sie an, dass es stimmt: Mengen werden dann addiert.`,
      price_jumps: ({ product, low, high, currency, line, products }) =>
        `Zeile ${whole(line)}: „${shownJson(product)}“ kostet ${money(low, currency)} und ${money(high, currency)}, das Hundertfache, und so auch ${whole(products - 1)} andere Produkte. Korrigieren Sie die Dezimalzeichen, oder geben Sie an, dass die Preise stimmen.`,
      prices_in_cents: ({ example }) =>
        `Alle Preise sind ganze Zahlen wie ${whole(example)}: sie sehen aus wie Cent, hundertmal zu groß. Exportieren Sie sie mit Dezimalstellen, oder geben Sie an, dass sie stimmen.`,
      ambiguous_amounts: ({ column, examples }) =>
        `Die Beträge in „${column}“ lassen sich mit Dezimalpunkt und mit Dezimalkomma lesen, und keiner entscheidet darüber: wählen Sie unten aus. ${examples.map(({ cell, point, comma }) => `„${cell}“ ist ${whole(point)} oder ${whole(comma)}.`).join(' ')}`,
      other_sheet: ({ sheet, found }) =>
        `Das Blatt „${sheet}“ enthält keine Bestellungen, aber „${found}“: wählen Sie es unten aus.`,
      table_damaged: () =>
        'Die Datei ist beschädigt oder nicht vollständig: exportieren Sie sie noch einmal.',
      parquet_codec: ({ codec }) =>
        `Die Parquet-Datei ist mit ${codec} komprimiert, was die Kommandozeile liest, nicht aber diese Seite: npm run -s cli -- push DATEI --dataset NAME. Oder speichern Sie sie mit Snappy oder ohne Kompression.`,
      nested_column: ({ column }) =>
        `„${column}“ ist eine verschachtelte Spalte: gelesen werden nur Texte, Zahlen und Daten.`,
      foreign: ({ kind }) => `Die Datei ist ${FOREIGN[kind]}.`,
      too_many_lines: ({ order, most }) =>
        `Die Bestellung „${order}“ hat mehr als ${whole(most)} Zeilen. Ist ihre Spalte die richtige?`,
      rates_columns: ({ header }) =>
        `Wechselkurse brauchen die Spalten date, currency und rate; diese Datei hat ${listed(header)}.`,
      rates_line: ({ line, cells }) =>
        `Zeile ${line}: ein Kurs hat einen Tag wie 2026-03-31, eine Währung und eine positive Zahl; gefunden wurde ${listed(cells)}.`,
      missing_rate: ({ from, to, day }) =>
        day === undefined
          ? `Eine Bestellung ohne Datum kann nicht von ${from} in ${to} umgerechnet werden.`
          : `Es gibt keinen Kurs von ${from} zu ${to} vom ${day} oder von einem Tag davor.`,
      file_changed: () =>
        'Die Datei wurde geändert, seit sie ausgewählt wurde, oder entfernt: wählen Sie sie noch einmal aus.',
      unreadable: ({ reason }) => `Die Datei kann nicht gelesen werden: ${reason}`,
    },
    remark: {
      repeated_products: ({ lines }) =>
        `${rowsOf(lines)} mit einem Produkt, das die Bestellung schon hat: Mengen werden addiert, zum mittleren Preis.`,
      rows_replaced: ({ rows }) =>
        `${rowsOf(rows)} durch dasselbe Produkt derselben Bestellung in einer späteren Datei ersetzt.`,
      variants_merged: ({ lines }) => `${rowsOf(lines)} als Variante einer anderen Zeile zusammengefasst.`,
      weighed_lines: ({ lines }) =>
        `${rowsOf(lines)} mit einem Gewicht als Menge: je ein Stück, zum Preis der Zeile.`,
      discounts_unclear: ({ orders }) =>
        `${ordersOf(orders)} mit einem Rabatt, der nur aus dem Gesamtbetrag folgt: Steuern gelten als zusätzlich zu den Preisen.`,
      partial_refunds_unknown: ({ orders }) =>
        `${ordersOf(orders)} teilweise erstattet, ohne Betrag: die Erstattungen fehlen im Nettobetrag.`,
      read_as: ({ source, encoding, line }) =>
        `Zeichen von ${source} werden als ${encoding} gelesen${line === undefined ? '' : `: Zeile ${whole(line)} ist die erste, die nicht UTF-8 ist`}.`,
      mixed_encodings: ({ source, line }) =>
        `Manche Zeilen von ${source} sind UTF-8, andere nicht, als erste Zeile ${whole(line)}. Jede wird gelesen als das, was sie ist; prüfen Sie diese Zeile.`,
      blank_prices: ({ rows, source, line }) =>
        `${rowsOf(rows)} ohne Preis ${rows === 1 ? 'zählt' : 'zählen'} als 0: die erste ist Zeile ${whole(line)} von ${source}.`,
      amazon_without_refunds: () =>
        'Amazons Bestellbericht enthält keine Erstattungen: der Abrechnungsbericht enthält sie.',
      posting_dates: () => 'Die Daten sind die der Buchung, nicht die der Bestellung.',
      without_refunds: () => 'Der Export enthält keine Erstattungen.',
      stripe_with_tax: () => 'Beträge enthalten Steuern und Versand: Stripes Zahlungen trennen sie nicht.',
      without_currency: () => 'Der Export nennt keine Währung.',
      paypal_products: () => 'PayPal nennt ein Produkt je Zahlung.',
      shared_by_pieces: () =>
        'Der Export enthält keine Preise der Produkte: die Stücke einer Bestellung teilen ihren Nettoumsatz gleichmäßig.',
    },
  };
}
