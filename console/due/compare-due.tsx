// Two reports of who is due: customers by stage, what is expected, how well the lists did on past dates, and products.
import type { ReplenishmentReport } from '../../client/src/index.ts';
import { keysOf } from '../../src/schema/keys.ts';
import { money, number, percent, texts } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { ComparedCard, ComparedFigures, figuresOf, whole } from '../compare/compared-figures.tsx';
import { inBoth, pairs, type TwoReports } from '../compare/comparison.ts';

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
  const expected = pairs(before.expected, now.expected, ({ days }) => number(days)).flatMap((pair) =>
    figuresOf(pair, [
      [due.orders(pair.name), (of) => of?.orders, (value) => number(value, 0)],
      [due.revenue(pair.name), (of) => of?.revenue, amount],
    ]),
  );
  const products = inBoth(pairs(before.products, now.products, ({ product }) => product))
    .map(({ name, before: was, now: is }) => {
      return { name, before: was.customers_due, now: is.customers_due, shown: whole };
    })
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before))
    .slice(0, MOST_PRODUCTS);
  return (
    <>
      <ComparedCard
        label={type.REPLENISHMENT}
        title={said.figure}
        figures={[
          ...figuresOf({ before: before.summary, now: now.summary }, [
            [said.customers, (of) => of.customers, whole],
            ...keysOf(due.stage).map(
              (stage) =>
                [due.stage[stage], (of: ReplenishmentReport['summary']) => of[stage], whole] as const,
            ),
          ]),
          ...expected,
          ...figuresOf({ before, now }, [[due.kept, keptBy, share, 'share']]),
        ]}
      />
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
