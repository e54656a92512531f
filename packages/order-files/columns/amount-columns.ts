// Decides which columns hold the amounts of a file of no known exporter by the arithmetic of its rows: price × quantity
// is compared with every other amount. What the rows leave open becomes a question with one reading for each answer.

import type { ExportField } from '../profiles/profile.ts';
import { type DecimalMark, readAmount } from '../values/numbers.ts';
import type { NamedColumn } from './column-fields.ts';
import type { Concept } from './column-words.ts';

/** The meaning of an amount: the price of one piece, of a line, or of all lines of an order. */
export type AmountMeaning = 'unit_price' | 'line_total' | 'order_total';

/** Rows in which an equation holds, of those that have all of its values. */
export interface Agreement {
  /** With the columns' names, such as `"Sales" = "Price" × "Quantity"`. */
  readonly equation: string;
  readonly rows: number;
  readonly of: number;
}

export interface AmountReading {
  readonly meaning: AmountMeaning;
  readonly column: string;
  /** The columns that have to be named for this reading. */
  readonly columns: Partial<Record<ExportField, string>>;
  readonly agreement: Agreement | undefined;
}

export interface AmountFindings {
  /** One if the names and the rows decide; several if they leave open which one; none if no column holds amounts. */
  readonly readings: readonly AmountReading[];
  /** The readings that remain if the equation does not hold in every row. */
  readonly alternatives: readonly AmountReading[];
  /** An equation to hold against every row of the file. */
  readonly equation: Equation | undefined;
  /** Positions of discounts that the amounts already contain. */
  readonly contained: readonly number[];
}

/** Concepts that no price of goods has in its name. */
const NEVER: readonly Concept[] = [
  ...([
    'cost',
    'tax',
    'shipping',
    'margin',
    'tip',
    'weight',
    'quantity',
    'id',
    'refund',
    'returned',
  ] as const),
  ...([
    'cancelled',
    'discount',
    'percent',
    'place',
    'kind',
    'status',
    'later',
    'deadline',
    'listed',
  ] as const),
  ...(['test', 'phone', 'email', 'date', 'time', 'customer', 'store'] as const),
];
/** The share of rows in which an equation has to hold. */
export const NEARLY_ALL = 0.99;
/** Two totals that differ by less are one. */
const TOLERATED = 0.005;
/** Half a cent, and a little for binary fractions. */
const HALF_CENT = 0.0051;

interface Amounts {
  readonly column: NamedColumn;
  /** By row; NaN where the cell is empty or no number. */
  readonly values: Float64Array;
}

interface Table {
  readonly rows: number;
  readonly quantity: Amounts | undefined;
  /** Other quantities, such as the net weight beside the number of pieces. */
  readonly otherQuantities: readonly Amounts[];
  readonly money: readonly Amounts[];
  /** Prices before a discount, which may prove a total. */
  readonly listed: readonly Amounts[];
  readonly discounts: readonly Amounts[];
  /** Amounts that a total may contain beside the goods. */
  readonly extras: readonly Amounts[];
  /** The order of each row; undefined without a column of orders. */
  readonly orders: readonly string[] | undefined;
  readonly products: readonly string[] | undefined;
}

export interface AmountColumns {
  readonly columns: readonly NamedColumn[];
  readonly records: readonly (readonly string[])[];
  /** Positions of fields that are known; -1 or undefined for others. */
  readonly positions: Readonly<Partial<Record<ExportField, number>>>;
  /** Columns that hold something else. */
  readonly taken: ReadonlySet<number>;
}

export function findAmounts(given: AmountColumns): AmountFindings {
  const table = createTable(given);
  const unit = table.money.find(({ column }) => column.position === given.positions.unit_price);
  const line = table.money.find(({ column }) => column.position === given.positions.line_total);
  const prices = unit === undefined ? [...table.money.filter(canBeUnitPrice), ...table.listed] : [unit];
  const proof = findProof(table, prices);
  if (proof !== undefined)
    return {
      ...{ readings: [proof.reading], alternatives: proof.alternatives, equation: proof.equation },
      contained: [proof.equation.discount, proof.equation.extra],
    };
  return {
    ...(unit === undefined ? listReadings(table) : comparePrice(table, unit, line)),
    ...{ alternatives: [], equation: undefined },
  };
}

