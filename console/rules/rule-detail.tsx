// One rule in words and in all its figures.
import type { AssociationRule } from '../../client/src/index.ts';
import { Facts } from '../../report-parts/table.ts';
import { change, part } from '../app/address.ts';
import { money, number, percent, texts } from '../app/language.ts';
import { To } from '../parts/to.tsx';
import { ruleText } from './rule-list.ts';

export interface RuleDetailProps {
  readonly rule: AssociationRule;
  readonly currency: string | null | undefined;
}

/** Smaller ones are shown as "below". */
const SMALLEST_P = 0.0001;

export function RuleDetail({ rule, currency }: RuleDetailProps) {
  const { rules: said, productPage } = texts();
  const { support, confidence, lift, impact_analysis: impact, measures } = rule;
  const { p_value_corrected: p, expected_occurrences: expected } = measures;
  const givenSizes = measures.lift_given_sizes ?? lift;
  return (
    <section class="card" aria-label={said.selected}>
      <h2>{ruleText(rule)}</h2>
      <p>{said.sentence(percent(confidence), number(givenSizes, 1))}</p>
      <Facts
        facts={[
          [said.figure.impact, money(impact.incremental_value, currency)],
          [said.revenueOfBoth, money(impact.revenue, currency)],
          [said.figure.orders, number(impact.occurrences)],
          [said.figure.support, percent(support, 2)],
          [said.figure.confidence, percent(confidence)],
          [said.figure.lift, number(lift, 2)],
          [said.liftGivenSizes, number(givenSizes, 2)],
          ...(expected === undefined ? [] : [[said.expected, number(expected, 1)] as const]),
          [said.chance, p < SMALLEST_P ? `< ${number(SMALLEST_P, 4)}` : number(p, 4)],
          [said.zhang, number(measures.zhang, 2)],
        ]}
      />
      <p>
        {[...rule.antecedents, ...rule.consequents].map((product) => (
          <To key={product} class="button" place={{ view: 'product', report: part('id'), product }}>
            {productPage.about(product)}
          </To>
        ))}
        {[...rule.antecedents, ...rule.consequents].map((product) => (
          <button key={product} type="button" onClick={() => change({ q: product, rule: undefined })}>
            {said.with(product)}
          </button>
        ))}
        <button type="button" class="plain" onClick={() => change({ rule: undefined })}>
          {said.close}
        </button>
      </p>
    </section>
  );
}
