// Two reports of who is due: customers by stage, what is expected, how well the lists did on past dates, and products.
import type { ReplenishmentReport } from '../../client/src/index.ts';
import { keysOf } from '../../src/schema/keys.ts';
import { money, number, percent, texts } from '../app/language.ts';
import { workTexts } from '../app/work-texts.ts';
import { ComparedFigures, whole } from '../compare/compared-figures.tsx';
import { pairs, type TwoReports } from '../compare/comparison.ts';

/** Products with the largest differences. */
const MOST_PRODUCTS = 50;

export function CompareDue({ before, now }: TwoReports) {
  return before.report_type === 'REPLENISHMENT' && now.report_type === 'REPLENISHMENT' ? (
    <Due before={before} now={now} />
  ) : null;
}

function Due({ before, now }: TwoReports<ReplenishmentReport>) {
  const { compare: said } = workTexts();
  const { due, exported, type } = texts();
  const amount = (value: number): string => money(value, now.currency);
  const share = (value: number): string => percent(value);
  const stages = keysOf(due.stage).map((stage) => ({
    ...{ name: due.stage[stage], before: before.summary[stage], now: now.summary[stage], shown: whole },
  }));
  const expected = pairs(before.expected, now.expected, ({ days }) => number(days)).flatMap((pair) => [
    {
      ...{ name: due.orders(pair.name), before: pair.before?.orders, now: pair.now?.orders },
      shown: (value: number) => number(value, 0),
    },
    {
      ...{ name: due.revenue(pair.name), before: pair.before?.revenue, now: pair.now?.revenue },
      shown: amount,
    },
  ]);
  const products = pairs(before.products, now.products, ({ product }) => product)
    .flatMap(({ name, before: was, now: is }) =>
      was === undefined || is === undefined
        ? []
        : [{ name, before: was.customers_due, now: is.customers_due, shown: whole }],
    )
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before))
    .slice(0, MOST_PRODUCTS);
  return (
    <>
      <section class="card">
        <h2>{type.REPLENISHMENT}</h2>
        <ComparedFigures
          label={type.REPLENISHMENT}
          title={said.figure}
          figures={[
            {
              name: said.customers,
              before: before.summary.customers,
              now: now.summary.customers,
              shown: whole,
            },
            ...stages,
            ...expected,
            {
              ...{ name: due.kept, before: keptBy(before), now: keptBy(now), shown: share },
              isShare: true,
            },
          ]}
        />
      </section>
      <section class="card">
        <h2>{exported.products}</h2>
        <p class="muted">{due.productsHint}</p>
        {products.length === 0 ? (
          <p class="muted">{said.notBoth}</p>
        ) : (
          <ComparedFigures label={exported.products} title={due.due} figures={products} />
        )}
      </section>
    </>
  );
}

/** Of the customers whom the rule of the list named on past dates, those who ordered. */
function keptBy({ cadence }: ReplenishmentReport): number | undefined {
  return cadence?.backtest.rules.find(({ rule }) => rule === cadence.backtest.sorted_by)?.share;
}
