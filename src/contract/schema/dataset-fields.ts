// The schemas of a dataset and its settings: apart from fields.ts, which the console's page loads with the schema of
// orders.

import * as v from 'valibot';
import { described } from './described.ts';
import { text } from './fields.ts';
import { MAX_NOT_GOODS, MAX_PRODUCT_LENGTH } from './limits.ts';

export const datasetSlug = described(
  v.pipe(
    v.string('expected a string'),
    v.regex(
      /^[a-z0-9][a-z0-9_-]{0,63}$/,
      'expected a dataset slug: 1 to 64 of a-z, 0-9, _ and -, starting with a letter or digit',
    ),
    // URL parsers make /datasets/recommendations of /datasets/./recommendations.
    v.check((slug) => slug !== 'recommendations', 'expected another slug: recommendations is reserved'),
  ),
  'Slug of a dataset: 1 to 64 of a-z, 0-9, _ and -, starting with a letter or digit, not `recommendations`. Pushing orders to a new slug creates the dataset.',
  { examples: ['default'] },
);

export const DEFAULT_DATASET = 'default';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217. */
export const currency = described(
  v.pipe(
    v.string('expected a string'),
    v.regex(/^[A-Z]{3}$/, 'expected an ISO 4217 code, such as EUR'),
    v.check((code) => CURRENCIES.has(code), 'expected an ISO 4217 code, such as EUR'),
  ),
  'An ISO 4217 code.',
  { examples: ['EUR', 'JPY'] },
);

/** Multiples of the shards that are read, and powers of 2, so that each of those is cut evenly. */
const SHARDS = [16, 32, 64, 128, 256];

export const datasetShards = described(
  v.pipe(v.number('expected a number'), v.values(SHARDS, `expected one of ${SHARDS.join(', ')}`)),
  'Partitions of a dataset.',
  { examples: [16] },
);

/** Products that are fees and services, by name or SKU. */
export const notGoodsList = v.pipe(
  v.array(text(MAX_PRODUCT_LENGTH, 1), 'expected an array of products'),
  v.maxLength(MAX_NOT_GOODS, `expected at most ${MAX_NOT_GOODS} products`),
);

/** A name of the IANA database; offsets such as +02:00 are refused. */
export const timeZone = described(
  v.pipe(
    v.string('expected a string'),
    v.regex(
      /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/,
      'expected an IANA time zone, such as Europe/Berlin',
    ),
    v.check(isTimeZone, 'expected an IANA time zone, such as Europe/Berlin'),
  ),
  'An IANA time zone.',
  { examples: ['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'] },
);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
