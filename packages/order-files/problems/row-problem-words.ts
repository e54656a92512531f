// Explains in English why a row is rejected. The command line adds the option that helps.
import { DATE_FORMS } from '../../../src/contract/resources/orders/order-date.ts';
import type { DecimalMark } from '../values/numbers.ts';
import { DATE_FORMAT_EXAMPLES } from '../values/order-dates.ts';
import { formatRowProblem, type RowProblem, type RowProblemWords } from './row-problems.ts';

export const ENGLISH_ROWS: RowProblemWords = {
  column_count: ({ expected, got }) => `expected ${expected} columns as the header has, got ${got}`,
  open_quote: () => 'the row has an unclosed quote',
  other_bytes: ({ column }) => `${column === undefined ? '' : `${column}: `}expected UTF-8, got other bytes`,
  nul_character: ({ column }) => `${column}: expected text, got a NUL character (code 0)`,
  not_json: ({ reason }) => `expected a JSON object${reason === undefined ? '' : `, got ${reason}`}`,
  lines_apart: () =>
    'the lines of the order are not together, so its discounts and refunds cannot be assigned: sort the file as it was exported',
  foreign_order: ({ fields }) =>
    `expected an order with order_id, customer_id, order_date and line_items, whose items have product_name, unit_price and quantity, got one with ${fields.join(', ')}`,
  required: ({ column }) => `${column}: required`,
  not_a_date: ({ column, cell, format }) =>
    `${column}: expected ${DATE_FORMAT_EXAMPLES[format]}, got ${JSON.stringify(cell)}`,
  not_a_number: ({ column, cell, decimal }) =>
    `${column}: expected a number such as ${formatExampleNumber(decimal)}, got ${JSON.stringify(cell)}`,
  not_an_amount: ({ column, cell, decimal }) =>
    `${column}: expected an amount such as ${formatExampleNumber(decimal)}, got ${JSON.stringify(cell)}`,
  not_a_scalar: ({ column, json }) => `${column}: expected a string or a number, got ${json}`,
  no_product: ({ columns }) =>
    `${columns.length === 0 ? '' : `${columns.join(' and ')}: `}expected product_name or product_sku: a line item is keyed by its product`,
  text_length: ({ column, least, most, got }) =>
    `${column}: expected a string of ${least === 0 ? 'at most' : `${least} to`} ${most} characters${got === undefined ? '' : `, got ${got}`}`,
  too_many_bytes: ({ column, most }) => `${column}: expected at most ${most} bytes of UTF-8`,
  lone_surrogate: ({ column }) => `${column}: expected well-formed Unicode, got a lone surrogate`,
  not_iso_8601: ({ column }) => `${column}: expected ${DATE_FORMS}`,
  no_number: ({ column }) => `${column}: expected a number`,
  fractional_quantity: ({ column, cell }) => `${column}: expected whole pieces, got ${JSON.stringify(cell)}`,
  not_whole: ({ column }) => `${column}: expected an integer`,
  out_of_range: ({ column, most, isWhole }) =>
    `${column}: expected ${isWhole ? 'an integer' : 'a number'} between -${most} and ${most}`,
  too_many_custom_fields: ({ column, most }) => `${column}: expected at most ${most} custom fields`,
  not_custom_fields: ({ column }) => `${column}: expected an object of strings`,
  no_line_items: ({ column }) => `${column}: expected at least one line item`,
  not_line_items: ({ column }) => `${column}: expected an array of line items`,
  not_a_line_item: ({ column }) => `${column}: expected a line item object`,
  unknown_field: ({ column, meant }) =>
    `${column}: unknown field${meant === undefined ? '' : `, did you mean ${meant}?`}`,
};

/** Formats a problem for the command line. */
export function printRowProblem(problem: RowProblem): string {
  return formatRowProblem(ENGLISH_ROWS, problem) + describeOption(problem);
}

function describeOption(problem: RowProblem): string {
  switch (problem.code) {
    case 'not_a_date':
      return ' (--date-format sets another)';
    case 'not_a_number':
    case 'not_an_amount':
      return ' (--decimal sets the decimal mark)';
    case 'foreign_order':
      return ' (--from shopify-rest, woocommerce-rest or shopware-rest reads what their APIs write)';
    case 'fractional_quantity':
      return ' (--quantity-scale 1000 reads weights)';
    case 'other_bytes':
      return problem.column === undefined ? '' : ' (--encoding sets another)';
    default:
      return '';
  }
}

function formatExampleNumber(decimal: DecimalMark): string {
  return decimal === 'comma' ? '1234,50' : '1234.50';
}
