// One order of POST /data/orders and its line items. Order files are checked against them as well, wherever they are read.
import * as v from 'valibot';
import { described, type Keywords } from '../../../schema/described.ts';
import { identifier, identifierOrBlank, isBlank, orBlank, orNull, text } from '../../../schema/fields.ts';
import {
  MAX_CONTACT_LENGTH,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_KEY_LENGTH,
  MAX_CUSTOM_VALUE_LENGTH,
  MAX_ID_LENGTH,
  MAX_PRODUCT_LENGTH,
  MAX_QUANTITY,
  MAX_UNIT_PRICE,
} from '../../../schema/limits.ts';
import { plainObject, refusingArrays } from '../../../schema/plain-object.ts';
import { DATE_FORMS, ISO_8601, parseOrderDate } from './order-date.ts';
import { isPlainLine, isPlainOrder, unlessPlain } from './plain-orders.ts';

function optionalField<S extends v.GenericSchema>(
  schema: S,
  description: string,
  keywords?: Keywords<v.InferInput<S>>,
) {
  return orNull(schema, description, keywords);
}

/** Text that may be left out: empty, or of white space alone, it counts as omitted, which `warnings` say. */
function optionalText<S extends v.GenericSchema<string>>(
  schema: S,
  description: string,
  keywords?: Keywords<v.InferInput<S>>,
) {
  return orBlank(schema, description, keywords);
}

const customFields = v.pipe(
  refusingArrays(
    v.record(text(MAX_CUSTOM_KEY_LENGTH, 1), text(MAX_CUSTOM_VALUE_LENGTH), 'expected an object of strings'),
  ),
  v.maxEntries(MAX_CUSTOM_FIELDS, `expected at most ${MAX_CUSTOM_FIELDS} custom fields`),
);

const PRICE_RANGE = `expected a number between -${MAX_UNIT_PRICE} and ${MAX_UNIT_PRICE}`;
const QUANTITY_RANGE = `expected an integer between -${MAX_QUANTITY} and ${MAX_QUANTITY}`;

const lineItem = v.pipe(
  plainObject(
    {
      product_name: optionalText(
        text(MAX_PRODUCT_LENGTH),
        `Name of the product, at most ${MAX_PRODUCT_LENGTH} characters. With order_id it identifies the row: sending the pair again replaces all fields of the row, unless the request merges.`,
        { examples: ['Earl Grey, 100 g'] },
      ),
      product_sku: optionalText(
        text(MAX_PRODUCT_LENGTH),
        `Stock-keeping unit, at most ${MAX_PRODUCT_LENGTH} characters. Identifies the row if it has no product_name.`,
        { examples: ['TEA-EG-100'] },
      ),
      unit_price: optionalField(
        v.pipe(
          v.number('expected a number'),
          v.minValue(-MAX_UNIT_PRICE, PRICE_RANGE),
          v.maxValue(MAX_UNIT_PRICE, PRICE_RANGE),
        ),
        "Price of one unit in the dataset's currency (one for all orders of a dataset), -10^12 to 10^12. Default: 0. Reports add it as the decimal that was sent, to eight decimals.",
        { examples: [4.5] },
      ),
      quantity: optionalField(
        v.pipe(
          v.number('expected an integer'),
          v.integer('expected an integer'),
          v.minValue(-MAX_QUANTITY, QUANTITY_RANGE),
          v.maxValue(MAX_QUANTITY, QUANTITY_RANGE),
        ),
        'Units, -10^9 to 10^9; negative for a return. Default: 1.',
        { examples: [2] },
      ),
      custom_fields: optionalField(
        customFields,
        `At most ${MAX_CUSTOM_FIELDS} custom text fields: keys of 1 to ${MAX_CUSTOM_KEY_LENGTH} characters, values of up to ${MAX_CUSTOM_VALUE_LENGTH}. Report filters refer to them as \`custom:<key>\`.`,
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
    order_id: described(identifier, `Your id of the order, 1 to ${MAX_ID_LENGTH} characters.`, {
      examples: ['536365'],
    }),
    customer_id: optionalText(
      identifierOrBlank,
      `Your id of the customer, at most ${MAX_ID_LENGTH} characters. RFM reports and customer scopes omit orders without one. If omitted when the order is sent again, the order keeps its customer.`,
      { examples: ['17850'] },
    ),
    contact: optionalText(
      text(MAX_CONTACT_LENGTH),
      `How the customer is reached, such as an e-mail address: at most ${MAX_CONTACT_LENGTH} characters. Lists of customers have it, from the newest order of each that has one; it is erased with the customer, and in nothing else that the service writes. If omitted when the order is sent again, the order keeps it.`,
      { examples: ['ann@example.com'] },
    ),
    order_date: optionalText(
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