function createTable({ columns, records, positions, taken }: AmountColumns): Table {
  const mark = findMark(columns, records);
  const read = (column: NamedColumn): Amounts => ({
    column,
    values: Float64Array.from(records, (cells) => readCell(cells[column.position] ?? '', mark)),
  });
  const textsAt = (position: number | undefined): string[] | undefined =>
    position === undefined || position === -1
      ? undefined
      : records.map((cells) => cells[position]?.trim() ?? '');
  const numeric = columns.filter(({ facts }) => facts?.kind === 'number' || facts?.kind === 'whole');
  const free = numeric.filter(({ position }) => !taken.has(position));
  const quantity = numeric.find(({ position }) => position === positions.quantity);
  const has =
    (concept: Concept) =>
    ({ name }: NamedColumn) =>
      name.concepts.has(concept);
  return {
    rows: records.length,
    quantity: quantity === undefined ? undefined : read(quantity),
    otherQuantities: free.filter((one) => has('quantity')(one) && one !== quantity).map(read),
    money: free.filter(isMoney).map(read),
    listed: free.filter((one) => has('listed')(one) && has('price')(one)).map(read),
    discounts: columns.filter((one) => has('discount')(one) && isNumeric(one, records, mark)).map(read),
    extras: free.filter((one) => has('tax')(one) || has('shipping')(one)).map(read),
    orders: textsAt(positions.order_id),
    products: textsAt(
      positions.product_name === undefined || positions.product_name === -1
        ? positions.product_sku
        : positions.product_name,
    ),
  };
}

/** True for a column whose cells are numbers, also with a percent sign. */
function isNumeric(
  { position }: NamedColumn,
  records: readonly (readonly string[])[],
  mark: DecimalMark,
): boolean {
  const cells = records.map((one) => one[position]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => !Number.isNaN(readCell(cell, mark)));
}

/** A percentage is read as its hundredth. */
function readCell(cell: string, mark: DecimalMark): number {
  const text = cell.trim();
  if (text === '') return Number.NaN;
  if (text.endsWith('%')) return (readAmount(text.slice(0, -1).trim(), mark, true) ?? Number.NaN) / 100;
  return readAmount(text, mark, true) ?? Number.NaN;
}

/** The mark with which more cells of amounts are numbers. */
function findMark(columns: readonly NamedColumn[], records: readonly (readonly string[])[]): DecimalMark {
  const counts = { point: 0, comma: 0 };
  for (const { position, facts } of columns) {
    if (facts?.kind !== 'number') continue;
    for (const cells of records) {
      const digits = /([.,])\d{1,2}\D*$/.exec(cells[position] ?? '')?.[1];
      if (digits === ',') counts.comma++;
      else if (digits === '.') counts.point++;
    }
  }
  return counts.comma > counts.point ? 'comma' : 'point';
}

function isMoney(column: NamedColumn): boolean {
  if (NEVER.some((one) => column.name.concepts.has(one))) return false;
  // A column of another name can be an amount if it has decimals.
  return isNamedMoney(column) || column.facts?.kind === 'number';
}

function isNamedMoney({ name: { concepts } }: NamedColumn): boolean {
  return ['price', 'total', 'amount', 'revenue', 'sale'].some((one) => concepts.has(one as Concept));
}

function canBeUnitPrice({ column: { name } }: Amounts): boolean {
  const { concepts } = name;
  return concepts.has('unit') || !['total', 'sub', 'line'].some((one) => concepts.has(one as Concept));
}

function canBeLineTotal({ column: { name } }: Amounts): boolean {
  return !name.concepts.has('unit');
}

function canBeOrderTotal({ column: { name } }: Amounts): boolean {
  return !['unit', 'line', 'product'].some((one) => name.concepts.has(one as Concept));
}

// Equations between columns.

