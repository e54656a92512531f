// Shows audiences: the list, one audience with its history and effect, and a new one from a list of customers.
import type { Audience } from '../../../packages/client/src/index.ts';
import { createNumericColumn, Table } from '../../../packages/report-parts/table.ts';
import { readParameter } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber, getTexts, time } from '../app/words/language.ts';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { OneAudience } from './audience.tsx';
import { audienceTexts } from './audience-texts.ts';
import { BuildAudience } from './build.tsx';

export function Audiences() {
  const said = audienceTexts();
  const [id, report] = [readParameter('id'), readParameter('report')];
  const loaded = useLoaded('audiences', (client, call) => client.audiences.list(call));
  const isList = id === undefined && report === undefined;
  return (
    <>
      {!isList && (
        <p class="live">
          <To place={{ view: 'audiences' }}>{said.back}</To>
        </p>
      )}
      {id !== undefined && <OneAudience key={id} id={id} changed={loaded.reload} />}
      {report !== undefined && (
        <>
          <h1>{said.build}</h1>
          <States of={loaded} lines={12}>
            {(audiences) => (
              <BuildAudience key={report} reportId={report} audiences={audiences} saved={loaded.reload} />
            )}
          </States>
        </>
      )}
      {isList && (
        <>
          <h1>{said.title}</h1>
          <p class="muted">
            {said.explain} {said.how}
          </p>
          <Begin />
          <States of={loaded} lines={12}>
            {(audiences) => (
              <section class="card">
                {audiences.length === 0 ? <p>{said.none}</p> : <List audiences={audiences} />}
              </section>
            )}
          </States>
        </>
      )}
    </>
  );
}

/** Leads to the customers of the newest report that has segments. */
function Begin() {
  const said = audienceTexts();
  const { value } = useLoaded('newest segments', (client, call) =>
    client.reports.list({ report_type: 'RFM', limit: 10 }, call).page(),
  );
  const newest = value?.reports.find(({ status }) => status.startsWith('Completed'));
  const place =
    newest === undefined
      ? { view: 'reports', template: 'standard_rfm' }
      : { view: 'report', id: newest.report_id, tab: 'customers' };
  return (
    <p>
      <To class="button" place={place}>
        {said.begin}
      </To>
    </p>
  );
}

function List({ audiences }: { readonly audiences: readonly Audience[] }) {
  const said = audienceTexts();
  const { columns } = said;
  return (
    <Table
      caption={said.title}
      columns={[
        { title: said.name },
        ...[columns.members, columns.heldOut].map(createNumericColumn),
        { title: columns.at },
        { title: said.refresh },
        { title: getTexts().list.dataset },
      ]}
      rows={audiences.map(({ audience_id, name, members, refresh, dataset_id }) => [
        <To key="" place={{ view: 'audiences', id: audience_id }}>
          {name}
        </To>,
        members === null ? '–' : formatNumber(members.customers),
        members === null ? '–' : formatNumber(members.held_out),
        members === null ? said.noMembers : time(members.as_of),
        said.refreshes[refresh],
        dataset_id,
      ])}
    />
  );
}
