// The datasets with what they hold, and their currency and time zone, which can be changed.
import { useState } from 'preact/hooks';
import type { Dataset } from '../../client/src/index.ts';
import { Scroll } from '../../report-parts/table.ts';
import { homeTexts } from '../app/home-texts.ts';
import { daysBetween, number, texts, time } from '../app/language.ts';
import { useSending } from '../app/sending.ts';
import { Problem } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { Writing } from '../parts/writing.tsx';

export interface DatasetsProps {
  readonly datasets: readonly Dataset[];
  /** Called when one has been changed. */
  readonly changed: () => void;
}

export function Datasets({ datasets, changed }: DatasetsProps) {
  const { datasets: said } = texts();
  const filled = datasets.filter(({ created_at }) => created_at !== null);
  if (filled.length === 0) {
    return <p>{said.empty}</p>;
  }
  return (
    <>
      <Scroll label={said.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{said.name}</th>
              {[said.rows, said.orders, said.customers].map((title) => (
                <th key={title} scope="col" class="n">
                  {title}
                </th>
              ))}
              <th scope="col">{said.days}</th>
              <th scope="col">{said.counted}</th>
              <th scope="col">{said.currency}</th>
              <th scope="col">{said.timeZone}</th>
            </tr>
          </thead>
          <tbody>
            {filled.map(({ slug, name, contents, currency, time_zone }) => (
              <tr key={slug}>
                <th scope="row">
                  <To place={{ view: 'reports', dataset: slug }}>{name}</To>
                </th>
                <Contents of={contents} timeZone={time_zone} />
                <td>{currency ?? said.notSet}</td>
                <td>{time_zone}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {filled.map((dataset) => (
        <Change key={dataset.slug} dataset={dataset} changed={changed} />
      ))}
    </>
  );
}

interface ChangeProps {
  readonly dataset: Dataset;
  readonly changed: () => void;
}

function Change({ dataset: { slug, name, currency, time_zone }, changed }: ChangeProps) {
  const said = homeTexts().settings;
  const { datasets: titles } = texts();
  const [money, setMoney] = useState(currency ?? '');
  const [zone, setZone] = useState(time_zone);
  const sending = useSending();
  const save = (): void =>
    sending.send(async (client, call) => {
      await client.datasets.change(
        slug,
        { currency: money.trim().toUpperCase() || null, time_zone: zone.trim() || null },
        call,
      );
      changed();
    });
  return (
    <details>
      <summary>{said.change(name)}</summary>
      <Writing>
        <form
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <label>
            {titles.currency}
            <input
              type="text"
              pattern="[A-Za-z]{3}"
              title={said.currencyHint}
              value={money}
              onInput={({ currentTarget }) => setMoney(currentTarget.value)}
            />
          </label>
          <label>
            {titles.timeZone}
            <input type="text" value={zone} onInput={({ currentTarget }) => setZone(currentTarget.value)} />
          </label>
          <button type="submit" disabled={sending.isSending}>
            {said.save}
          </button>
        </form>
        <p class="muted">{said.currencyMeans}</p>
        {sending.problem !== undefined && <Problem problem={sending.problem} reload={save} />}
      </Writing>
    </details>
  );
}

interface ContentsProps {
  readonly of: Dataset['contents'];
  readonly timeZone: string;
}

/** Of the dataset's own days: what a report on them counts. */
function Contents({ of: contents, timeZone }: ContentsProps) {
  const { datasets: said } = texts();
  if (contents === null)
    return (
      <td colSpan={5} class="muted">
        {said.notCounted}
      </td>
    );
  const { rows, orders, customers, first_order_date: first, last_order_date: last, counted_at } = contents;
  return (
    <>
      {[rows, orders, customers].map((count, at) => (
        <td key={at} class="n">
          {number(count)}
        </td>
      ))}
      <td>{first === null || last === null ? said.noDates : daysBetween(first, last, timeZone)}</td>
      <td>{time(counted_at)}</td>
    </>
  );
}