/** An equation of a row: `left` is the value that the other columns give. */
export interface Equation {
  readonly text: string;
  readonly target: number;
  readonly price: number;
  readonly quantity: number;
  readonly discount: number;
  readonly extra: number;
  readonly form: EquationForm;
}

const FORMS = {
  product: { text: (p: string, q: string) => `${p} × ${q}`, value: (p: number, q: number) => p * q },
  discounted: {
    text: (p: string, q: string, d: string) => `${p} × ${q} − ${d}`,
    value: (p: number, q: number, d: number) => p * q - Math.abs(d),
  },
  discountedPiece: {
    text: (p: string, q: string, d: string) => `(${p} − ${d}) × ${q}`,
    value: (p: number, q: number, d: number) => (p - Math.abs(d)) * q,
  },
  rated: {
    text: (p: string, q: string, d: string) => `${p} × ${q} × (1 − ${d})`,
    value: (p: number, q: number, d: number) => p * q * (1 - d),
  },
  percented: {
    text: (p: string, q: string, d: string) => `${p} × ${q} × (1 − ${d} %)`,
    value: (p: number, q: number, d: number) => p * q * (1 - d / 100),
  },
} as const;
export type EquationForm = keyof typeof FORMS;
const WITH_DISCOUNT: readonly EquationForm[] = ['discounted', 'discountedPiece', 'rated', 'percented'];

/** Computes the value of the equation's right side. */
export function computeEquation(
  form: EquationForm,
  price: number,
  quantity: number,
  discount: number,
  extra: number,
): number {
  return FORMS[form].value(price, quantity, discount) + extra;
}

/** True if both are equal after rounding to cents, of each piece or of the line. */
export function isEqualAmount(target: number, value: number, quantity: number): boolean {
  const rounding = HALF_CENT * (1 + Math.abs(quantity));
  return Math.abs(target - value) <= Math.max(rounding, 1e-9 * Math.abs(target));
}

interface Proof {
  readonly reading: AmountReading;
  readonly alternatives: readonly AmountReading[];
  readonly equation: Equation;
}

/** Finds the simplest equation that nearly all rows satisfy. */
function findProof(table: Table, prices: readonly Amounts[]): Proof | undefined {
  for (const quantity of [table.quantity, ...table.otherQuantities]) {
    const proof = findProofWith(quantity, table, prices);
    if (proof === undefined) continue;
    if (quantity === undefined || quantity === table.quantity) return proof;
    const columns = { ...proof.reading.columns, quantity: quantity.column.column };
    return { ...proof, reading: { ...proof.reading, columns } };
  }
  return undefined;
}

function findProofWith(
  quantity: Amounts | undefined,
  table: Table,
  prices: readonly Amounts[],
): Proof | undefined {
  const { discounts, extras, money } = table;
  for (const extra of [undefined, ...extras]) {
    for (const discount of [undefined, ...discounts]) {
      const forms: readonly EquationForm[] = discount === undefined ? ['product'] : WITH_DISCOUNT;
      for (const form of forms) {
        for (const price of prices) {
          for (const target of money) {
            if (target === price || target.column.name.concepts.has('unit')) continue;
            const agreement = countAgreement(table, { target, price, quantity, discount, extra, form });
            if (agreement === undefined) continue;
            const equation = toEquation({ target, price, quantity, discount, extra, form });
            const alternatives = [toUnitReading(price), toLineReading(target, undefined)];
            const reading = toReading(price, target, discount, extra, form, agreement);
            return { equation, reading, alternatives };
          }
        }
      }
    }
  }
  return undefined;
}

interface Terms {
  readonly target: Amounts;
  readonly price: Amounts;
  readonly quantity: Amounts | undefined;
  readonly discount: Amounts | undefined;
  readonly extra: Amounts | undefined;
  readonly form: EquationForm;
}

