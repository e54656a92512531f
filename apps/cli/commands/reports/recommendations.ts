// `recommendations`: shows what to offer beside a cart, and the report that it comes from, through the public API.
import { InvalidArgumentError } from 'commander';
import type {
  GetRecommendationsResponse,
  ServeRecommendationsResponse,
} from '../../../../packages/client/src/index.ts';
import { replaceControls } from '../../../../src/analysis/tables/harmless-text.ts';
import { formatCount } from '../../../../src/contract/sentences/wording.ts';
import { formatPlainTable } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import { type Context, collectTexts, parsePositiveNumber } from '../context.ts';

interface GetFlags extends ApiFlags {
  readonly product?: readonly string[];
  readonly customer?: string;
  readonly exclude?: readonly string[];
  readonly custom?: readonly CustomValue[];
  readonly dataset?: string;
  readonly report?: string;
  readonly limit?: number;
}

interface ServeFlags extends ApiFlags {
  readonly report: string;
}

/** A rule whose corrected p-value is above this is not significant. */
const SIGNIFICANT = 0.05;

export function addRecommendationCommands(context: Context): void {
  const { program, print } = context;
  const recommendations = program.command('recommendations').description('what to show beside a cart');

  recommendations
    .command('get')
    .description(
      'list recommendations for the products in a cart or for a customer, with the rule behind each',
    )
    .option('--product <product>', 'a product in the cart; can be repeated', collectTexts)
    .option('--customer <id>', 'a customer instead of a cart: what they buy again, and what is new to them')
    .option('--exclude <product>', 'a product not to recommend; can be repeated', collectTexts)
    .option(
      '--custom <key=value>',
      'only products with this value of a served custom field; repeat a field for OR, add fields for AND',
      collectCustomValues,
    )
    .option('--dataset <slug>', 'dataset; default "default"')
    .option('--report <id>', 'recommendations of this report, served or not')
    .option('--limit <number>', 'maximum number of recommendations; default 5', parsePositiveNumber)
    .ofApi('recommendations get --product Tea --product Milk')
    .action(async ({ product, customer, exclude, custom, dataset, report, limit, ...flags }: GetFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const query = { product, customer, exclude, dataset_id: dataset, report_id: report, limit };
      const answer = await client.recommendations.get({ ...query, ...toCustomParameters(custom) }, call);
      const rows = answer.recommendations.map(({ product: name, basis, because }) => [
        name,
        because !== null && because.p_value_corrected > SIGNIFICANT ? `${basis}, may be chance` : basis,
        because?.antecedents.join(', '),
        because?.occurrences,
        because?.confidence.toFixed(3),
        because?.lift.toFixed(2),
      ]);
      const table = formatPlainTable(
        ['product', 'basis', 'because of', 'orders', 'confidence', 'lift'],
        rows,
      );
      print(answer, `From report ${answer.report_id}\n${describeHistory(answer)}${table}`);
    });

  /** Describes what a customer buys again; empty for a cart. */
  const describeHistory = ({ again = [], history }: GetRecommendationsResponse): string => {
    if (history === undefined) return '';
    if (history.basis === 'best_sellers')
      return 'The customer has no orders of products in this report. These are best sellers:\n';
    const read = `${history.basis === 'latest_orders' ? 'the latest ' : ''}${formatCount(history.orders, 'order')}`;
    const rows = again.map(({ product, orders, last_order_on, due_on }) => [
      product,
      orders,
      last_order_on ?? '',
      due_on ?? '',
    ]);
    const table = formatPlainTable(['bought before', 'orders', 'last on', 'due on'], rows);
    return `From ${read} of the customer\n${table}\n\nNew to the customer\n`;
  };

  const describeServed = ({
    dataset_id,
    report_id,
    products,
    fields,
  }: ServeRecommendationsResponse): string =>
    `Recommendations of ${dataset_id} come from report ${report_id}: ${formatCount(products, 'product')}${describeFilters(fields)}.`;

  recommendations
    .command('served')
    .description('show which report recommendations come from')
    .argument('<slug>', 'dataset')
    .ofApi('recommendations served default')
    .action(async (slug: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const served = await client.recommendations.served(slug, call);
      print(served, describeServed(served));
    });

  recommendations
    .command('stop')
    .description('stop recommendations until another report is served')
    .argument('<slug>', 'dataset')
    .ofApi('recommendations stop default')
    .action(async (slug: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const served = await client.recommendations.stop(slug, call);
      print(served, `${slug} shows no recommendations. They came from report ${served.report_id}.`);
    });

  recommendations
    .command('serve')
    .description('serve the recommendations of another finished report, from the next request on')
    .argument('<slug>', 'dataset')
    .requiredOption('--report <id>', 'a finished market basket report that was requested with serve')
    .ofApi('recommendations serve default --report 01M7YSS0RX071BHY57DAW1YJTP')
    .action(async (slug: string, { report, ...flags }: ServeFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const served = await client.recommendations.serve(slug, report, call);
      print(served, describeServed(served));
    });
}

interface CustomValue {
  readonly key: string;
  readonly value: string;
}

/** Accepts `category=Drinks`. */
function collectCustomValues(option: string, before: readonly CustomValue[] = []): readonly CustomValue[] {
  const at = option.indexOf('=');
  if (at < 1 || at === option.length - 1) throw new InvalidArgumentError('expected key=value.');
  return [...before, { key: option.slice(0, at), value: option.slice(at + 1) }];
}

function toCustomParameters(custom: readonly CustomValue[] = []): Record<`custom:${string}`, string[]> {
  const found: Record<`custom:${string}`, string[]> = {};
  for (const { key, value } of custom) found[`custom:${key}`] = [...(found[`custom:${key}`] ?? []), value];
  return found;
}

function describeFilters(fields: readonly string[]): string {
  return fields.length === 0 ? '' : `, which can be filtered by ${fields.map(replaceControls).join(', ')}`;
}
