// Shows the datasets and their contents, and edits their currency and time zone.
import { useState } from 'preact/hooks';
import type { Dataset } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Table } from '../../../packages/report-parts/table.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { formatDays, formatNumber, getTexts, time } from '../app/words/language.ts';
import { Field, Writing } from '../parts/form-fields.tsx';
import { useSending } from '../parts/sending.tsx';
import { Problem } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { PersonRules } from './persons.tsx';

interface DatasetsProps {
  readonly datasets: readonly Dataset[];
  /** Called when a dataset has been changed. */
  readonly changed: () => void;
}

export function Datasets({ datasets, changed }: DatasetsProps) {
  const { datasets: said } = getTexts();
  const filled = datasets.filter(({ created_at }) => created_at !== null);
  if (filled.length === 0) {
    return <p>{said.empty}</p>;
  }
  return (
    <>
      <Table
        caption={said.title}
        columns={[
          { title: said.name },
          ...[said.rows, said.orders, said.customers].map(createNumericColumn),
          ...[said.days, said.counted, said.currency, said.timeZone].map((title) => ({ title })),
        ]}
        rows={filled.map(({ slug, name, contents, currency, time_zone }) => [
          <To key="" place={{ view: 'reports', dataset: slug }}>
            {name}
          </To>,
          ...describeCounted(contents, time_zone),
          currency ?? said.notSet,
          time_zone,
        ])}
      />
      {filled.map((dataset) => (
        <div key={dataset.slug}>
          <Change dataset={dataset} changed={changed} />
          <PersonRules dataset={dataset} changed={changed} />
        </div>
      ))}
    </>
  );
}

interface ChangeProps {
  readonly dataset: Dataset;
  readonly changed: () => void;
}

function Change({ dataset: { slug, name, currency, time_zone }, changed }: ChangeProps) {
  const said = getHomeTexts().settings;
  const { datasets: titles } = getTexts();
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
      <summary>{fill(said.change, { name })}</summary>
      <Writing>
        <form
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Field
            title={titles.currency}
            pattern="[A-Za-z]{3}"
            hint={said.currencyHint}
            value={money}
            edit={setMoney}
          />
          <Field title={titles.timeZone} value={zone} edit={setZone} />
          <button type="submit" disabled={sending.isSending}>
            {said.save}
          </button>
        </form>
        <p class="muted">{said.currencyMeans}</p>
        <Problem problem={sending.problem} reload={save} />
      </Writing>
    </details>
  );
}

/** Uses the dataset's own days, as reports do. */
function describeCounted(contents: Dataset['contents'], timeZone: string): string[] {
  const { datasets: said } = getTexts();
  if (contents === null) return ['–', '–', '–', said.notCounted, ''];
  const { rows, orders, customers, first_order_date: first, last_order_date: last, counted_at } = contents;
  return [
    ...[rows, orders, customers].map((count) => formatNumber(count)),
    first === null || last === null ? said.noDates : formatDays(first, last, timeZone),
    time(counted_at),
  ];
}
