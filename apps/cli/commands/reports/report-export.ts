// `report export`: downloads all rows of a finished report as a file that the service writes.

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import { EXPORTABLE, type Exportable } from '../../../../src/contract/report-types/report-types.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../../src/contract/resources/reports/exports.ts';
import { formatCount, formatWhole } from '../../../../src/contract/sentences/wording.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import type { Context } from '../context.ts';

interface ExportFlags extends ApiFlags {
  readonly what: Exportable;
  readonly format?: ExportFormat;
  readonly output?: string;
}

const WAIT_MS = 60 * 60_000;

export function addReportExportCommand(context: Context, report: CliCommand): void {
  report
    .command('export <report-id>')
    .description(
      'write all rules, customers, segments or cohorts of a finished report to a file, including those that the report does not list',
    )
    .addOption(new Option('--what <rows>', 'what to export').choices(EXPORTABLE).makeOptionMandatory())
    .choice(
      '--format <format>',
      "format of the file; default that of the file's name, or csv",
      EXPORT_FORMATS,
    )
    .option('--output <file>', 'file to write, - for standard output; default <what>-<report-id>.<format>')
    .ofApi('report export 01KAJ3… --what rules --output rules.parquet')
    .action(async (reportId: string, { what, ...flags }: ExportFlags) => {
      const format = flags.format ?? findExportFormat(flags.output);
      const output = flags.output ?? `${what}-${reportId}.${format}`;
      const { client, call } = await createApiClient(context, flags);
      const { exports } = client.reports;
      const { export_id } = await exports.create(reportId, { what, format }, call);
      const ended = await exports.wait(reportId, export_id, { ...call, timeoutMs: WAIT_MS });
      await save(readChunks(await exports.download(reportId, export_id, call)), output);
      if (output === '-') return;
      if (context.isJson()) console.log(JSON.stringify({ ...ended, output }));
      else
        console.error(
          `Wrote ${formatCount(ended.rows ?? 0, 'row')} (${formatWhole(ended.bytes ?? 0)} bytes) to ${output}.`,
        );
    });
}

export function findExportFormat(file: string | undefined): ExportFormat {
  return EXPORT_FORMATS.find((format) => file?.endsWith(`.${format}`)) ?? 'csv';
}

/** Deletes the file if it is incomplete. */
export async function save(pieces: AsyncIterable<Uint8Array>, output: string): Promise<void> {
  const source = Readable.from(pieces);
  if (output === '-') return pipeline(source, process.stdout, { end: false });
  try {
    await pipeline(source, createWriteStream(output));
  } catch (error) {
    await rm(output, { force: true });
    throw error;
  }
}

export async function* readChunks(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = bytes.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}
