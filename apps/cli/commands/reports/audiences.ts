// `audiences`: manages lists of customers that the service keeps up to date, through the public API.
import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import {
  createCsvWriter,
  createNdjsonWriter,
  type TableWriter,
} from '../../../../src/analysis/tables/table.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import {
  DEFAULT_DAYS,
  EFFECT_MEASURES,
  type EffectMeasure,
  MOST_DAYS,
} from '../../../../src/contract/report-types/effect/limits.ts';
import { NEXT_COLUMNS } from '../../../../src/contract/report-types/next-products.ts';
import { TEMPLATE_NAMES, type TemplateName } from '../../../../src/contract/report-types/report-types.ts';
import type { TableColumn } from '../../../../src/contract/report-types/table.ts';
import { createAudienceRequest, REFRESHES } from '../../../../src/contract/resources/audiences.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../../src/contract/resources/reports/exports.ts';
import { CUSTOMER_LIST_MAX } from '../../../../src/contract/schema/limits.ts';
import { formatCount } from '../../../../src/contract/sentences/wording.ts';
import { OperationError } from '../../../../src/service/operations/operation-error.ts';
import { formatPlainTable, toPrintable } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import {
  type Context,
  collectFirst,
  collectTexts,
  parseDecimal,
  parsePositiveNumber,
  wait,
} from '../context.ts';
import { addDestinationCommands } from './destinations.ts';
import { findExportFormat, save } from './report-export.ts';
import { addOutputOptions, type OutputFlags, showReport } from './show-report.ts';

interface AddFlags extends ApiFlags {
  readonly dataset: string;
  readonly template?: TemplateName;
  readonly where?: readonly string[];
  readonly conditions?: string;
  readonly nextProducts?: true;
  readonly holdOut?: number;
  readonly refresh?: (typeof REFRESHES)[number];
  readonly expression?: string;
  readonly timeZone?: string;
}

interface EffectFlags extends ApiFlags, OutputFlags {
  readonly since?: string;
  readonly days?: number;
  readonly decideOn?: EffectMeasure;
}

const POLL_MS = 1_000;

export function addAudienceCommands(context: Context): void {
  const audiences = context.program
    .command('audiences')
    .description('lists of customers that are refreshed from the orders');
  addAdd(context, audiences);
  addList(context, audiences);
  addRefresh(context, audiences);
  addAudienceMembersCommand(context, audiences);
  addEffect(context, audiences);
  addRemove(context, audiences);
  addDestinationCommands(context, audiences);
}

function addAdd(context: Context, audiences: CliCommand): void {
  audiences
    .command('add <name>')
    .description('create an audience; it has no members until its first refresh')
    .choice('--template <name>', 'report whose customers it selects from', TEMPLATE_NAMES)
    .option(
      '--where <filter=value>',
      'a filter of its customers, as in `report customers`; can be repeated',
      collectTexts,
    )
    .option('--conditions <file>', 'JSON file with several conditions, instead of a template')
    .option('--next-products', 'list members with what they buy next, from the recommendations served')
    .option('--dataset <slug>', 'dataset of the customers', 'default')
    .option('--hold-out <share>', 'share of the customers to hold out, 0 to 0.5', parseDecimal)
    .choice('--refresh <when>', 'when it is refreshed automatically; default manual: never', REFRESHES)
    .option('--expression <expression>', "with --refresh schedule, when: 'cron(0 7 * * *)' or 'rate(1 day)'")
    .option('--time-zone <name>', 'IANA time zone of the expression; default UTC')
    .ofApi("audiences add 'Win back' --template standard_rfm --where segment='At Risk' --hold-out 0.1")
    .action(async (name: string, flags: AddFlags) => {
      const request = {
        name,
        dataset_id: flags.dataset,
        conditions: readConditions(flags),
        ...(flags.holdOut !== undefined && { hold_out: flags.holdOut }),
        ...(flags.refresh !== undefined && { refresh: flags.refresh }),
        ...(flags.expression !== undefined && { expression: flags.expression }),
        ...(flags.timeZone !== undefined && { time_zone: flags.timeZone }),
      };
      const { client, call } = await createApiClient(context, flags);
      const audience = await client.audiences.create(parseRequest(createAudienceRequest, request), call);
      context.print(audience, `Audience ${audience.audience_id}. Refresh it: audiences refresh.`);
    });
}

function readConditions({ template, where = [], conditions, nextProducts }: AddFlags): unknown {
  if (conditions !== undefined) return JSON.parse(readFileSync(conditions, 'utf8'));
  const customers: Record<string, string[]> = {};
  for (const filter of where) {
    const at = filter.indexOf('=');
    if (at < 1) throw new InvalidArgumentError(`--where: expected filter=value, got ${toPrintable(filter)}`);
    const name = filter.slice(0, at);
    customers[name] = [...(customers[name] ?? []), filter.slice(at + 1)];
  }
  const report = { template, ...(nextProducts && { params: { next_products: true } }) };
  return [{ report, customers: unwrapSingleValues(customers) }];
}

