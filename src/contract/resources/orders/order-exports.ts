// POST and GET /datasets/{slug}/exports, and GET /datasets/{slug}/exports/{export_id}: additions to the contract.
import * as v from 'valibot';
import { momentText, pageEnd, pageStart } from '../../list-fields.ts';
import { closedObject } from '../../schema/closed-object.ts';
import { datasetSlug } from '../../schema/dataset-fields.ts';
import { described } from '../../schema/described.ts';
import { count, oneOf, orNull, orUnset, timestamp, ulid } from '../../schema/fields.ts';
import { EXPORT_LINK_MINUTES, LIST_MAX } from '../../schema/limits.ts';
import { EXPORT_FORMATS, exportProgress } from '../reports/exports.ts';

const PARTITIONS = ['month'] as const;

const slug = described(datasetSlug, 'The dataset whose orders are exported.');
export const orderExportsPath = v.object({ slug });
export const orderExportPath = v.object({
  slug,
  export_id: ulid('The export_id from `POST /datasets/{slug}/exports`.'),
});

export const createOrderExportRequest = closedObject(
  {
    format: described(
      oneOf(EXPORT_FORMATS),
      '`csv` for spreadsheets: text that a spreadsheet would run as a formula is made harmless, and custom fields are JSON. `ndjson`: a JSON object per line. `parquet`: typed columns, decimals and a map of the custom fields. The columns are the same in all formats.',
      { examples: ['parquet'] },
    ),
    from: v.optional(momentText('Only orders dated then or later', '2026-01-01')),
    to: v.optional(momentText('Only orders dated before that', '2026-04-01')),
    partition_by: orNull(
      oneOf(PARTITIONS),
      '`month`: each file holds one calendar month of order dates, UTC, for folders named by month. By default, a file holds as many rows as it may.',
      { examples: ['month'] },
    ),
    contact: v.optional(
      described(
        v.boolean('expected true or false'),
        'Whether the files have a column `contact`. Read-only keys get no address of such files.',
      ),
      false,
    ),
  },
  'expected an object',
);
export type CreateOrderExportRequest = v.InferOutput<typeof createOrderExportRequest>;

export const orderExport = v.object({
  ...exportProgress('GET /datasets/{slug}/exports/{export_id}', 'files are'),
  dataset_id: described(v.string(), 'The dataset.', { examples: ['default'] }),
  from: orUnset(timestamp('Only orders dated then or later; null: from the first.')),
  to: orUnset(timestamp('Only orders dated before that; null: to the last, and those without a date.')),
  partition_by: orUnset(v.picklist(PARTITIONS), 'What each file holds one of; null: nothing.'),
  contact: described(v.boolean(), 'Whether the files have a column `contact`.'),
  files: described(
    v.array(
      v.object({
        month: orUnset(
          v.string(),
          'The month of its orders, UTC, if `partition_by` is `month`; null for orders without a date.',
          { examples: ['2026-03'] },
        ),
        rows: described(count, 'Rows of the file.', { examples: [42_481] }),
        bytes: described(count, 'Size of the file as it is downloaded.', { examples: [612_004] }),
        download_url: orUnset(
          v.pipe(v.string(), v.url()),
          `Where to download the file, without a key, for ${EXPORT_LINK_MINUTES} minutes: read the export again for another address. CSV and NDJSON come with \`Content-Encoding: gzip\`. Null in the list, for a read-only key if the files have contacts, and as long as a customer is being erased who may be in them.`,
          {
            examples: [
              'https://orders-bodies.s3.eu-central-1.amazonaws.com/exports/acc_1/orders.parquet?X-Amz-Expires=900',
            ],
          },
        ),
      }),
    ),
    'Files in the order of their rows, which ascend by `order_date`, orders without one last, then by `order_id`. Empty until the export is Completed.',
  ),
});
export type OrderExportView = v.InferOutput<typeof orderExport>;

export const listOrderExportsQuery = v.object({ ...pageStart('exports', LIST_MAX) });
export const listOrderExportsResponse = v.object({
  exports: described(v.array(orderExport), 'Newest first: those whose files have not expired.'),
  ...pageEnd,
});
