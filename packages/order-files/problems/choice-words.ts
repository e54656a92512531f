// Words the answers to a problem for the command line.
import type { Choice, ChoiceCode } from './way-out.ts';

const WORDS: Readonly<Record<ChoiceCode, (name: string) => string>> = {
  column: () => 'the proposed columns are right',
  unit_price: (name) => `${name} is the price of one piece`,
  line_total: (name) => `${name} is the price of the line`,
  order_total: (name) => `${name} is the total of the order, which its pieces share equally`,
  line_discount: (name) => `${name} is an amount to subtract from its line`,
  line_discount_rate: (name) => `${name} is a share of its line's price`,
  order_discount: (name) => `${name} is an amount to subtract from its order`,
  refund: (name) => `${name} is the amount that was refunded`,
  refund_quantity: (name) => `${name} is the number of pieces that were returned`,
  leave_out: (name) => `rows with a yes in ${name} are left out`,
  returns: () => 'such rows are returns',
  sales: () => 'such rows are sales',
  guests: () => 'they are guests',
  named_guests: (name) => `${name} is a customer, the others are guests`,
  customers: () => 'they are customers',
  composed_id: (name) => `the values of ${name} make the id of the order together`,
  no_header: () => 'the first line is a row',
  baskets: () => 'each line is an order, and its cells are products',
  ignore: (name) => `${name} is left unread`,
  accept: () => 'the data are right as they are',
  no_prices: () => 'the orders have no prices',
  month_first: () => 'the month comes first',
  day_first: () => 'the day comes first',
  decimal_point: () => 'the point is the decimal mark',
  decimal_comma: () => 'the comma is the decimal mark',
  sheet: (name) => `the orders are in the sheet ${name}`,
  currency: (name) => `the dataset is in ${name.slice(1, -1)}; rows in other currencies are left out`,
  statuses: () => 'the statuses mean what their names suggest',
  no_statuses: (name) => `${name} does not hold statuses`,
};

/** Completes the sentence "It is read so if …". */
export function describeChoice({ code, name = '' }: Choice): string {
  return WORDS[code](JSON.stringify(name));
}
