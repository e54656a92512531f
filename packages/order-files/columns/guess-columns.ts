// Guesses which columns of an unknown header are fields of an order, from the words of their names and the kinds of
// their cells. Guesses are shown and have to be confirmed; nothing uses them on its own.
import type { ExportField } from '../profiles/profile.ts';
import { type CellKind, type ColumnFacts, computeColumnFacts } from './column-facts.ts';

export const GUESSED_FIELDS = [
  ...(['order_id', 'customer_id', 'order_date', 'product_name', 'product_sku'] as const),
  ...(['unit_price', 'quantity', 'line_total', 'currency', 'status'] as const),
] as const;
export type GuessedField = (typeof GUESSED_FIELDS)[number];

interface Sign {
  /** Words that name the thing, such as `order`, and words that say which value of it, such as `id`. */
  readonly thing: readonly string[];
  readonly value: readonly string[];
  /** The kinds of cells that the field can have. */
  readonly kinds: readonly CellKind[];
  /** The cells alone are a sign, without any word. */
  readonly byCells?: boolean;
}

function splitNames(text: string): readonly string[] {
  return text.split(' ');
}

const IDS = splitNames('id ids no nr num number numero ref reference code key nummer');
const TEXTS: readonly CellKind[] = ['text', 'whole', 'mixed'];

/** Words of English, German, French, Spanish and Dutch, without accents. */
const SIGNS: Readonly<Record<GuessedField, Sign>> = {
  order_id: {
    thing: splitNames(
      'order orders sale sales invoice transaction receipt ticket basket cart checkout purchase bill document doc booking bestellung auftrag rechnung beleg commande facture pedido factura bestelling bon',
    ),
    value: IDS,
    kinds: TEXTS,
  },
  customer_id: {
    thing: splitNames(
      'customer client buyer user member shopper account contact email mail purchaser guest cust kunde kunden cliente klant acheteur',
    ),
    value: [...IDS, 'email', 'mail', 'address'],
    kinds: [...TEXTS, 'email'],
  },
  order_date: {
    thing: splitNames('date day time timestamp datum fecha when dated datetime tag zeit'),
    value: splitNames(
      'order ordered sale sold created placed purchase purchased invoice paid transaction on at',
    ),
    kinds: ['date'],
    byCells: true,
  },
  product_name: {
    thing: splitNames(
      'product item article goods title description desc produkt artikel produit producto articulo',
    ),
    value: splitNames('name title description label text bezeichnung nom nombre naam designation'),
    kinds: ['text', 'mixed'],
    byCells: true,
  },
  product_sku: {
    thing: splitNames('sku barcode ean upc gtin isbn asin part product item article variant artikel'),
    value: [...IDS, 'sku', 'barcode'],
    kinds: TEXTS,
  },
  unit_price: {
    thing: splitNames(
      'price unit cost sold amount value paid each charged preis prix precio prijs betrag montant',
    ),
    value: splitNames('price unit each for item net gross per'),
    kinds: ['number', 'whole'],
    byCells: true,
  },
  quantity: {
    thing: splitNames('quantity qty units pieces pcs count menge anzahl stuck quantite cantidad aantal'),
    value: splitNames('sold ordered item'),
    kinds: ['whole'],
  },
  line_total: {
    thing: splitNames('total subtotal sum line gesamt summe totaal importe'),
    value: splitNames('line item price amount row net'),
    kinds: ['number', 'whole'],
  },
  currency: {
    thing: splitNames('currency curr waehrung wahrung devise moneda valuta'),
    value: ['code'],
    kinds: ['text'],
  },
  status: {
    thing: splitNames('status statut estado zustand'),
    value: splitNames('order payment'),
    kinds: ['text'],
  },
};

export interface ColumnGuess {
  readonly column: string;
  readonly position: number;
  readonly score: number;
}

/** Columns for each field, the best first. `records`: cells below the header, as many as are known. */
export function guessColumns(
  header: readonly string[],
  records: readonly (readonly string[])[],
): Readonly<Record<GuessedField, readonly ColumnGuess[]>> {
  const facts = header.map((_, position) =>
    computeColumnFacts(records.map((cells) => cells[position] ?? '')),
  );
  const found = GUESSED_FIELDS.map((field) => {
    const guesses = header.flatMap((column, position): ColumnGuess[] => {
      const score = scoreColumn(SIGNS[field], splitWords(column), facts[position]);
      return score > 0 ? [{ column, position, score }] : [];
    });
    return [field, guesses.sort((a, b) => b.score - a.score)] as const;
  });
  return Object.fromEntries(found) as Record<GuessedField, ColumnGuess[]>;
}

/** Proposes one column for each of these fields, none twice; omits fields without a likely one. */
export function proposeColumns(
  fields: readonly GuessedField[],
  header: readonly string[],
  records: readonly (readonly string[])[],
  taken: readonly number[] = [],
): Partial<Record<ExportField, string>> {
  const guesses = guessColumns(header, records);
  const used = new Set(taken);
  const proposed: Partial<Record<ExportField, string>> = {};
  const all = fields.flatMap((field) => guesses[field].map((guess) => ({ field, ...guess })));
  for (const { field, column, position } of all.sort((a, b) => b.score - a.score)) {
    if (proposed[field] !== undefined || used.has(position) || column === '') continue;
    proposed[field] = column;
    used.add(position);
  }
  return proposed;
}

/** Returns 0 for a column that cannot be the field. */
function scoreColumn(
  { thing, value, kinds, byCells }: Sign,
  name: readonly string[],
  facts?: ColumnFacts,
): number {
  const fits = facts === undefined || facts.kind === 'empty' ? undefined : kinds.includes(facts.kind);
  if (fits === false) return 0;
  const named = name.some((word) => thing.includes(word));
  const valued = name.some((word) => value.includes(word));
  const foreign = name.filter((word) => !thing.includes(word) && !value.includes(word)).length;
  // `order amount` has a word of orders and an unrelated one: it is not their number.
  const byName = (named ? 2 : 0) + (valued ? 1 : 0) - foreign / 2;
  // A column that is named as the number of something is neither a name nor a price.
  const isId = name.some((word) => IDS.includes(word));
  if (byName < 2) return byCells === true && fits === true && !isId ? 1 + byName / 4 : 0;
  return byName + (fits === true ? 1 : 0);
}

/** Splits `id_order`, `SaleID` and `Sold For` into words. */
function splitWords(column: string): string[] {
  return column
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
