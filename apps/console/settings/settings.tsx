// Shows the account: its datasets, its limits, recent imports, and the key.
import type {
  AuditEntry,
  Dataset,
  GetUsageResponse,
  ImportJob,
  ListAuditEntriesResponse,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Facts, Table } from '../../../packages/report-parts/table.ts';
import { apiKey, isAdmin } from '../app/key.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { formatNumber, getTexts, time } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Connections } from '../connections/connections.tsx';
import { usePages } from '../parts/pages.tsx';
import { States } from '../parts/states.tsx';
import { StatusWord } from '../parts/status.tsx';
import { Datasets } from './datasets.tsx';
import { Endpoints } from './endpoints.tsx';
import { ManagedKeys } from './managed-keys.tsx';
import { OrderExports } from './order-exports.tsx';

/**
 * Characters: `afn_` and enough of the key to distinguish it; the whole prefix of a publishable, read-only or admin
 * key.
 */
const SHOWN_OF_KEY = 12;

function Keys() {
  const { keys: said } = workTexts();
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <p>
        {said.inUse}: <code>{(apiKey.value ?? '').slice(0, SHOWN_OF_KEY)}…</code>
      </p>
      <p class="muted">{said.stays}</p>
      {isAdmin.value ? <ManagedKeys /> : <p>{said.byAdmin}</p>}
      <details>
        <summary>{getHomeTexts().settings.developers}</summary>
        <h3>{said.rotate}</h3>
        <ol>
          {said.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <pre>{`npm run -s cli -- keys create --account acc_… --admin\nnpm run -s cli -- keys list --account acc_…`}</pre>
      </details>
    </section>
  );
}

/** Limit of one request: one file takes many imports. */
const RECENT = 100;

export function Settings() {
  const said = getTexts();
  const loaded = useLoaded('settings', async (client, call) => {
    const [usage, { datasets }, { imports }] = await Promise.all([
      client.usage(call),
      client.datasets.list({}, call).page(),
      client.imports.list({ limit: RECENT }, call).page(),
    ]);
    return { usage, datasets, imports };
  });
  return (
    <>
      <h1>{getHomeTexts().settings.title}</h1>
      <States of={loaded} lines={30}>
        {({ usage, datasets, imports }) => (
          <>
            <section class="card">
              <h2>{said.datasets.title}</h2>
              <Datasets datasets={datasets} changed={loaded.reload} />
            </section>
            {datasets.some(hasOrders) && <OrderExports datasets={datasets.filter(hasOrders)} />}
            <section class="card">
              <h2>{said.usage.title}</h2>
              <Usage usage={usage} />
            </section>
            <section class="card">
              <h2>{said.recent.title}</h2>
              <RecentImports imports={imports} />
            </section>
          </>
        )}
      </States>
      <Connections />
      <Endpoints />
      <Keys />
      {isAdmin.value && <Audit />}
    </>
  );
}

const hasOrders = ({ created_at }: Dataset): boolean => created_at !== null;

function Usage({ usage }: { readonly usage: GetUsageResponse }) {
  const { usage: said } = getTexts();
  const { plan, stored_rows, monthly_reports, monthly_order_exports, requests_per_minute } = usage;
  return (
    <Facts
      facts={[
        [
          said.rows,
          fill(said.of, { used: formatNumber(stored_rows.used), limit: formatNumber(stored_rows.limit) }),
        ],
        [
          said.reports,
          fill(said.of, {
            used: formatNumber(monthly_reports.used),
            limit: formatNumber(monthly_reports.limit),
          }),
        ],
        [
          said.orderExports,
          fill(said.of, {
            used: formatNumber(monthly_order_exports.used),
            limit: formatNumber(monthly_order_exports.limit),
          }),
        ],
        [said.requests, formatNumber(requests_per_minute.limit)],
        [said.plan, plan],
      ]}
    />
  );
}

