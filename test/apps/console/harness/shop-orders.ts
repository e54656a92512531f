// Creates orders of a small shop whose products and customers have hostile names.
import type { Order } from '../../../../packages/client/src/index.ts';
import { MAX_ID_LENGTH } from '../../../../src/contract/schema/limits.ts';

/** Names that are text everywhere: in HTML, attributes, addresses and spreadsheets. */
export const HOSTILE_NAMES = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(2)</script>',
  '=HYPERLINK("http://evil.example","click")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  'javascript:alert(3)',
  '\u202Etxt.exe',
  '{{alert(4)}}',
  // Written from right to left, with a figure at its end.
  'شاي أخضر (كيس) 12',
  // As long as some real names; it must not push the figures out of a table.
  'Handmade stoneware teapot with a bamboo handle, a strainer and two cups '.repeat(5).slice(0, 300).trim(),
] as const;

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2026-01-05T09:00:00Z');

/** Creates 240 orders of 60 customers over four months, and one row without a product, which is not stored. */
export function* createShopOrders(): Iterable<Order> {
  for (let at = 0; at < 240; at++) {
    const customer = at % 60;
    const bought = [getProduct(at % 5), getProduct(at % 5 === 0 ? 1 : at % 9)];
    yield {
      order_id: `order-${at}`,
      customer_id: getCustomerName(customer),
      order_date: new Date(FIRST_DAY + ((at * 7 + customer) % 120) * DAY_MS).toISOString(),
      line_items: [...new Set(bought)].map((product_name) => ({
        product_name,
        unit_price: 5 + (at % 11),
        quantity: 1 + (customer % 3),
        custom_fields: { category: getCategory(product_name) },
      })),
    };
  }
  yield { order_id: `without product ${HOSTILE_NAMES[0]}`, line_items: [{ unit_price: 1 }] };
}

/** A customer who is in no earlier report. */
export const NEW_CUSTOMER = `new ${HOSTILE_NAMES[2]}`;

/** Creates orders of some days later: every third of the first 30 customers orders again, and one is new. */
export function* createLaterOrders(): Iterable<Order> {
  for (let at = 0; at < 30; at += 3) yield createLaterOrder(`later-${at}`, getCustomerName(at));
  yield createLaterOrder('later-new', NEW_CUSTOMER);
}

function createLaterOrder(order_id: string, customer_id: string): Order {
  return {
    order_id,
    customer_id,
    order_date: new Date(FIRST_DAY + 130 * DAY_MS).toISOString(),
    line_items: [{ product_name: getProduct(0), unit_price: 9, quantity: 2 }],
  };
}

function getProduct(at: number): string {
  return HOSTILE_NAMES[at % HOSTILE_NAMES.length] ?? '';
}

/** Returns the category of a product, by whether its name begins with a letter. */
export function getCategory(name: string): string {
  return /^[a-z]/i.test(name) ? 'letters' : 'signs';
}

function getCustomerName(at: number): string {
  return at < HOSTILE_NAMES.length
    ? `${at} ${HOSTILE_NAMES[at]}`.slice(0, MAX_ID_LENGTH)
    : `customer-${at}@example.com`;
}
