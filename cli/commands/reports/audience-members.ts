// audiences members: the members of an audience as a file, written here from the pages of the API.

import { EXPORT_FORMATS, type ExportFormat } from '../../../src/contract/resources/reports/exports.ts';
import { counted } from '../../../src/core/insights/wording.ts';
import {
  csvWriter,
  ndjsonWriter,
  type TableColumn,
  type TableWriter,
} from '../../../src/core/tables/table.ts';
import { CUSTOMER_LIST_MAX } from '../../../src/schema/limits.ts';
import { type ApiFlags, apiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import { allOf, type Context } from '../context.ts';
import { formatOf, save } from './report-export.ts';

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

export function addAudienceMembersCommand(context: Context, audiences: CliCommand): void {
  audiences
    .command('members <audience-id>')
    .description('write the members to contact to a file')
    .choice(
      '--format <format>',
      "format of the file; default that of the file's name, or csv",
      EXPORT_FORMATS,
    )
    .option('--output <file>', 'file to write, - for standard output', '-')
    .option('--held-out', 'those who are held out, instead of those to contact')
    .ofApi('audiences members 01KAJ3… --output win-back.parquet')
    .action(async (audienceId: string, { output, heldOut, format, ...flags }: MembersFlags) => {
      const { client, call } = await apiClient(context, flags);
      const query = { limit: CUSTOMER_LIST_MAX, ...(heldOut && { held_out: true }) };
      const members = client.audiences.members(audienceId, query, call);
      if (context.isJson() && output === '-') {
        context.print(await allOf(members), '');
        return;
      }
      const writer = await writerOf(format ?? formatOf(output));
      let rows = 0;
      const pieces = async function* () {
        for await (const { customer_id, contact, joined_at } of members) {
          rows++;
          const piece = writer.add([customer_id, contact, joined_at]);
          if (piece !== undefined) yield piece;
        }
        yield writer.end();
      };
      await save(pieces(), output);
      if (output === '-') return;
      if (context.isJson()) console.log(JSON.stringify({ rows, output }));
      else console.error(`Wrote ${counted(rows, 'customer')} to ${output}.`);
    });
}

async function writerOf(format: ExportFormat): Promise<TableWriter> {
  if (format === 'csv') return csvWriter(COLUMNS);
  if (format === 'ndjson') return ndjsonWriter(COLUMNS);
  return (await import('../../../src/exporting/parquet-table.ts')).parquetWriter(COLUMNS);
}
