// `report customers`: lists the customers of a finished RFM or cohort report, filtered and ordered by the service.

import { Option } from 'commander';
import type { ListCustomersQuery } from '../../../../packages/client/src/index.ts';
import { FIGURES_OF_ALL } from '../../../../src/contract/report-types/customer-rows.ts';
import {
  CUSTOMER_GROUPS,
  CUSTOMER_ORDERS,
  type CustomerGroup,
  listTypesWith,
} from '../../../../src/contract/report-types/report-types.ts';
import { getKeys } from '../../../../src/contract/schema/keys.ts';
import { CUSTOMER_LIST_MAX } from '../../../../src/contract/schema/limits.ts';
import { formatCount } from '../../../../src/contract/sentences/wording.ts';
import { formatPlainTable } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import {
  type Context,
  collectFirst,
  collectScores,
  collectTexts,
  parseDecimal,
  parseWholeNumber,
  takeFirst,
} from '../context.ts';
import { writeCustomers } from './customer-csv.ts';
import { toOptionName } from './report-request.ts';

const SHOWN = ['recency', 'frequency', 'monetary', 'last_purchase'] as const;

/** Has no filters by range of the figures that only one type has: they are rarely typed by hand. */
interface CustomersFlags extends ApiFlags, GroupFlags {
  readonly rScore?: readonly number[];
  readonly fmScore?: readonly number[];
  readonly customer?: string;
  readonly search?: string;
  readonly product?: readonly string[];
  readonly moved?: true;
  readonly joined?: true;
  readonly left?: true;
  readonly minRecency?: number;
  readonly maxRecency?: number;
  readonly minFrequency?: number;
  readonly maxFrequency?: number;
  readonly minMonetary?: number;
  readonly maxMonetary?: number;
  readonly orderBy: (typeof CUSTOMER_ORDERS)[number];
  readonly order: 'asc' | 'desc';
  readonly limit?: number;
  readonly csv?: string;
}

/** Names of segments, cohorts and similar groups. */
type GroupFlags = {
  readonly [P in CustomerGroup | `previous${Capitalize<CustomerGroup>}`]?: readonly string[];
};

export function addReportCustomersCommand(context: Context, report: CliCommand): void {
  const command = report
    .command('customers <report-id>')
    .description(
      `list the customers of a finished ${listTypesWith('customers').join(' or ')} report that match`,
    )
    .option(
      '--r-score <n>',
      'only customers with this R, 1 to 5; can be repeated: any of them',
      collectScores,
    )
    .option('--fm-score <n>', 'the same with FM, half of F + M rounded up', collectScores)
    .option('--customer <id>', 'only this customer')
    .option('--search <text>', 'only customers whose id contains this text')
    .option(
      '--product <name>',
      'only customers who bought this product; can be repeated: one of them',
      collectTexts,
    )
    .option('--moved', `only customers who were in another ${CUSTOMER_GROUPS.join(' or ')}`)
    .option('--joined', 'only customers who are not in the compared report')
    .option('--left', 'customers who are only in the compared report');
  for (const group of CUSTOMER_GROUPS) {
    command
      .option(
        `--${group} <name>`,
        `only customers of this ${group}; can be repeated: any of them`,
        collectTexts,
      )
      .option(`--previous-${group} <name>`, 'the same in the compared report', collectTexts);
  }
  for (const figure of getKeys(FIGURES_OF_ALL)) {
    command
      .option(`--min-${figure} <n>`, `lowest ${FIGURES_OF_ALL[figure]}`, parseDecimal)
      .option(`--max-${figure} <n>`, `highest ${FIGURES_OF_ALL[figure]}`, parseDecimal);
  }
  command
    .addOption(
      new Option('--order-by <figure>', 'figure to order by').choices(CUSTOMER_ORDERS).default('monetary'),
    )
    .addOption(
      new Option('--order <order>', 'lowest or highest first').choices(['asc', 'desc']).default('desc'),
    )
    .option('--limit <n>', 'maximum number of customers; default 20, all with --csv', parseWholeNumber)
    .option('--csv <file>', 'write them to a CSV file, - for standard output')
    .ofApi("report customers 01KAJ3… --segment 'At Risk' --min-monetary 500 --csv win-back.csv")
    .action(async (reportId: string, flags: CustomersFlags) => {
      const { csv } = flags;
      const limit = flags.limit ?? (csv === undefined ? 20 : Number.POSITIVE_INFINITY);
      const customers = await readCustomers(context, reportId, flags, limit);
      if (csv !== undefined) {
        const count = await writeCustomers(csv, customers);
        if (csv !== '-') console.error(`Wrote ${formatCount(count, 'customer')} to ${csv}.`);
        return;
      }
      const all = await collectFirst(customers);
      context.print(all, formatCustomerTable(all));
    });
}

async function readCustomers(context: Context, reportId: string, flags: CustomersFlags, limit: number) {
  const { client, call } = await createApiClient(context, flags);
  const query: ListCustomersQuery = {
    ...pickGroups(flags),
    r_score: flags.rScore,
    fm_score: flags.fmScore,
    customer_id: flags.customer,
    search: flags.search,
    product: flags.product,
    moved: flags.moved,
    joined: flags.joined,
    left: flags.left,
    min_recency: flags.minRecency,
    max_recency: flags.maxRecency,
    min_frequency: flags.minFrequency,
    max_frequency: flags.maxFrequency,
    min_monetary: flags.minMonetary,
    max_monetary: flags.maxMonetary,
    order_by: flags.orderBy,
    order: flags.order,
    limit: Math.max(1, Math.min(limit, CUSTOMER_LIST_MAX)),
  };
  return takeFirst(client.reports.customers(reportId, query, call), limit);
}

function pickGroups(
  flags: GroupFlags,
): Pick<ListCustomersQuery, CustomerGroup | `previous_${CustomerGroup}`> {
  const given = new Map(Object.entries(flags));
  return Object.fromEntries(
    CUSTOMER_GROUPS.flatMap((group) => [
      [group, given.get(group)],
      [`previous_${group}`, given.get(toOptionName(`previous_${group}`))],
    ]),
  );
}

type Customer = Readonly<Record<string, string | number | readonly string[] | null>>;

function formatCustomerTable(customers: readonly Customer[]): string {
  const [first = {}] = customers;
  const group = CUSTOMER_GROUPS.find((name) => name in first);
  const groups = group === undefined ? [] : [group, `previous_${group}`];
  const contacts = customers.some(({ contact }) => contact) ? ['contact'] : [];
  const next = ['next_again', 'next_new'].filter((name) => name in first);
  const columns = ['customer_id', ...contacts, ...groups, ...SHOWN, ...next];
  const rows = customers.map((customer) => columns.map((name) => [customer[name] ?? ''].flat().join(', ')));
  const head = columns.map((name) => name.replaceAll('_', ' '));
  return formatPlainTable(head, rows, 'No customers match.');
}
