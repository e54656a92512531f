// Shows one audience: its members, refreshes, destinations and the changes of its runs, with a link to its effect.
import { useEffect, useState } from 'preact/hooks';
import type { Audience, AudienceRun } from '../../../packages/client/src/index.ts';
import { Cut } from '../../../packages/report-parts/long-text.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Facts, Table } from '../../../packages/report-parts/table.ts';
import { formatCsv } from '../../../src/analysis/tables/csv-lines.ts';
import { go } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { saveFile } from '../app/save-file.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { formatNumber, time } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { Choice, Field, Writing } from '../parts/form-fields.tsx';
import { Removal } from '../parts/removal.tsx';
import { Action, SentForm, useSending } from '../parts/sending.tsx';
import { Problem, States } from '../parts/states.tsx';
import { audienceTexts } from './audience-texts.ts';
import { Destinations } from './destinations.tsx';

interface OneAudienceProps {
  readonly id: string;
  readonly changed: () => void;
}

const POLL_MS = 2_000;
const LONGEST_PAGE = 1_000;

export function OneAudience({ id, changed }: OneAudienceProps) {
  const loaded = useLoaded(`audience ${id}`, async (client, call) => ({
    audience: await client.audiences.get(id, call),
    runs: await client.audiences.runs(id, call),
  }));
  const isRunning = loaded.value?.audience.run_in_progress != null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(loaded.reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [loaded.value]);
  const reload = (): void => {
    loaded.reload();
    changed();
  };
  return (
    <States of={loaded} lines={20}>
      {({ audience, runs }) => (
        <>
          <Cut as="h1" text={audience.name} />
          <Members audience={audience} reload={reload} />
          <Effect audience={audience} />
          <Destinations audience={audience} />
          <History runs={runs} />
          <section class="card">
            <Writing>
              <Removal
                name={audience.name}
                sure={fill(audienceTexts().sureOfAudience, { name: audience.name })}
                remove={(client, call) => client.audiences.delete(id, call)}
                removed={() => {
                  changed();
                  go({ view: 'audiences' });
                }}
              />
            </Writing>
            <details>
              <summary>{getHomeTexts().settings.developers}</summary>
              <pre>{JSON.stringify(audience.conditions, null, 2)}</pre>
            </details>
          </section>
        </>
      )}
    </States>
  );
}

interface MembersProps {
  readonly audience: Audience;
  readonly reload: () => void;
}

function Members({ audience, reload }: MembersProps) {
  const said = audienceTexts();
  const { audience_id: id, members, run_in_progress, refresh } = audience;
  const { problem, send } = useSending();
  const [read, setRead] = useState(0);
  const choose = (chosen: Audience['refresh']): void =>
    send(async (client, call) => {
      if (chosen !== 'schedule') await client.audiences.update(id, { refresh: chosen }, call);
      reload();
    });
  const refreshes = (['manual', 'after_import', 'schedule'] as const).filter(
    (one) => one !== 'schedule' || refresh === one,
  );
  return (
    <section class="card">
      {members === null ? (
        <p>{said.noMembers}</p>
      ) : (
        <Facts
          facts={[
            [said.columns.members, formatNumber(members.customers)],
            [said.columns.heldOut, formatNumber(members.held_out)],
            [said.withContact, formatNumber(members.with_contact)],
            [said.columns.at, time(members.as_of)],
          ]}
        />
      )}
      <Writing>
        <div class="fields">
          <Choice
            title={said.refresh}
            value={refresh}
            options={refreshes.map((one) => [one, said.refreshes[one]] as const)}
            edit={choose}
          />
        </div>
        <Action
          title={run_in_progress === null ? said.run : said.running}
          disabled={run_in_progress !== null}
          work={async (client, call) => {
            await client.audiences.refresh(id, call);
            reload();
          }}
        />
      </Writing>{' '}
      {members !== null && (
        <Action
          title={said.file}
          sendingTitle={fill(said.reading, { shown: formatNumber(read) })}
          work={async (client, call) => {
            const rows: string[][] = [['customer_id', 'contact', 'joined_at']];
            setRead(0);
            for await (const one of client.audiences.members(id, { limit: LONGEST_PAGE }, call)) {
              rows.push([one.customer_id, one.contact ?? '', one.joined_at]);
              if (rows.length % LONGEST_PAGE === 0) setRead(rows.length);
            }
            saveFile([formatCsv(rows)], `members-${id}.csv`);
          }}
        />
      )}
      <Problem problem={problem} reload={reload} />
    </section>
  );
}

function Effect({ audience: { audience_id, dataset_id, name } }: { readonly audience: Audience }) {
  const said = audienceTexts();
  const [since, setSince] = useState('');
  const [days, setDays] = useState('30');
  return (
    <section class="card">
      <h2>{said.effect}</h2>
      <p class="muted">{said.effectHint}</p>
      <Writing>
        <SentForm
          button={since === '' ? said.plan : said.measure}
          work={async (client, call) => {
            const { report_id } = await client.reports.create(
              {
                ...{ template: 'audience_effect', dataset_id, name },
                params: { audience_id, days: Number(days), ...(since !== '' && { since }) },
              },
              call,
            );
            go({ view: 'report', id: report_id });
          }}
        >
          <div class="fields">
            <Field title={said.since} type="date" value={since} edit={setSince} />
            <Field title={said.days} type="number" min={1} max={365} value={days} edit={setDays} />
          </div>
        </SentForm>
      </Writing>
    </section>
  );
}

function History({ runs }: { readonly runs: readonly AudienceRun[] }) {
  const said = audienceTexts();
  const formatFigure = (value: number | null): string => (value === null ? '' : formatNumber(value));
  const { columns } = said;
  return (
    <section class="card">
      <h2>{said.history}</h2>
      {runs.length === 0 ? (
        <p>{said.noRuns}</p>
      ) : (
        <Table
          caption={said.history}
          columns={[
            { title: columns.at },
            ...[columns.members, columns.joined, columns.left].map(createNumericColumn),
            { title: columns.status },
          ]}
          rows={runs.map((run) => [
            time(run.created_at),
            formatFigure(run.customers),
            formatFigure(run.joined),
            formatFigure(run.left),
            run.fail_reason === null
              ? said.status[run.status]
              : `${said.status[run.status]}: ${getServiceWords()(run.fail_reason, run.fail_reason_coded)}`,
          ])}
        />
      )}
    </section>
  );
}
