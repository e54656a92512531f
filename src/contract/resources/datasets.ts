// GET /datasets, and GET, PUT and PATCH /datasets/{slug}.
import * as v from 'valibot';
import { pageEnd, shortListQuery } from '../list-fields.ts';
import { closedObject } from '../schema/closed-object.ts';
import { currency, datasetShards, datasetSlug, notGoodsList, timeZone } from '../schema/dataset-fields.ts';
import { described } from '../schema/described.ts';
import { clearable, count, orNull, text, timestamp } from '../schema/fields.ts';
import { identityRules } from '../schema/identity.ts';
import { MAX_DATASET_NAME_LENGTH, MAX_RATES_SOURCE_LENGTH } from '../schema/limits.ts';

const CURRENCY = 'The currency of its prices, shown with every amount. The service converts nothing.';
const RATES_SOURCE =
  'Where the exchange rates are from that its prices were converted at before they were pushed. Reports name it beside their currency.';
const NOT_GOODS =
  'Products that are fees and services, by name or SKU. Market basket reports with `params.leave_out: "not_goods"` leave them out of baskets and rules; they stay in revenue. Reports suggest products in `fees_and_services`.';
const IDENTITY =
  'Which customer ids are one person, for reports that name no rules: every figure and list then has persons. Stored orders keep their ids. `params.identity` of a report tries rules.';
const TIME_ZONE =
  'IANA time zone of its days, for reports that name none: date ranges, recency and the reference date count local midnights.';

const SHARDS = 'Partitions that its orders are spread over. Each takes about 500 new orders a second.';

const contents = v.object({
  counted_at: timestamp('When the orders were read. What was stored later is not counted.'),
  rows: described(count, 'Line items.', { examples: [42_481] }),
  orders: described(count, 'Orders.', { examples: [1_994] }),
  customers: described(count, 'Different `customer_id`.', { examples: [948] }),
  first_order_date: described(
    v.nullable(timestamp('Date of the earliest order.')),
    'Date of the earliest order, as it was pushed, in UTC. Null if no order has a date.',
  ),
  last_order_date: described(
    v.nullable(timestamp('Date of the latest order.')),
    'Date of the latest order. Null if no order has a date.',
  ),
});

export const dataset = v.object({
  slug: described(v.string(), 'The `dataset_id` of other requests.', { examples: ['default'] }),
  name: described(v.string(), 'Name of the dataset. Default: its slug.', { examples: ['default'] }),
  created_at: described(
    v.nullable(timestamp('When orders were first pushed to the dataset.')),
    'When orders were first pushed to the dataset. Null until it has data.',
  ),
  currency: described(v.nullable(v.string()), `${CURRENCY} Null when not set.`, { examples: ['EUR'] }),
  rates_source: described(v.nullable(v.string()), `${RATES_SOURCE} Null when not set.`, {
    examples: ['ECB euro reference rates'],
  }),
  time_zone: described(v.string(), TIME_ZONE, { examples: ['UTC'] }),
  not_goods: described(
    v.nullable(v.array(v.string())),
    `${NOT_GOODS} Null when not set: names that look like fees are recognized.`,
    {
      examples: [['POSTAGE', 'Gift card']],
    },
  ),
  identity: described(v.nullable(identityRules), `${IDENTITY} Null when not set.`),
  shards: described(count, SHARDS, { examples: [16] }),
  contents: described(
    v.nullable(contents),
    'Contents of the dataset when a report last read all of its orders, as the first report after new orders does. Null before that, and for datasets whose reports are computed in partitions.',
  ),
});
export type Dataset = v.InferOutput<typeof dataset>;

export const listDatasetsQuery = shortListQuery('datasets');
export const listDatasetsResponse = v.object({
  datasets: described(v.array(dataset), 'By slug. `default` is always included.'),
  ...pageEnd,
});

/** Described as what they are; what a missing or null member means, each operation says. */
const settings = {
  name: described(
    text(MAX_DATASET_NAME_LENGTH, 1),
    `Name of the dataset, 1 to ${MAX_DATASET_NAME_LENGTH} characters. Default: its slug.`,
    { examples: ['Shop, Hamburg'] },
  ),
  currency: described(currency, `${CURRENCY} An ISO 4217 code. Default: not set.`),
  rates_source: described(
    text(MAX_RATES_SOURCE_LENGTH, 1),
    `${RATES_SOURCE} 1 to ${MAX_RATES_SOURCE_LENGTH} characters. Default: not set.`,
  ),
  not_goods: described(notGoodsList, `${NOT_GOODS} Default: not set.`),
  time_zone: described(timeZone, `${TIME_ZONE} Default: UTC.`),
};

export const datasetPath = v.object({ slug: datasetSlug });
export const updateDatasetRequest = closedObject({
  name: orNull(settings.name),
  currency: orNull(settings.currency),
  rates_source: orNull(settings.rates_source),
  not_goods: orNull(settings.not_goods),
  time_zone: orNull(settings.time_zone),
  identity: orNull(identityRules, `${IDENTITY} Default: each id is a person.`),
  shards: orNull(
    described(
      datasetShards,
      `${SHARDS} Default: 16. Can be chosen until orders are first pushed to the dataset, and never changes: not by a request without it, nor by deleting the dataset. Another number than that of the dataset is a 400.`,
    ),
  ),
});

export const changeDatasetRequest = closedObject({
  name: clearable(settings.name),
  currency: clearable(settings.currency),
  rates_source: clearable(settings.rates_source),
  not_goods: clearable(settings.not_goods),
  time_zone: clearable(settings.time_zone),
  identity: clearable(identityRules),
});
