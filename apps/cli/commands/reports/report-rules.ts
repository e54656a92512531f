// `report rules`: lists the rules of a finished market basket report, filtered and ordered by the service.

import { Option } from 'commander';
import type { AssociationRule } from '../../../../packages/client/src/index.ts';
import { showRuleTable } from '../../../../packages/report-parts/tables/rules.ts';
import { formatCsv } from '../../../../src/analysis/tables/csv-lines.ts';
import { formatJsonLine } from '../../../../src/analysis/tables/harmless-text.ts';
import { RULE_ORDERS, type RuleOrder } from '../../../../src/contract/report-types/market-basket/limits.ts';
import { RULE_LIST_MAX } from '../../../../src/contract/schema/limits.ts';
import type { Currency } from '../../../../src/contract/sentences/currency.ts';
import { createTerminalWords } from '../../report-pages/read-report.ts';
import { createRuleLines } from '../../report-pages/report-csv.ts';
import { formatTableRows } from '../../report-pages/terminal-report.ts';
import { createPaper } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import {
  type Context,
  collectTexts,
  parseNotNegative,
  parseShare,
  parseWholeNumber,
  shouldUseColour,
} from '../context.ts';

interface RulesFlags extends ApiFlags {
  readonly product?: readonly string[];
  readonly antecedent?: readonly string[];
  readonly consequent?: readonly string[];
  readonly search?: string;
  readonly minSupport?: number;
  readonly maxSupport?: number;
  readonly minConfidence?: number;
  readonly maxConfidence?: number;
  readonly minLift?: number;
  readonly maxLift?: number;
  readonly minPValue?: number;
  readonly maxPValue?: number;
  readonly redundant?: boolean;
  readonly productive?: true;
  readonly orderBy: RuleOrder;
  readonly order?: 'asc' | 'desc';
  readonly limit: number;
  readonly csv: boolean;
}

export function addReportRulesCommand(context: Context, report: CliCommand): void {
  const command = report
    .command('rules <report-id>')
    .description('list matching rules of a finished market basket report')
    .option('--product <name>', 'only rules with this product; repeat it for AND', collectTexts)
    .option('--antecedent <name>', 'the same among the antecedents', collectTexts)
    .option('--consequent <name>', 'the same among the consequents', collectTexts)
    .option('--search <text>', "only rules with this text in a product's name");
  addBounds(command)
    .option('--no-redundant', 'leave out rules that a shorter rule makes redundant')
    .option('--productive', 'only rules in which every antecedent adds to the others')
    .addOption(new Option('--order-by <figure>', 'figure to order by').choices(RULE_ORDERS).default('impact'))
    .choice('--order <order>', 'lowest or highest first; default highest, lowest for p-values', [
      'asc',
      'desc',
    ])
    .option('--limit <n>', 'maximum number of rules', parseWholeNumber, 20)
    .option('--csv', 'print the rules as CSV', false)
    .ofApi('report rules 01KAJ3… --antecedent Tea --order-by lift --max-p-value 0.05')
    .action(async (reportId: string, flags: RulesFlags) => {
      const { rules, currency } = await readRules(context, reportId, flags);
      if (context.isJson()) console.log(formatJsonLine(rules));
      else if (flags.csv) process.stdout.write(formatCsv(createRuleLines(rules)));
      else if (rules.length === 0) console.log('No rules match.');
      else {
        const paper = createPaper({ width: process.stdout.columns ?? 100, colour: shouldUseColour() });
        console.log(
          formatTableRows(
            paper,
            showRuleTable('rules', '', rules, createTerminalWords({ currency })),
            rules.length,
          ),
        );
      }
    });
}

function addBounds<C extends CliCommand>(command: C): C {
  for (const { name, argument, parse } of [
    { name: 'support', argument: 'share', parse: parseShare },
    { name: 'confidence', argument: 'share', parse: parseShare },
    { name: 'lift', argument: 'lift', parse: parseNotNegative },
    { name: 'p-value', argument: 'p', parse: parseShare },
  ]) {
    const figure = name === 'p-value' ? 'corrected p-value' : name;
    command
      .option(`--min-${name} <${argument}>`, `only rules of at least this ${figure}`, parse)
      .option(`--max-${name} <${argument}>`, `only rules of at most this ${figure}`, parse);
  }
  return command;
}

async function readRules(
  context: Context,
  reportId: string,
  flags: RulesFlags,
): Promise<{ readonly rules: readonly AssociationRule[]; readonly currency: Currency }> {
  const { limit } = flags;
  const rules: AssociationRule[] = [];
  if (limit === 0) return { rules, currency: undefined };
  const { client, call } = await createApiClient(context, flags);
  const query = {
    product: flags.product,
    antecedent: flags.antecedent,
    consequent: flags.consequent,
    q: flags.search,
    min_support: flags.minSupport,
    max_support: flags.maxSupport,
    min_confidence: flags.minConfidence,
    max_confidence: flags.maxConfidence,
    min_lift: flags.minLift,
    max_lift: flags.maxLift,
    min_p_value_corrected: flags.minPValue,
    max_p_value_corrected: flags.maxPValue,
    // Commander sets it to true without --no-redundant: the list then includes redundant rules.
    redundant: flags.redundant === false ? false : undefined,
    productive: flags.productive,
    order_by: flags.orderBy,
    order: flags.order,
    limit: Math.min(limit, RULE_LIST_MAX),
  };
  for (let cursor: string | undefined; ; ) {
    const page = await client.reports.rules(reportId, { ...query, cursor }, call).page();
    rules.push(...page.rules.slice(0, limit - rules.length));
    cursor = page.next_cursor;
    if (cursor === undefined || rules.length === limit) return { rules, currency: page.currency };
  }
}
