// evaluate: how good the service's answers are on a shop's own orders, without a cloud.
import Table from 'cli-table3';
import { Option } from 'commander';
import { parseOrderDate } from '../../../src/contract/resources/order-date.ts';
import { buildBaskets } from '../../../src/core/baskets/baskets.ts';
import { acceptedLine, type SubmittedOrder } from '../../../src/core/ingest/submitted-order.ts';
import { mineRules } from '../../../src/core/mining/rules/mine-rules.ts';
import type { OrderColumns } from '../../../src/core/orders/columns.ts';
import { createColumnsBuilder } from '../../../src/core/orders/columns-builder.ts';
import { type Evaluation, evaluateRecommendations } from '../../../src/core/recommendations/evaluate.ts';
import { PRODUCT_IDENTIFIERS, type ProductIdentifier } from '../../../src/core/settings/settings.ts';
import { threadedItemsets } from '../../../src/mining-threads/threaded-itemsets.ts';
import { OperationError } from '../../../src/operations/operation-error.ts';
import { type Context, share } from '../context.ts';
import { openOrderFiles } from './open-order-files.ts';
import { addOrderFileOptions, type OrderFileFlags } from './order-file-options.ts';

interface EvaluateFlags extends OrderFileFlags {
  readonly minSupport: number;
  readonly minConfidence: number;
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
    .argument('<files...>', 'order files, as analyze takes them')
    .option('--min-support <share>', 'of the rules, 0 to 1', share, 0.01)
    .option('--min-confidence <share>', 'of the rules, 0 to 1', share, 0.1)
    .option(
      '--held-back <share>',
      'share of the orders, the latest ones, that they are tested on',
      share,
      0.2,
    )
    .addOption(
      new Option('--product-identifier <which>', 'what identifies a product')
        .choices(PRODUCT_IDENTIFIERS)
        .default('name'),
    );
  addOrderFileOptions(command)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- evaluate recommendations orders.csv')
    .action((files: string[], flags: EvaluateFlags) => run(context, files, flags));
}

async function run(context: Context, files: readonly string[], flags: EvaluateFlags): Promise<void> {
  const { minSupport, minConfidence, heldBack, productIdentifier } = flags;
  const { reading, reconcile } = await openOrderFiles(files, flags, 'analysed');
  const columns = await columnsByDate(reading.orders, productIdentifier);
  reconcile();
  const { baskets } = buildBaskets(columns, { customerScope: 'all', dateRange: undefined, scope: 'order' });
  const findItemsets = threadedItemsets({ clock: () => performance.now() });
  const evaluation = evaluateRecommendations(baskets, {
    minSupport,
    minConfidence,
    heldBack,
    mine: (earlier) => mineRules(earlier, { minSupport, minConfidence, maxRules: 0, findItemsets }),
  });
  if (evaluation.testedOn === 0)
    throw new OperationError('None of the latest orders has two or more products: there is nothing to test.');
  context.print(evaluation, describe(evaluation));
}

/** Oldest first; in the files' order where no order has a date. */
async function columnsByDate(
  orders: AsyncIterable<SubmittedOrder>,
  productIdentifier: ProductIdentifier,
): Promise<OrderColumns> {
  const all: { readonly order: SubmittedOrder; readonly date: number }[] = [];
  for await (const order of orders) {
    const date = order.order_date === undefined ? undefined : parseOrderDate(order.order_date);
    all.push({ order, date: date ?? Number.NaN });
  }
  const dated = all.filter(({ date }) => !Number.isNaN(date));
  if (dated.length === 0)
    console.error('No order has a date: the orders are taken in the order of the files.');
  else if (dated.length < all.length)
    console.error(`${all.length - dated.length} orders without a date left out.`);
  const used = dated.length === 0 ? all : dated.sort((a, b) => a.date - b.date);
  const builder = createColumnsBuilder({ productIdentifier, keep: () => true });
  for (const { order } of used) {
    const header = { orderId: order.order_id, customerId: order.customer_id, orderDate: undefined };
    builder.add(header, order.line_items.map(acceptedLine));
  }
  return builder.build();
}

function describe({ trainedOn, testedOn, results }: Evaluation): string {
  const table = new Table({
    head: ['products ranked by', 'hit rate@5', 'MRR@20', 'coverage'],
    style: { head: [], border: [] },
  });
  const percent = (figure: number): string => `${(figure * 100).toFixed(1)} %`;
  for (const { method, hitRate, reciprocalRank, coverage } of results)
    table.push([method, percent(hitRate), reciprocalRank.toFixed(4), percent(coverage)]);
  return (
    `Computed from ${trainedOn} orders, tested on ${testedOn} later ones with two or more products: one product is ` +
    `hidden and looked for among the recommendations for the others.\n${table.toString()}`
  );
}