/** Undefined if too few rows agree, or if none of them tells the equation from a simpler one. */
function countAgreement(table: Table, terms: Terms): Agreement | undefined {
  const { target, price, quantity, discount, extra, form } = terms;
  let [rows, of, telling] = [0, 0, 0];
  for (let row = 0; row < table.rows; row++) {
    const [t, p] = [target.values[row] ?? Number.NaN, price.values[row] ?? Number.NaN];
    const q = quantity === undefined ? 1 : (quantity.values[row] ?? Number.NaN);
    if (Number.isNaN(t + p + q)) continue;
    const d = toZero(discount?.values[row]);
    const x = toZero(extra?.values[row]);
    of++;
    if (!isEqualAmount(t, computeEquation(form, p, q, d, x), q)) continue;
    rows++;
    const isTold =
      (discount === undefined || d !== 0) &&
      (extra === undefined || x !== 0) &&
      p !== 0 &&
      (discount !== undefined || extra !== undefined || q !== 1);
    if (isTold) telling++;
  }
  if (of < 2 || telling === 0 || rows < NEARLY_ALL * of) return undefined;
  return { equation: formatEquation(terms), rows, of };
}

function toZero(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}

function formatEquation({ target, price, quantity, discount, extra, form }: Terms): string {
  const quote = (one: Amounts | undefined): string =>
    one === undefined ? '1' : JSON.stringify(one.column.column);
  const right = FORMS[form].text(quote(price), quote(quantity), quote(discount));
  return `${quote(target)} = ${right}${extra === undefined ? '' : ` + ${quote(extra)}`}`;
}

function toEquation(terms: Terms): Equation {
  const at = (one: Amounts | undefined): number => one?.column.position ?? -1;
  const { target, price, quantity, discount, extra, form } = terms;
  return {
    ...{ text: formatEquation(terms), target: at(target), price: at(price) },
    ...{ quantity: at(quantity), discount: at(discount), extra: at(extra), form },
  };
}

function toReading(
  price: Amounts,
  target: Amounts,
  discount: Amounts | undefined,
  extra: Amounts | undefined,
  form: EquationForm,
  agreement: Agreement,
): AmountReading {
  const [unit_price, total] = [price.column.column, target.column.column];
  if (discount === undefined)
    return { meaning: 'unit_price', column: unit_price, columns: { unit_price, line_total: '' }, agreement };
  if (extra === undefined)
    return {
      meaning: 'line_total',
      column: total,
      columns: { line_total: total, unit_price: '' },
      agreement,
    };
  const field = form === 'rated' || form === 'percented' ? 'line_discount_rate' : 'line_discount';
  const columns = { unit_price, line_total: '', [field]: discount.column.column };
  return { meaning: 'unit_price', column: unit_price, columns, agreement };
}

// A known price beside other amounts that do not agree with it.

function comparePrice(table: Table, unit: Amounts, line: Amounts | undefined): Readings {
  const own = toUnitReading(unit);
  const others = table.money.filter((one) => one !== unit && isNamedMoney(one.column) && canBeLineTotal(one));
  const sum = sumRows(table, unit, true);
  const different = others.filter((one) => {
    const isOfOrder = one !== line && canBeOrderTotal(one) && isConstantInOrders(table, one);
    const total = isOfOrder ? sumOrders(table, one) : sumRows(table, one, false);
    // A total of an order may contain shipping and tax; one below its lines hides a discount.
    return isOfOrder ? total < sum * (1 - TOLERATED) : Math.abs(total - sum) > TOLERATED * Math.abs(sum);
  });
  const readings = different.map((one) =>
    one !== line && canBeOrderTotal(one) && isConstantInOrders(table, one)
      ? toOrderReading(one)
      : toLineReading(one, undefined),
  );
  const isLine = findLineEvidence(table, unit);
  if (isLine?.isOfLine && isLine.rows >= ENOUGH_EVIDENCE)
    readings.push(toLineReading(unit, isLine.agreement));
  return { readings: [own, ...readings], contained: [] };
}

/** The pairs of rows with which a column that is named as a price is asked about: it looks like the price of a line. */
const ENOUGH_EVIDENCE = 10;

function toUnitReading({ column: { column } }: Amounts, agreement?: Agreement): AmountReading {
  return { meaning: 'unit_price', column, columns: { unit_price: column, line_total: '' }, agreement };
}