// Lists the newest imports: one row for all requests of one file.
function RecentImports({ imports }: { readonly imports: readonly ImportJob[] }) {
  const { recent: said } = getTexts();
  if (imports.length === 0) return <p class="muted">{said.none}</p>;
  return (
    <Table
      caption={said.title}
      columns={[
        ...[said.accepted, said.dataset, said.status].map((title) => ({ title })),
        ...[said.requests, said.inserted, said.updated, said.failed].map(createNumericColumn),
      ]}
      rows={groupRuns(imports).map(({ began, dataset, status, requests, inserted, updated, failed }) => [
        time(began),
        dataset,
        <StatusWord key="" status={status} />,
        ...[requests, inserted, updated, failed].map((count) => formatNumber(count)),
      ])}
    />
  );
}

// Lists what the account's keys changed: the time, the key, the change and its origin; newest first.

const LISTED = 20;

function Audit() {
  const { audit: said } = workTexts();
  const loaded = useLoaded('audit', (client, call) => client.keys.audit({ limit: LISTED }, call).page());
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <States of={loaded} lines={6}>
        {(first) =>
          first.entries.length === 0 ? (
            <p class="muted">{said.none}</p>
          ) : (
            <Listed key={first.next_cursor} first={first} />
          )
        }
      </States>
    </section>
  );
}

function Listed({ first }: { readonly first: ListAuditEntriesResponse }) {
  const { audit: said, keys } = workTexts();
  const pages = usePages({ rows: first.entries, next: first.next_cursor }, async (client, cursor, call) => {
    const page = await client.keys.audit({ cursor, limit: 100 }, call).page();
    return { rows: page.entries, next: page.next_cursor };
  });
  const nameAuthor = ({ key }: AuditEntry): string => key?.name ?? key?.key_id ?? keys.operator;
  return (
    <>
      <Table
        caption={said.title}
        columns={[said.at, said.key, said.operation, said.resource, said.from].map((title) => ({ title }))}
        rows={pages.rows.map((entry) => [
          time(entry.at),
          <bdi key="">{nameAuthor(entry)}</bdi>,
          entry.operation,
          <bdi key="">{entry.resource}</bdi>,
          <bdi key="">{[entry.source_ip, entry.user_agent].filter((part) => part !== null).join(' · ')}</bdi>,
        ])}
      />
      {pages.more()}
    </>
  );
}

// Groups imports that closely follow each other, as the many requests of one file do.

interface ImportRun {
  readonly key: string;
  readonly dataset: string;
  /** Time at which the first import was accepted. */
  readonly began: string;
  readonly status: ImportJob['status'];
  readonly requests: number;
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
}

/** Longest gap between two requests of one file. */
const GAP_MS = 60_000;
/** A run's status is the first of these that one of its imports has. */
const STATUSES: readonly ImportJob['status'][] = ['failed', 'processing', 'pending', 'completed'];

/** `imports`: newest first; so are the runs. */
function groupRuns(imports: readonly ImportJob[]): ImportRun[] {
  const groups: ImportJob[][] = [];
  for (const job of imports) {
    const group = groups.at(-1);
    const later = group?.at(-1);
    const isNext =
      later?.dataset_id === job.dataset_id &&
      Date.parse(later.created_at) - Date.parse(job.created_at) <= GAP_MS;
    if (group !== undefined && isNext) group.push(job);
    else groups.push([job]);
  }
  return groups.map(sumRun);
}

function sumRun(jobs: readonly ImportJob[]): ImportRun {
  const [newest] = jobs;
  const first = jobs.at(-1);
  if (newest === undefined || first === undefined) throw new Error('a run has an import');
  const sum = (of: (rows: ImportJob['rows']) => number): number =>
    jobs.reduce((total, { rows }) => total + of(rows), 0);
  return {
    key: newest.import_id,
    dataset: newest.dataset_id,
    began: first.created_at,
    status: STATUSES.find((status) => jobs.some((job) => job.status === status)) ?? newest.status,
    requests: jobs.length,
    inserted: sum(({ inserted }) => inserted),
    updated: sum(({ updated }) => updated),
    failed: sum(({ failed }) => failed),
  };
}
