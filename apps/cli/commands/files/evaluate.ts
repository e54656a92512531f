// `evaluate`: measures how good the service's answers are on a shop's own orders, without a cloud.

import { Option } from 'commander';
import { buildBaskets } from '../../../../src/analysis/baskets/baskets.ts';
import {
  type Evaluation,
  evaluateRecommendations,
} from '../../../../src/analysis/recommendations/evaluate.ts';
import type { NextQuality } from '../../../../src/analysis/recommendations/next-orders.ts';
import { MAX_PAIR_WORK } from '../../../../src/analysis/recommendations/product-evidence.ts';
import { CART_SIZES, type CartQuality } from '../../../../src/analysis/recommendations/tested-carts.ts';
import { PRODUCT_IDENTIFIERS, type ProductIdentifier } from '../../../../src/contract/settings/settings.ts';
import { OperationError } from '../../../../src/service/operations/operation-error.ts';
import { formatPersons } from '../../report-pages/terminal-report.ts';
import { formatPlainTable } from '../../report-pages/terminal-text.ts';
import { type Context, parseShare } from '../context.ts';
import {
  addMergeListOption,
  addPersonsOption,
  listIdentityFields,
  type PersonsFlags,
  readPersonsFlags,
} from '../reports/persons-option.ts';
import { addOrderFileOptions, keepFields, type OrderFileFlags } from './order-file-options.ts';
import { readWhole } from './read-whole.ts';

interface EvaluateFlags extends OrderFileFlags, PersonsFlags {
  readonly heldBack: number;
  readonly productIdentifier: ProductIdentifier;
}

export function addEvaluateCommands(context: Context): void {
  const evaluate = context.program
    .command('evaluate')
    .description("measure the service's answers on order files, without a cloud or an account");
  const command = evaluate
    .command('recommendations')
    .description('recommendations from the earlier orders, tested on the latest ones')
    .argument('<files...>', 'order files, as for analyze')
    .option('--held-back <share>', 'share of the orders, the latest ones, to test on', parseShare, 0.2)
    .addOption(
      new Option('--product-identifier <which>', 'what identifies a product')
        .choices(PRODUCT_IDENTIFIERS)
        .default('name'),
    );
  addOrderFileOptions(addMergeListOption(addPersonsOption(command)))
    .examples('evaluate recommendations orders.csv')
    .action((files: string[], flags: EvaluateFlags) => run(context, files, flags));
}

async function run(context: Context, files: readonly string[], flags: EvaluateFlags): Promise<void> {
  const { heldBack, productIdentifier } = flags;
  const { columns, persons, reconcile } = await readWhole(
    files,
    keepFields(flags, listIdentityFields(flags.persons)),
    { productIdentifier, keep: () => true, ...readPersonsFlags(flags) },
  );
  reconcile();
  const { baskets, undatedOrders } = buildBaskets(columns, {
    ...{ customerScope: 'all', dateRange: undefined, scope: 'order' },
  });
  const isDated = undatedOrders < columns.orderCount;
  if (!isDated)
    console.error('No order has a date: a hash of their ids decides which orders count as the latest.');
  else if (undatedOrders > 0) console.error(`${undatedOrders} orders without a date count as earlier ones.`);
  const evaluation = evaluateRecommendations(isDated ? baskets : { ...baskets, moments: undefined }, {
    heldBack,
    maxWork: MAX_PAIR_WORK,
  });
  if (evaluation.testedOn === 0)
    throw new OperationError('None of the latest orders has two or more products: there is nothing to test.');
  context.print(
    { ...evaluation, ...(persons && { identity: persons.figures }) },
    `${describe(evaluation)}${persons === undefined ? '' : `\n${formatPersons(persons.figures)}`}`,
  );
}

function describe({ trainedOn, testedOn, popularityShare, results, next }: Evaluation): string {
  const formatPercent = (figure: number): string => `${(100 * figure).toFixed(1)} %`;
  const formatRate = ({ hitRate, popular, differenceMargin }: CartQuality): string => {
    const difference = hitRate - popular;
    const [from, to] = [difference - differenceMargin, difference + differenceMargin];
    return `${formatPercent(hitRate)} (${formatSigned(100 * from)} to ${formatSigned(100 * to)})`;
  };
  const sizes = CART_SIZES.map((size) => `${size} product${size === 1 ? '' : 's'}`);
  const rows = results.map(({ method, carts }) => [method, ...carts.map(formatRate)]);
  const [first] = results;
  const ceilings = [
    'all that is possible',
    ...(first?.carts ?? []).map(({ ceiling }) => formatPercent(ceiling)),
  ];
  const table = formatPlainTable(['products ranked by', ...sizes], [...rows, ceilings]);
  return (
    `Computed from ${trainedOn} orders (popularity counts ${popularityShare}, chosen on the latest of these), tested on ${testedOn} later ones with two or more products: for a cart of so many ` +
    'products of an order, the share of up to five others of its products that are among the first five recommendations. ' +
    `In brackets: percentage points beyond best sellers on the same carts, 95 % interval.\n${table}${describeNext(next)}`
  );
}

function describeNext(next: Evaluation['next']): string {
  if (next === undefined) return '';
  const formatRow = (list: string, { customers, recall, popular, differenceMargin }: NextQuality) => [
    list,
    customers,
    `${(100 * recall).toFixed(1)} %`,
    `${(100 * popular).toFixed(1)} %`,
    `${formatSigned(100 * (recall - popular - differenceMargin))} to ${formatSigned(100 * (recall - popular + differenceMargin))}`,
  ];
  const table = formatPlainTable(
    ['for a customer', 'customers', 'found', 'best sellers', 'points, 95 % interval'],
    [
      formatRow('again: products of the next order', next.again),
      formatRow('new: those not bought before', next.fresh),
    ],
  );
  return `\n\nTested on the next order of customers with orders on two or more earlier days: the share of its products that are among the first ten.\n${table}`;
}

function formatSigned(figure: number): string {
  return `${figure < 0 ? '−' : '+'}${Math.abs(figure).toFixed(1)}`;
}
