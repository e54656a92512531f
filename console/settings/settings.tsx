// The account: its datasets, what it uses of its limits, recent imports, and the key.
import type { GetUsageResponse, ImportJob } from '../../client/src/index.ts';
import { fill } from '../../report-parts/names.ts';
import { Facts, numeric, Table } from '../../report-parts/table.ts';
import { apiKey, isAdmin } from '../app/key.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { homeTexts } from '../app/words/home-texts.ts';
import { number, texts, time } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { States } from '../parts/states.tsx';
import { StatusWord } from '../parts/status.tsx';
import { Audit } from './audit.tsx';
import { Datasets } from './datasets.tsx';
import { Endpoints } from './endpoints.tsx';
import { runsOf } from './import-runs.ts';
import { ManagedKeys } from './managed-keys.tsx';

/** `afn_` and as much of the key as tells it from others; all of the prefix of a publishable, read-only or admin one. */
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
        <summary>{homeTexts().settings.developers}</summary>
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

/** The most that one request returns: a file takes many imports. */
const RECENT = 100;

export function Settings() {
  const said = texts();
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
      <h1>{homeTexts().settings.title}</h1>
      <States of={loaded} lines={30}>
        {({ usage, datasets, imports }) => (
          <>
            <section class="card">
              <h2>{said.datasets.title}</h2>
              <Datasets datasets={datasets} changed={loaded.reload} />
            </section>
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
      <Endpoints />
      <Keys />
      {isAdmin.value && <Audit />}
    </>
  );
}

function Usage({ usage }: { readonly usage: GetUsageResponse }) {
  const { usage: said } = texts();
  const { plan, stored_rows, monthly_reports, requests_per_minute } = usage;
  return (
    <Facts
      facts={[
        [said.rows, fill(said.of, { used: number(stored_rows.used), limit: number(stored_rows.limit) })],
        [
          said.reports,
          fill(said.of, { used: number(monthly_reports.used), limit: number(monthly_reports.limit) }),
        ],
        [said.requests, number(requests_per_minute.limit)],
        [said.plan, plan],
      ]}
    />
  );
}

// The newest imports: one row for the requests of one file, which follow each other.
function RecentImports({ imports }: { readonly imports: readonly ImportJob[] }) {
  const { recent: said } = texts();
  if (imports.length === 0) return <p class="muted">{said.none}</p>;
  return (
    <Table
      caption={said.title}
      columns={[
        ...[said.accepted, said.dataset, said.status].map((title) => ({ title })),
        ...[said.requests, said.inserted, said.updated, said.failed].map(numeric),
      ]}
      rows={runsOf(imports).map(({ began, dataset, status, requests, inserted, updated, failed }) => [
        time(began),
        dataset,
        <StatusWord key="" status={status} />,
        ...[requests, inserted, updated, failed].map((count) => number(count)),
      ])}
    />
  );
}
