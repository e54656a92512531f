// The account: its datasets, what it uses of its limits, recent imports, and the key.
import type { GetUsageResponse } from '../../client/src/index.ts';
import { Facts } from '../../report-parts/table.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { homeTexts } from '../app/words/home-texts.ts';
import { number, texts } from '../app/words/language.ts';
import { States } from '../parts/states.tsx';
import { Datasets } from './datasets.tsx';
import { Endpoints } from './endpoints.tsx';
import { Keys } from './keys.tsx';
import { RecentImports } from './recent-imports.tsx';

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
    </>
  );
}

function Usage({ usage }: { readonly usage: GetUsageResponse }) {
  const { usage: said } = texts();
  const { plan, stored_rows, monthly_reports, requests_per_minute } = usage;
  return (
    <Facts
      facts={[
        [said.rows, said.of(number(stored_rows.used), number(stored_rows.limit))],
        [said.reports, said.of(number(monthly_reports.used), number(monthly_reports.limit))],
        [said.requests, number(requests_per_minute.limit)],
        [said.plan, plan],
      ]}
    />
  );
}
