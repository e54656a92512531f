// Builds the table of an export from the stored files of the report.

import { listAllRules } from '../../analysis/mining/rules/all-rules.ts';
import type { AssociationRule } from '../../analysis/mining/rules/rule.ts';
import { decodeRuleSet } from '../../analysis/mining/rules/rule-set.ts';
import { listRuleCells, RULE_COLUMNS } from '../../analysis/report-types/market-basket/rule-table.ts';
import type { TableData } from '../../analysis/tables/table.ts';
import { NEXT_COLUMNS } from '../../contract/report-types/next-products.ts';
import { getDefinition } from '../../contract/report-types/report-types.ts';
import type { Cell } from '../../contract/report-types/table.ts';
import { MAX_EXPORTED_RULES } from '../../contract/schema/limits.ts';
import { asText } from '../../contract/sentences/english.ts';
import type { WorkSentence } from '../../contract/sentences/failed-because.ts';
import { say } from '../../contract/sentences/sentence.ts';
import { type CustomerLists, ListChangedError } from '../reports/customer-lists.ts';
import { readKeptRules } from '../reports/kept-rules.ts';
import type { HiddenCustomers } from '../reports/lists/hidden-customers.ts';
import { readCustomers } from '../reports/lists/read-customers.ts';
import type { ReportBodies } from '../reports/report-bodies.ts';
import { readFinal } from '../reports/report-body.ts';
import type { ReportItem } from '../reports/report-item.ts';
import type { RuleSets } from '../reports/rule-sets.ts';
import type { ReportExportItem } from './exports.ts';

export interface ReportTableDeps {
  readonly bodies: Pick<ReportBodies, 'find'>;
  readonly lists: Pick<CustomerLists, 'version' | 'read'>;
  readonly ruleSets: Pick<RuleSets, 'find'>;
  readonly hidden: HiddenCustomers;
}

/** The export is not possible, for a reason that its owner may read. */
export class ExportRefusal extends Error {
  override readonly name = 'ExportRefusal';
  readonly reason: WorkSentence;

  constructor(reason: WorkSentence) {
    super(asText([reason]));
    this.reason = reason;
  }
}

const GONE = say('export_of_erased_report', {});
/**
 * Reads before giving up: an erasure replaces a list once, so more replacements in the time of a read are
 * unlikely.
 */
const MAX_READS = 4;

/** Throws ExportRefusal. */
export async function readReportTable(
  deps: ReportTableDeps,
  report: ReportItem,
  what: ReportExportItem['what'],
): Promise<TableData> {
  if (what === 'rules') return readRuleTable(deps, report);
  if (what === 'customers') return readCustomerTable(deps, report);
  return readBodyTable(deps, report, what);
}

async function readRuleTable({ bodies, ruleSets }: ReportTableDeps, report: ReportItem): Promise<TableData> {
  const key = { accountId: report.account_id, reportId: report.report_id };
  const kept = await readKeptRules(bodies, key);
  if (kept === undefined) throw new ExportRefusal(GONE);
  // The body keeps all rules: nothing else needs to be read.
  if (kept.rules.length === kept.found) return { columns: RULE_COLUMNS, rows: listCells(kept.rules) };
  if (kept.found > MAX_EXPORTED_RULES) {
    throw new ExportRefusal(say('export_of_too_many_rules', { found: kept.found, most: MAX_EXPORTED_RULES }));
  }
  const file = await ruleSets.find(key);
  if (file === undefined) {
    throw new ExportRefusal(say('export_of_rules_not_kept', {}));
  }
  const set = await decodeRuleSet(file);
  return { columns: RULE_COLUMNS, rows: listCells(listAllRules(set, kept.rules)) };
}

function* listCells(rules: Iterable<AssociationRule>): Generator<readonly Cell[]> {
  for (const rule of rules) yield listRuleCells(rule);
}

async function readCustomerTable(deps: ReportTableDeps, report: ReportItem): Promise<TableData> {
  const { customers } = getDefinition(report.report_type);
  const all = await readUnchanged(deps, report);
  if (customers === undefined || all === undefined) {
    throw new ExportRefusal(say('export_without_customers', {}));
  }
  const columns = all.hasNext ? [...customers.columns, ...NEXT_COLUMNS] : customers.columns;
  return {
    columns,
    rows: (function* () {
      for (const row of all.rows()) yield columns.map(({ name }) => row[name] ?? null);
    })(),
  };
}

async function readUnchanged(deps: ReportTableDeps, report: ReportItem) {
  for (let reads = 1; ; reads++) {
    try {
      return await readCustomers(deps, report);
    } catch (error) {
      if (!(error instanceof ListChangedError) || reads === MAX_READS) throw error;
    }
  }
}

async function readBodyTable(
  { bodies }: ReportTableDeps,
  report: ReportItem,
  what: ReportExportItem['what'],
): Promise<TableData> {
  const body = await readFinal(bodies, report);
  if (body === undefined) throw new ExportRefusal(GONE);
  const table = getDefinition(body.report_type).tables[what];
  if (table === undefined) throw new Error(`${body.report_type} reports have no ${what}`);
  return { columns: table.columns, rows: table.rows(body) };
}