/** A filter with one value is sent as a single value, because some filters cannot be repeated. */
function unwrapSingleValues(filters: Readonly<Record<string, readonly string[]>>) {
  return Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function addList(context: Context, audiences: CliCommand): void {
  audiences
    .command('list')
    .description('list audiences with their members')
    .ofApi('audiences list')
    .action(async (flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const found = await client.audiences.list(call);
      const rows = found.map(({ audience_id, name, dataset_id, members }) => {
        const { customers, held_out, as_of } = members ?? { customers: '', held_out: '', as_of: 'never' };
        return [audience_id, name, dataset_id, customers, held_out, as_of];
      });
      const head = ['audience', 'name', 'dataset', 'members', 'held out', 'as of'];
      context.print(found, formatPlainTable(head, rows, 'There are no audiences.'));
    });
}

function addRefresh(context: Context, audiences: CliCommand): void {
  audiences
    .command('refresh <audience-id>')
    .description('select the members again by the conditions, and wait for the result')
    .ofApi('audiences refresh 01KAJ3…')
    .action(async (audienceId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      let run = await client.audiences.refresh(audienceId, call);
      while (run.status === 'Processing') {
        await wait(POLL_MS);
        const runs = await client.audiences.runs(audienceId, call);
        run = runs.find(({ run_id }) => run_id === run.run_id) ?? run;
      }
      if (run.status === 'Failed') throw new OperationError(`the run failed: ${run.fail_reason}`);
      context.print(
        run,
        `${formatCount(run.customers ?? 0, 'member')}: ${run.joined} joined, ${run.left} left.`,
      );
    });
}

function addEffect(context: Context, audiences: CliCommand): void {
  const command = audiences
    .command('effect <audience-id>')
    .description('compare contacted members with those held out; without --since, plan it')
    .option('--since <date>', 'day it was sent, YYYY-MM-DD: orders count from this day on')
    .option(
      '--days <n>',
      `days that count, at most ${MOST_DAYS}; default ${DEFAULT_DAYS}; to be chosen before sending`,
      parsePositiveNumber,
    )
    .choice(
      '--decide-on <measure>',
      'measure that decides, to be chosen before sending; default orders',
      EFFECT_MEASURES,
    );
  addOutputOptions(command)
    .ofApi('audiences effect 01KAJ3… --days 30', 'audiences effect 01KAJ3… --since 2026-03-01 --days 30')
    .action(async (audienceId: string, { since, days, decideOn, ...flags }: EffectFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const { dataset_id } = await client.audiences.get(audienceId, call);
      const params = { audience_id: audienceId, since, days, decide_on: decideOn };
      const request = { template: 'audience_effect', dataset_id, params } as const;
      await showReport(context, await client.reports.createAndWait(request, call), flags);
    });
}

function addRemove(context: Context, audiences: CliCommand): void {
  audiences
    .command('remove <audience-id>')
    .description('delete an audience with its members')
    .ofApi('audiences remove 01KAJ3…')
    .action(async (audienceId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const audience = await client.audiences.delete(audienceId, call);
      context.print(audience, `Audience ${audience.audience_id} is deleted.`);
    });
}

// `audiences members`: writes the members of an audience to a file, from the pages of the API.

interface MembersFlags extends ApiFlags {
  readonly format?: ExportFormat;
  readonly output: string;
  readonly heldOut?: true;
}

const COLUMNS: readonly TableColumn[] = [
  { name: 'customer_id', type: 'text' },
  { name: 'contact', type: 'text' },
  { name: 'joined_at', type: 'text' },
];

function addAudienceMembersCommand(context: Context, audiences: CliCommand): void {
  audiences
    .command('members <audience-id>')
    .description('write the members to contact to a file')
    .choice(
      '--format <format>',
      "format of the file; default that of the file's name, or csv",
      EXPORT_FORMATS,
    )
    .option('--output <file>', 'file to write, - for standard output', '-')
    .option('--held-out', 'write the members held out instead')
    .ofApi('audiences members 01KAJ3… --output win-back.parquet')
    .action(async (audienceId: string, { output, heldOut, format, ...flags }: MembersFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const query = { limit: CUSTOMER_LIST_MAX, ...(heldOut && { held_out: true }) };
      const members = client.audiences.members(audienceId, query, call);
      if (context.isJson() && output === '-') {
        context.print(await collectFirst(members), '');
        return;
      }
      const createOf = (columns: readonly TableColumn[]) =>
        createWriter(format ?? findExportFormat(output), columns);
      let rows = 0;
      const writePieces = async function* () {
        let writer: TableWriter | undefined;
        for await (const { customer_id, contact, joined_at, ...next } of members) {
          // All members have next products, or none.
          const hasNext = next.next_basis !== undefined;
          writer ??= await createOf(hasNext ? [...COLUMNS, ...NEXT_COLUMNS] : COLUMNS);
          rows++;
          const { next_basis = null, next_again = null, next_new = null } = next;
          const piece = writer.add([
            ...[customer_id, contact, joined_at],
            ...(hasNext ? [next_basis, next_again, next_new] : []),
          ]);
          if (piece !== undefined) yield piece;
        }
        writer ??= await createOf(COLUMNS);
        yield writer.end();
      };
      await save(writePieces(), output);
      if (output === '-') return;
      if (context.isJson()) console.log(JSON.stringify({ rows, output }));
      else console.error(`Wrote ${formatCount(rows, 'customer')} to ${output}.`);
    });
}

async function createWriter(format: ExportFormat, columns: readonly TableColumn[]): Promise<TableWriter> {
  if (format === 'csv') return createCsvWriter(columns);
  if (format === 'ndjson') return createNdjsonWriter(columns);
  return (await import('../../../../src/service/exports/parquet-table.ts')).createParquetWriter(columns);
}