function toLineReading({ column: { column } }: Amounts, agreement: Agreement | undefined): AmountReading {
  return { meaning: 'line_total', column, columns: { line_total: column, unit_price: '' }, agreement };
}

function toOrderReading({ column: { column } }: Amounts): AmountReading {
  return {
    meaning: 'order_total',
    column,
    columns: { products_total: column, unit_price: '', line_total: '' },
    agreement: undefined,
  };
}

function sumRows({ rows, quantity }: Table, { values }: Amounts, isOfPiece: boolean): number {
  let sum = 0;
  for (let row = 0; row < rows; row++)
    sum += toZero(values[row]) * (isOfPiece && quantity !== undefined ? toZero(quantity.values[row]) : 1);
  return sum;
}

function sumOrders({ orders = [] }: Table, { values }: Amounts): number {
  const byOrder = new Map(orders.map((order, row) => [order, toZero(values[row])]));
  return [...byOrder.values()].reduce((sum, value) => sum + value, 0);
}

/** True if an order with several lines exists, and each such order has one value. */
function isConstantInOrders({ orders, rows }: Table, { values }: Amounts): boolean {
  if (orders === undefined) return false;
  const byOrder = new Map<string, number>();
  let repeated = 0;
  for (let row = 0; row < rows; row++) {
    const [order = '', value] = [orders[row], toZero(values[row])];
    const known = byOrder.get(order);
    if (known === undefined) byOrder.set(order, value);
    else if (known !== value) return false;
    else repeated++;
  }
  return repeated > 0;
}

// Amounts without a known price.

type Readings = Pick<AmountFindings, 'readings' | 'contained'>;

function listReadings(table: Table): Readings {
  const money = withoutExtras(table);
  const evidences = money.map((one) => findLineEvidence(table, one));
  const isQuantified = table.quantity?.values.some((quantity) => quantity !== 1) === true;
  const readings = money.flatMap((one, index): AmountReading[] => {
    const evidence = evidences[index];
    const isOfPiece = evidence?.isOfLine === false;
    // Rows of one product that repeat a total whatever their quantity contradict its name.
    const canBePiece = canBeUnitPrice(one) || isOfPiece;
    const unit =
      canBePiece && (isQuantified || one.column.name.concepts.has('price'))
        ? [toUnitReading(one, isOfPiece ? evidence.agreement : undefined)]
        : [];
    const line =
      canBeLineTotal(one) && (isQuantified || unit.length === 0)
        ? [toLineReading(one, evidence?.isOfLine === true ? evidence.agreement : undefined)]
        : [];
    const order = canBeOrderTotal(one) && isConstantInOrders(table, one) ? [toOrderReading(one)] : [];
    const { concepts } = one.column.name;
    // Revenue or an amount is the line's unless the rows say otherwise.
    const isOfLine = evidence?.isOfLine ?? !(concepts.has('price') || concepts.has('unit'));
    return isOfLine ? [...line, ...order, ...unit] : [...unit, ...line, ...order];
  });
  const [best] = readings;
  const [only, ...others] = money;
  const discount = evidences[0]?.discount;
  const contained = discount === undefined ? [] : [discount.column.position];
  // Ten pairs of rows that all say the same decide between a piece and a line of one column.
  if (only === undefined || others.length > 0 || best?.agreement === undefined)
    return { readings, contained: [] };
  const { concepts } = only.column.name;
  const isNamed =
    best.meaning === 'unit_price' ? concepts.has('price') || concepts.has('unit') : canBeLineTotal(only);
  if (best.agreement.of < ENOUGH_EVIDENCE || !isNamed) return { readings, contained };
  return { readings: [best, ...readings.filter(({ meaning }) => meaning === 'order_total')], contained };
}

/** Leaves out totals that contain tax or shipping beside another amount. */
function withoutExtras({ money, extras, rows }: Table): readonly Amounts[] {
  const sums = (whole: Amounts, part: Amounts, extra: Amounts): boolean => {
    let [agreeing, told] = [0, 0];
    for (let row = 0; row < rows; row++) {
      const x = toZero(extra.values[row]);
      if (!isEqualAmount(toZero(whole.values[row]), toZero(part.values[row]) + x, 1)) continue;
      agreeing++;
      if (x !== 0) told++;
    }
    return told > 0 && agreeing >= NEARLY_ALL * rows;
  };
  return money.filter(
    (whole) => !money.some((part) => part !== whole && extras.some((extra) => sums(whole, part, extra))),
  );
}

