// Decides which columns hold the amounts of a file of no known exporter by the arithmetic of its rows: price × quantity
// is compared with every other amount. What the rows leave open becomes a question with one reading for each answer.

import type { ExportField } from '../profiles/profile.ts';
import {
  type Agreement,
  computeEquation,
  EQUATION_FORMS,
  type Equation,
  type EquationForm,
  isEqualAmount,
  NEARLY_ALL,
} from './amount-equations.ts';
import {
  type AmountColumns,
  type Amounts,
  type AmountTable,
  canBeLineTotal,
  canBeOrderTotal,
  canBeUnitPrice,
  createAmountTable,
  isNamedMoney,
  toZero,
} from './amount-table.ts';
import { ENOUGH_EVIDENCE, findLineEvidence } from './line-evidence.ts';

/** The meaning of an amount: the price of one piece, of a line, or of all lines of an order. */
export type AmountMeaning = 'unit_price' | 'line_total' | 'order_total';

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

/** Two totals that differ by less are one. */
const TOLERATED = 0.005;
export function findAmounts(given: AmountColumns): AmountFindings {
  const table = createAmountTable(given);
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

const WITH_DISCOUNT: readonly EquationForm[] = ['discounted', 'discountedPiece', 'rated', 'percented'];

interface Proof {
  readonly reading: AmountReading;
  readonly alternatives: readonly AmountReading[];
  readonly equation: Equation;
}

/** Finds the simplest equation that nearly all rows satisfy. */
function findProof(table: AmountTable, prices: readonly Amounts[]): Proof | undefined {
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
  table: AmountTable,
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
function countAgreement(table: AmountTable, terms: Terms): Agreement | undefined {
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

function formatEquation({ target, price, quantity, discount, extra, form }: Terms): string {
  const quote = (one: Amounts | undefined): string =>
    one === undefined ? '1' : JSON.stringify(one.column.column);
  const right = EQUATION_FORMS[form].text(quote(price), quote(quantity), quote(discount));
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

function comparePrice(table: AmountTable, unit: Amounts, line: Amounts | undefined): Readings {
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

function sumRows({ rows, quantity }: AmountTable, { values }: Amounts, isOfPiece: boolean): number {
  let sum = 0;
  for (let row = 0; row < rows; row++)
    sum += toZero(values[row]) * (isOfPiece && quantity !== undefined ? toZero(quantity.values[row]) : 1);
  return sum;
}

function sumOrders({ orders = [] }: AmountTable, { values }: Amounts): number {
  const byOrder = new Map(orders.map((order, row) => [order, toZero(values[row])]));
  return [...byOrder.values()].reduce((sum, value) => sum + value, 0);
}

/** True if an order with several lines exists, and each such order has one value. */
function isConstantInOrders({ orders, rows }: AmountTable, { values }: Amounts): boolean {
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

function listReadings(table: AmountTable): Readings {
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
function withoutExtras({ money, extras, rows }: AmountTable): readonly Amounts[] {
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
