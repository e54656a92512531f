// Exports everything that a report found as a file: requested, followed, and downloaded when it is ready.
import { useEffect, useState } from 'preact/hooks';
import type {
  CallOptions,
  CreateExportRequest,
  Export,
  FinishedReport,
  OrderAnalytics,
  OrderExport,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { EXPORT_DAYS } from '../../../src/contract/schema/limits.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { service } from '../app/service.ts';
import { formatNumber, getTexts, time } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Choice, Writing } from '../parts/form-fields.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { listExports } from './report-types.ts';

type What = CreateExportRequest['what'];
type Format = CreateExportRequest['format'];

export const FORMATS: readonly Format[] = ['csv', 'ndjson', 'parquet'];

export function Exports({ report }: { readonly report: FinishedReport }) {
  const { exports: said } = workTexts();
  const { exported } = getTexts();
  const { report_id, report_type } = report;
  const offered = listExports(report_type);
  const [what, setWhat] = useState<What>(offered[0] ?? 'rules');
  const [format, setFormat] = useState<Format>('csv');
  const loaded = useLoaded(`exports of ${report_id}`, (client, call) =>
    client.reports.exports.list(report_id, call),
  );
  useFollowedExport(loaded.value ?? [], loaded.reload, (client, id, call) =>
    client.reports.exports.wait(report_id, id, call),
  );
  if (offered.length === 0) return null;
  return (
    <section class="card" aria-label={said.title}>
      <h2>{said.title}</h2>
      <p class="muted">{fill(said.explain, { days: EXPORT_DAYS })}</p>
      <Writing>
        <div class="fields">
          <Choice
            title={said.what}
            value={what}
            options={offered.map((name) => [name, exported[name]] as const)}
            edit={setWhat}
          />
          <Choice
            title={said.format}
            value={format}
            options={FORMATS.map((name) => [name, said.formats[name]] as const)}
            edit={setFormat}
          />
        </div>
        <Action
          title={said.ask}
          work={async (client, call) => {
            await client.reports.exports.create(report_id, { what, format }, call);
            loaded.reload();
          }}
        />
      </Writing>
      <States of={loaded} lines={2}>
        {(found) => (
          <ul class="plain exports">
            {found.map((one) => (
              <OneExport
                key={one.export_id}
                found={one}
                what={exported[one.what]}
                files={[]}
                address={async (client, call) =>
                  (await client.reports.exports.get(report_id, one.export_id, call)).download_url
                }
              />
            ))}
          </ul>
        )}
      </States>
    </section>
  );
}

type Wait = (
  client: OrderAnalytics,
  exportId: string,
  options: CallOptions & { readonly timeoutMs: number },
) => Promise<unknown>;

/** The service holds the read until the export has ended. */
export function useFollowedExport(
  exports: readonly (Export | OrderExport)[],
  onEnd: () => void,
  wait: Wait,
): void {
  const client = service.value;
  const open = exports.find(({ status }) => status === 'Processing')?.export_id;
  useEffect(() => {
    if (client === undefined || open === undefined) return;
    const controller = new AbortController();
    const hasEnded = (): void => {
      if (!controller.signal.aborted) onEnd();
    };
    // Failures need no handling: reading the list again shows them.
    wait(client, open, { signal: controller.signal, timeoutMs: 3_600_000 }).then(hasEnded, hasEnded);
    return () => controller.abort();
  }, [client, open]);
}

interface OneExportProps {
  readonly found: Export | OrderExport;
  /** Name of its rows. */
  readonly what: string;
  /** Set for an export that may have several files. */
  readonly files: OrderExport['files'];
  readonly address: (
    client: OrderAnalytics,
    call: CallOptions,
    file: number,
  ) => Promise<string | null | undefined>;
}

export function OneExport({ found, what, files, address }: OneExportProps) {
  const { exports: said } = workTexts();
  const { format, status, created_at, expires_at, rows, bytes, fail_reason, fail_reason_coded } = found;
  const name = fill(said.file, { what, format: said.formats[format] });
  const names =
    files.length > 1
      ? files.map((_, at) => fill(said.part, { at: at + 1, of: files.length }))
      : [said.download];
  return (
    <li>
      <p>
        <strong>{name}</strong>{' '}
        <span class={`status ${status === 'Failed' ? 'failed' : status === 'Completed' ? 'done' : 'open'}`}>
          {said.status[status]}
        </span>{' '}
        <span class="muted">{fill(said.asked, { at: time(created_at) })}</span>
      </p>
      {fail_reason !== null && <p>{getServiceWords()(fail_reason, fail_reason_coded)}</p>}
      {status === 'Completed' && (
        <p>
          {names.map((title, at) => (
            <Action
              key={title}
              title={title}
              label={fill(said.downloadNamed, { file: files.length > 1 ? `${name}, ${title}` : name })}
              work={async (client, call) => {
                const url = await address(client, call, at);
                // The file is sent as an attachment: the page stays.
                if (url === null || url === undefined) throw new Error(said.beingErased);
                location.assign(url);
              }}
            />
          ))}{' '}
          <span class="muted">
            {fill(said.size, {
              rows: formatNumber(rows ?? 0),
              kilobytes: formatNumber(Math.ceil((bytes ?? 0) / 1_000)),
              until: time(expires_at),
            })}
          </span>
        </p>
      )}
    </li>
  );
}
