// Every check of the contract that JSON Schema has no words for, with what says it instead. A check that is not listed
// here stops the conversion: nothing is dropped in silence.

import { DATE_FORMS } from './resources/orders/order-date.ts';
import { EXPECTED_RANGE } from './schedules/relative-range.ts';
import { MAX_LISTED_PRODUCTS_BYTES } from './schema/limits.ts';

export interface ConversionException {
  /** valibot's name of the action. */
  readonly action: string;
  /** The check's own message, where there may be several of its kind. */
  readonly message: string | undefined;
  readonly reason: string;
}

export const CONVERSION_EXCEPTIONS: readonly ConversionException[] = [
  {
    action: 'check',
    message: 'expected well-formed Unicode, got a lone surrogate',
    reason: 'JSON Schema compares code points and knows no ill-formed text; the API description says it.',
  },
  {
    action: 'check',
    message: 'expected at most 900 bytes of UTF-8',
    reason: 'JSON Schema counts characters; only ids of characters beyond the BMP reach it.',
  },
  {
    action: 'check',
    message: `expected ${DATE_FORMS}`,
    reason: 'Its pattern stands beside it; that February has no 30th is beyond a pattern.',
  },
  {
    action: 'check',
    message: 'expected one of product_name, customer_id, order_id, line_item_value, quantity or custom:<key>',
    reason: 'Its pattern stands beside it; the length of a key is in the description.',
  },
  {
    action: 'check',
    message: `expected at most ${MAX_LISTED_PRODUCTS_BYTES} bytes of JSON`,
    reason: 'JSON Schema counts characters and members; only long lists of long names reach it.',
  },
  {
    action: 'check',
    message: 'expected product or custom:<key>',
    reason: 'Its pattern stands beside it; the length of a key is in the description of conditions.',
  },
  {
    action: 'check',
    message: 'expected each level once, and none that begins as another with =',
    reason: 'JSON Schema compares no texts with each other; the description says what several levels are.',
  },
  {
    action: 'check',
    message: 'expected a date YYYY-MM-DD',
    reason: 'Said by format: date.',
  },
  {
    action: 'check',
    message: 'expected start on or before end',
    reason: 'JSON Schema compares no members with each other; the description of end says it.',
  },
  {
    action: 'check',
    message: 'expected another slug: recommendations is reserved',
    reason:
      'Generators of clients know no `not`, and no pattern without lookahead can say it; the description does.',
  },
  {
    action: 'check',
    message: 'expected an ISO 4217 code, such as EUR',
    reason: 'Its pattern stands beside it; the list of codes changes with the world.',
  },
  {
    action: 'check',
    message: 'expected an IANA time zone, such as Europe/Berlin',
    reason: 'Its pattern stands beside it; the list of zones changes with the world.',
  },
  {
    action: 'check',
    message: EXPECTED_RANGE,
    reason: 'Its pattern stands beside it; the largest number of days is in the description.',
  },
  {
    action: 'check',
    message: 'expected an absolute URL',
    reason: 'Said by format: uri.',
  },
  {
    action: 'raw_check',
    message: undefined,
    reason:
      "JSON Schema can't tie an operator to a field's type in readable words, and the pattern of a schedule's expression can't say which hours and days there are; the descriptions do.",
  },
  {
    action: 'finite',
    message: undefined,
    reason: 'JSON has no number that is not finite.',
  },
];