interface LineEvidence {
  readonly isOfLine: boolean;
  /** The discount that the amount contains; undefined if it explains nothing. */
  readonly discount: Amounts | undefined;
  readonly rows: number;
  readonly agreement: Agreement;
}

/** Shares of an amount that are left after a discount. */
const AFTER_DISCOUNT: Readonly<Record<'none' | 'rated' | 'percented', (discount: number) => number>> = {
  none: () => 1,
  rated: (discount) => 1 - discount,
  percented: (discount) => 1 - discount / 100,
};

/**
 * Compares rows of one product with different quantities or discounts: where the amount divided by the quantity stays
 * the same, it is that of the line; where the amount itself does, it is that of a piece. Undefined if the rows do not
 * say one of them.
 */
function findLineEvidence(table: Table, one: Amounts): LineEvidence | undefined {
  const plain = compareProducts(table, one, undefined, 'none');
  if (plain !== undefined) return plain;
  for (const discount of table.discounts) {
    for (const form of ['rated', 'percented'] as const) {
      const found = compareProducts(table, one, discount, form);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function compareProducts(
  { products, quantity, rows }: Table,
  one: Amounts,
  discount: Amounts | undefined,
  form: keyof typeof AFTER_DISCOUNT,
): LineEvidence | undefined {
  if (products === undefined || quantity === undefined) return undefined;
  const first = new Map<string, { readonly amount: number; readonly count: number; readonly off: number }>();
  let [ofPiece, ofLine, pairs, telling] = [0, 0, 0, 0];
  for (let row = 0; row < rows; row++) {
    const off = toZero(discount?.values[row]);
    const amount = (one.values[row] ?? Number.NaN) / AFTER_DISCOUNT[form](off);
    const [count, product = ''] = [quantity.values[row] ?? Number.NaN, products[row]];
    if (!(amount > 0 && count > 0 && amount < Number.POSITIVE_INFINITY)) continue;
    const known = first.get(product);
    if (known === undefined) first.set(product, { amount, count, off });
    if (known === undefined || (known.count === count && known.off === off)) continue;
    // A rounded amount is off by half a cent, which grows by the share that the discount took.
    const shares = 1 / AFTER_DISCOUNT[form](off) + 1 / AFTER_DISCOUNT[form](known.off);
    const tolerance = discount === undefined ? HALF_CENT : HALF_CENT * shares;
    const isPiece = isWithin(amount, known.amount, tolerance);
    const isLine = isWithin(amount / count, known.amount / known.count, tolerance);
    if (known.off !== off && (isPiece || isLine)) telling++;
    // Two lines of one quantity say whether the discount is contained, and no more.
    if (isPiece && isLine) continue;
    pairs++;
    if (isPiece) ofPiece++;
    else if (isLine) ofLine++;
  }
  const rowsOf = Math.max(ofPiece, ofLine);
  if (pairs === 0 || rowsOf < 0.9 * pairs || Math.min(ofPiece, ofLine) > 0.05 * pairs) return undefined;
  if (discount !== undefined && telling < ENOUGH_EVIDENCE) return undefined;
  const quote = (amounts: Amounts): string => JSON.stringify(amounts.column.column);
  const share = form === 'rated' ? '' : ' %';
  const terms = [
    ...[quote(one), ...(ofLine > ofPiece ? [quote(quantity)] : [])],
    ...(discount === undefined ? [] : [`(1 − ${quote(discount)}${share})`]),
  ];
  const equation = `${terms.join(' ÷ ')} is the same for each product`;
  return {
    isOfLine: ofLine > ofPiece,
    discount,
    rows: rowsOf,
    agreement: { equation, rows: rowsOf, of: pairs },
  };
}

function isWithin(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= Math.max(tolerance, 1e-9 * Math.abs(one));
}
