// One order of POST /data/orders and its line items. Order files are checked against them as well, wherever they are
// read.
import * as v from 'valibot';
import { described } from '../../schema/described.ts';
import { identifier, identifierOrBlank, isBlank, orBlank, orNull, text } from '../../schema/fields.ts';
import { plainObject, refuseArrays } from '../../schema/plain-object.ts';
import { DATE_FORMS, ISO_8601, parseOrderDate } from './order-date.ts';
import {
  isPlainLine,
  isPlainOrder,
  LINE_FIELD_RULES as LINE,
  type NumberRule,
  ORDER_FIELD_RULES as ORDER,
  unlessPlain,
} from './order-fields.ts';

const CUSTOM = LINE.custom_fields;
const customFields = v.pipe(
  refuseArrays(
    v.record(
      text(CUSTOM.key.most, CUSTOM.key.least),
      text(CUSTOM.value.most, CUSTOM.value.least),
      'expected an object of strings',
    ),
  ),
  v.maxEntries(CUSTOM.most, `expected at most ${CUSTOM.most} custom fields`),
  v.transform(omitBlankValues),
);

/** Exporters write "" for a custom field without a value, too. */
function omitBlankValues(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value)));
}

function boundedNumber({ most, isWhole }: NumberRule) {
  const kind = isWhole ? 'an integer' : 'a number';
  const range = `expected ${kind} between -${most} and ${most}`;
  const number = v.number(`expected ${kind}`);
  return v.pipe(
    isWhole ? v.pipe(number, v.integer(`expected ${kind}`)) : number,
    v.minValue(-most, range),
    v.maxValue(most, range),
  );
}

const lineItem = v.pipe(
  plainObject(
    {
      product_name: orBlank(
        text(LINE.product_name.most),
        `Name of the product, at most ${LINE.product_name.most} characters. With order_id it identifies the row: sending the pair again replaces all fields of the row, unless the request merges.`,
        { examples: ['Earl Grey, 100 g'] },
      ),
      product_sku: orBlank(
        text(LINE.product_sku.most),
        `Stock-keeping unit, at most ${LINE.product_sku.most} characters. Identifies the row if it has no product_name.`,
        { examples: ['TEA-EG-100'] },
      ),
      unit_price: orNull(
        boundedNumber(LINE.unit_price),
        "Price of one unit in the dataset's currency (one for all orders of a dataset), -10^12 to 10^12. Default: 0. Reports add it as the decimal that was sent, to eight decimals.",
        { examples: [4.5] },
      ),
      quantity: orNull(
        boundedNumber(LINE.quantity),
        'Units, -10^9 to 10^9; negative for a return. Default: 1.',
        {
          examples: [2],
        },
      ),
      custom_fields: orNull(
        customFields,
        `At most ${CUSTOM.most} custom text fields: keys of 1 to ${CUSTOM.key.most} characters, values of up to ${CUSTOM.value.most}; a blank value is the same as an omitted field. Report filters refer to them as \`custom:<key>\`.`,
        { examples: [{ channel: 'web' }] },
      ),
    },
    'expected a line item object',
  ),
  v.metadata({
    description:
      'One row of an order: a product, its quantity and its price. A row with neither product_name nor product_sku fails: it is accepted with the others and listed in the `errors` of the import. A field that is null, or text that is empty or of white space alone, is the same as an omitted one. Sending a row again replaces it: an omitted field then has its default, whatever it was before. With `mode: merge`, it keeps its value.',
  }),
);

export const lineItemSchema = unlessPlain(lineItem, isPlainLine);

const order = plainObject(
  {
    order_id: described(identifier, `Your id of the order, 1 to ${ORDER.order_id.most} characters.`, {
      examples: ['536365'],
    }),
    customer_id: orBlank(
      identifierOrBlank,
      `Your id of the customer, at most ${ORDER.customer_id.most} characters. RFM reports and customer scopes omit orders without one. If omitted when the order is sent again, the order keeps its customer.`,
      { examples: ['17850'] },
    ),
    contact: orBlank(
      text(ORDER.contact.most),
      `How the customer is reached, such as an e-mail address: at most ${ORDER.contact.most} characters. Lists of customers have it, from the newest order of each that has one; it is erased with the customer, and in nothing else that the service writes. If omitted when the order is sent again, the order keeps it.`,
      { examples: ['ann@example.com'] },
    ),
    order_date: orBlank(
      v.pipe(
        v.string(`expected ${DATE_FORMS}`),
        v.check((value) => isBlank(value) || parseOrderDate(value) !== undefined, `expected ${DATE_FORMS}`),
      ),
      'When the order was placed: an ISO 8601 or RFC 3339 date-time in the extended (2026-03-31T14:05:00Z) or basic format (20260331T140500Z), or a date, which means midnight. UTC if there is no offset. RFM reports and date ranges omit orders without a date. If omitted when the order is sent again, the order keeps its date.',
      { examples: ['2026-03-31T14:05:00Z'], pattern: `${ISO_8601.source}|^\\s*$` },
    ),
    line_items: described(
      v.array(lineItemSchema, 'expected an array of line items'),
      'The rows of the order, all in one request. An order without rows counts as one row, which fails.',
    ),
  },
  'expected an order object',
);

export const orderSchema = unlessPlain(order, isPlainOrder);
