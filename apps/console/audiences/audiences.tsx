// Shows audiences: the list, one audience with its history and effect, and a new one from a list of customers.
import { fill } from '../../../packages/report-parts/names.ts';
import { readParameter } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber, time } from '../app/words/language.ts';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { OneAudience } from './audience.tsx';
import { audienceTexts } from './audience-texts.ts';
import { BuildAudience } from './build.tsx';

export function Audiences() {
  const said = audienceTexts();
  const [id, report] = [readParameter('id'), readParameter('report')];
  const loaded = useLoaded('audiences', (client, call) => client.audiences.list(call));
  return (
    <>
      <h1>{said.title}</h1>
      {id !== undefined && <OneAudience key={id} id={id} changed={loaded.reload} />}
      <States of={loaded} lines={12}>
        {(audiences) => (
          <>
            {report !== undefined && (
              <BuildAudience key={report} reportId={report} audiences={audiences} saved={loaded.reload} />
            )}
            <section class="card">
              <p class="muted">{said.explain}</p>
              {audiences.length === 0 && <p>{said.none}</p>}
              <ul class="plain">
                {audiences.map(({ audience_id, name, members }) => (
                  <li key={audience_id} class="entry">
                    <To place={{ view: 'audiences', id: audience_id }} current={audience_id === id}>
                      {name}
                    </To>{' '}
                    <span class="muted">
                      {members === null
                        ? said.noMembers
                        : `${formatNumber(members.customers)} · ${fill(said.asOf, { at: time(members.as_of) })}`}
                    </span>
                  </li>
                ))}
              </ul>
              <p class="muted">{said.how}</p>
            </section>
          </>
        )}
      </States>
    </>
  );
}
