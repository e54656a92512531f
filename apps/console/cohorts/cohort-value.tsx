// What a customer has spent, period by period after the first purchase, and when that covers what winning one costs.
import { useMemo } from 'preact/hooks';
import type { CohortReport } from '../../../packages/client/src/index.ts';
import { comparable, valueCurves } from '../../../packages/report-parts/charts/cohort-lines.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { change, part } from '../app/address.ts';
import { money, number, percent, texts } from '../app/words/language.ts';
import { Figures } from '../parts/figures.tsx';
import { Field } from '../parts/form-fields.tsx';
import { CohortLines } from './cohort-curves.tsx';
import { neededOf, paybackOf } from './payback.ts';

interface CohortValueProps {
  readonly report: CohortReport;
  readonly selected: string | undefined;
}

export function CohortValue({ report, selected }: CohortValueProps) {
  const { cohorts: said, charts } = texts();
  const { currency, average_retention: averages } = report;
  const [cost, margin] = [part('cost') ?? '', part('margin') ?? ''];
  const needed = neededOf(cost, margin);
  const lines = useMemo(() => valueCurves(report, needed), [report, needed]);
  const rows = comparable(averages, 0);
  if (rows.length === 0) return null;
  const amount = (value: number): string => money(value, currency);
  const payback = needed === undefined ? undefined : paybackOf(rows, needed);
  const last = rows.at(-1);
  return (
    <section class="card" id="value">
      <h2>{said.value}</h2>
      <p class="muted">{said.valueHint}</p>
      <div class="fields">
        {(
          [
            ['cost', said.cost, cost],
            ['margin', said.margin, margin],
          ] as const
        ).map(([name, title, typed]) => (
          <Field
            key={name}
            title={title}
            type="number"
            min={0}
            step="any"
            value={typed}
            edit={(text) => change({ [name]: text })}
          />
        ))}
      </div>
      {needed !== undefined && last !== undefined && (
        <p role="status">
          {payback === undefined
            ? fill(said.notPaid, {
                needed: amount(needed),
                period: number(last.period),
                spent: amount(last.cumulative_value_per_customer),
              })
            : fill(said.paid, {
                needed: amount(needed),
                period: number(payback.period),
                people: fill(said.people, { count: payback.customers, shown: number(payback.customers) }),
              })}
        </p>
      )}
      <CohortLines
        lines={lines}
        selected={selected}
        label={charts.values}
        title={said.spent}
        tick={(value) => number(value)}
        write={amount}
        level={needed}
      />
      <Figures
        label={said.behind}
        title={charts.periods}
        rows={rows}
        name={({ period }) => number(period)}
        columns={[
          [said.count, ({ cohorts }) => number(cohorts)],
          [said.customers, ({ customers }) => number(customers)],
          [said.title, ({ retention }) => percent(retention)],
          [said.spent, ({ cumulative_value_per_customer: value }) => amount(value)],
        ]}
      />
    </section>
  );
}
