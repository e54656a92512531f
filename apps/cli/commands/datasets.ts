// `datasets`: lists datasets and changes their settings through the public API.
import { type Dataset, OrderAnalyticsError } from '../../../packages/client/src/index.ts';
import { formatPlainTable } from '../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from './api-access.ts';
import { type Context, collectFirst, collectTexts, parseWholeNumber } from './context.ts';
import { collectPersons, PERSONS_HELP, type Persons, readMergeList } from './reports/persons-option.ts';

interface SettingFlags extends ApiFlags {
  readonly name?: string;
  readonly currency?: string;
  readonly ratesSource?: string;
  readonly timeZone?: string;
  readonly notGoods?: readonly string[];
  readonly persons?: Persons;
  /** The API refuses any other number. */
  readonly shards?: Dataset['shards'];
}

export function addDatasetCommands(context: Context): void {
  const { program, print } = context;
  const datasets = program.command('datasets').description('datasets and their settings');

  datasets
    .command('list')
    .description('list datasets with name, currency, time zone and what they hold')
    .ofApi('datasets list')
    .action(async (flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const found = await collectFirst(client.datasets.list({}, call));
      const rows = found.map(({ slug, name, currency, time_zone, contents }) => [
        ...[slug, name, currency, time_zone],
        ...formatContents(contents),
      ]);
      const figures = ['rows', 'orders', 'customers', 'days', 'counted'];
      print(found, formatPlainTable(['dataset', 'name', 'currency', 'time zone', ...figures], rows));
    });

  datasets
    .command('set')
    .description(
      'change settings of a dataset; settings without an option stay, an empty value restores the default',
    )
    .argument('<slug>', 'the dataset, which is created if it does not exist')
    .option('--name <name>', 'display name; "" for the slug')
    .option('--currency <code>', 'ISO 4217 code of its prices; "" for none')
    .option('--rates-source <text>', 'source of the exchange rates of its converted prices; "" for none')
    .option('--time-zone <name>', 'IANA time zone of its days; "" for UTC')
    .option(
      '--not-goods <product>',
      'a fee or service, by name or SKU, that market basket reports leave out of baskets; can be repeated; replaces the whole list; "" for none',
      collectTexts,
    )
    .option('--persons <rule>', `${PERSONS_HELP}; replaces all rules`, collectPersons)
    .option(
      '--shards <n>',
      'partitions that its orders are spread over: 32, 64, 128 or 256 instead of 16, for a shop with more than 8,000 new orders a second; only until orders are first pushed',
      parseWholeNumber,
    )
    .ofApi('datasets set default --currency USD --time-zone America/New_York')
    .action(async (slug: string, flags: SettingFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const { name, currency, ratesSource: rates_source, timeZone: time_zone } = flags;
      const not_goods = flags.notGoods?.includes('') ? '' : flags.notGoods;
      const identity = flags.persons === 'none' ? '' : flags.persons;
      const given = Object.entries({ name, currency, rates_source, time_zone, not_goods, identity }).filter(
        ([, value]) => value !== undefined,
      );
      const changes = Object.fromEntries(given.map(([key, value]) => [key, value === '' ? null : value]));
      const ignoreMissing = (error: unknown): undefined => {
        if (!(error instanceof OrderAnalyticsError) || error.status !== 404) throw error;
      };
      const { shards } = flags;
      // A change of settings has no number of shards: the request repeats the settings that the dataset has.
      const kept =
        shards === undefined ? undefined : await client.datasets.get(slug, call).catch(ignoreMissing);
      const changed =
        shards === undefined
          ? await client.datasets.change(slug, changes, call).catch(ignoreMissing)
          : undefined;
      const dataset =
        changed ?? (await client.datasets.update(slug, { ...pickSettings(kept), ...changes, shards }, call));
      print(
        dataset,
        `Dataset ${dataset.slug}: ${dataset.name}, ${dataset.currency ?? 'no currency'}, days in ${dataset.time_zone}${
          dataset.not_goods === null ? '' : `, ${dataset.not_goods.length} fees and services listed`
        }${dataset.identity === null ? '' : `, persons by ${formatRules(dataset.identity)}`}.`,
      );
    });

  datasets
    .command('merges')
    .description('print the merge list of a dataset, or replace it by a file')
    .argument('<slug>', 'the dataset')
    .option('--replace <file>', 'JSON as printed: {"merges":[["17","ann@example.com"]],"separate":["18"]}')
    .ofApi('datasets merges shop')
    .action(async (slug: string, flags: ApiFlags & { readonly replace?: string }) => {
      const { client, call } = await createApiClient(context, flags);
      const list =
        flags.replace === undefined
          ? await client.datasets.merges(slug, call)
          : await client.datasets.replaceMerges(slug, readMergeList(flags.replace), call);
      const { version: _, ...shown } = list;
      print(list, JSON.stringify(shown));
    });

  program
    .command('usage')
    .description('show what the account stores and has requested, with its limits')
    .ofApi('usage')
    .action(async (flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const usage = await client.usage(call);
      const { stored_rows, monthly_reports, requests_per_minute } = usage;
      const { monthly_order_exports, monthly_export_bytes } = usage;
      const formatUse = ({ used, limit }: { used: number; limit: number }): string =>
        `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
      print(
        usage,
        [
          `Plan ${usage.plan}, ${usage.datasets.count} datasets, ${requests_per_minute.limit} requests a minute.`,
          `Stored line items    ${formatUse(stored_rows)}`,
          `Reports in ${usage.month}  ${formatUse(monthly_reports)}`,
          `Exports of orders   ${formatUse(monthly_order_exports)}, ${formatUse(monthly_export_bytes)} bytes`,
        ].join('\n'),
      );
    });
}

function formatRules(identity: NonNullable<Dataset['identity']>): string {
  return [...Object.keys(identity).filter((rule) => rule !== 'accounts'), 'merge_list'].join(', ');
}

function pickSettings(dataset: Dataset | undefined) {
  if (dataset === undefined) return {};
  const { name, currency, rates_source, time_zone, not_goods, identity } = dataset;
  return { name, currency, rates_source, time_zone, not_goods, identity };
}

/**
 * Rows, orders, customers, first and last day in UTC, and when they were counted; empty until a report has read the
 * dataset.
 */
function formatContents(contents: Dataset['contents']): string[] {
  if (contents === null) return ['', '', '', '', ''];
  const { rows, orders, customers, first_order_date: first, last_order_date: last, counted_at } = contents;
  const days = [first, last].flatMap((date) => date?.slice(0, 10) ?? []);
  return [
    ...[rows, orders, customers].map((count) => count.toLocaleString('en')),
    days.join(' to '),
    counted_at.slice(0, 16).replace('T', ' '),
  ];
}
