// Two reports of who is due: products by how many are due.
import type { ReplenishmentReport } from '../../client/src/index.ts';
import { texts } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { ComparedFigures, whole } from '../compare/compared-figures.tsx';
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
  const { due, exported } = texts();
  const products = inBoth(pairs(before.products, now.products, ({ product }) => product))
    .map(({ name, before: was, now: is }) => {
      return { name, before: was.customers_due, now: is.customers_due, shown: whole };
    })
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before))
    .slice(0, MOST_PRODUCTS);
  return (
    <section class="card">
      <h2>{exported.products}</h2>
      <p class="muted">{due.productsHint}</p>
      {products.length === 0 ? (
        <p class="muted">{said.notBoth}</p>
      ) : (
        <ComparedFigures label={exported.products} title={due.due} figures={products} />
      )}
    </section>
  );
}
