// Shows what a customer has spent, period by period after the first purchase, and when that covers the cost of
// acquisition.
import { useMemo } from 'preact/hooks';
import type { CohortReport } from '../../../packages/client/src/index.ts';
import { createValueCurves, pickComparable } from '../../../packages/report-parts/charts/cohort-lines.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { change, readParameter } from '../app/address.ts';
import { formatMoney, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { Figures } from '../parts/figures.tsx';
import { Field } from '../parts/form-fields.tsx';
import { CohortLines } from './cohort-curves.tsx';
import { computeNeeded, findPayback } from './payback.ts';

interface CohortValueProps {
  readonly report: CohortReport;
  readonly selected: string | undefined;
}

export function CohortValue({ report, selected }: CohortValueProps) {
  const { cohorts: said, charts } = getTexts();
  const { currency, average_retention: averages } = report;
  const [cost, margin] = [readParameter('cost') ?? '', readParameter('margin') ?? ''];
  const needed = computeNeeded(cost, margin);
  const lines = useMemo(() => createValueCurves(report, needed), [report, needed]);
  const rows = pickComparable(averages, 0);
  if (rows.length === 0) return null;
  const formatAmount = (value: number): string => formatMoney(value, currency);
  const payback = needed === undefined ? undefined : findPayback(rows, needed);
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
                needed: formatAmount(needed),
                period: formatNumber(last.period),
                spent: formatAmount(last.cumulative_value_per_customer),
              })
            : fill(said.paid, {
                needed: formatAmount(needed),
                period: formatNumber(payback.period),
                people: fill(said.people, {
                  count: payback.customers,
                  shown: formatNumber(payback.customers),
                }),
              })}
        </p>
      )}
      <CohortLines
        lines={lines}
        selected={selected}
        label={charts.values}
        title={said.spent}
        tick={(value) => formatNumber(value)}
        write={formatAmount}
        level={needed}
      />
      <Figures
        label={said.behind}
        title={charts.periods}
        rows={rows}
        name={({ period }) => formatNumber(period)}
        columns={[
          [said.count, ({ cohorts }) => formatNumber(cohorts)],
          [said.customers, ({ customers }) => formatNumber(customers)],
          [said.title, ({ retention }) => formatPercent(retention)],
          [said.spent, ({ cumulative_value_per_customer: value }) => formatAmount(value)],
        ]}
      />
    </section>
  );
}
