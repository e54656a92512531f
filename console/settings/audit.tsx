// What keys of the account changed: when, which key, what, and from where; newest first.
import type { AuditEntry, ListAuditEntriesResponse } from '../../client/src/index.ts';
import { Table } from '../../report-parts/table.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { usePages } from '../app/pages.ts';
import { texts, time } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Problem, States } from '../parts/states.tsx';

const LISTED = 20;

export function Audit() {
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
  const { more } = texts();
  const { audit: said, keys } = workTexts();
  const pages = usePages({ rows: first.entries, next: first.next_cursor }, async (client, cursor, call) => {
    const page = await client.keys.audit({ cursor, limit: 100 }, call).page();
    return { rows: page.entries, next: page.next_cursor };
  });
  const who = ({ key }: AuditEntry): string => key?.name ?? key?.key_id ?? keys.operator;
  return (
    <>
      <Table
        caption={said.title}
        columns={[said.at, said.key, said.operation, said.resource, said.from].map((title) => ({ title }))}
        rows={pages.rows.map((entry) => [
          time(entry.at),
          <bdi key="">{who(entry)}</bdi>,
          entry.operation,
          <bdi key="">{entry.resource}</bdi>,
          <bdi key="">{[entry.source_ip, entry.user_agent].filter((part) => part !== null).join(' · ')}</bdi>,
        ])}
      />
      {pages.problem !== undefined && <Problem problem={pages.problem} reload={() => pages.more?.()} />}
      {pages.more !== undefined && (
        <button type="button" disabled={pages.isReading} onClick={pages.more}>
          {more}
        </button>
      )}
    </>
  );
}
