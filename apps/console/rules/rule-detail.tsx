// One rule in words and in all its figures.
import { useEffect, useRef } from 'preact/hooks';
import type { AssociationRule } from '../../../packages/client/src/index.ts';
import { Cut } from '../../../packages/report-parts/long-text.ts';
import { fill, listed, ruleText } from '../../../packages/report-parts/names.ts';
import { Facts } from '../../../packages/report-parts/table.ts';
import { change, part } from '../app/address.ts';
import { money, number, percent, texts } from '../app/words/language.ts';
import { To } from '../parts/to.tsx';
import { inWords } from './rule-list.ts';

interface RuleDetailProps {
  readonly rule: AssociationRule;
  readonly currency: string | null | undefined;
}

/** Who buys the first takes the second: how often, and how much more often than chance. */
export function ruleSentence({ antecedents, consequents, confidence, measures }: AssociationRule): string {
  const { rules: said } = texts();
  const [some, all] = inWords(confidence);
  return fill(said.sentence, {
    first: listed(antecedents),
    next: listed(consequents),
    often: some === all ? said.everyOrder : fill(said.someOf, { some: number(some), all: number(all) }),
    lift: number(measures.lift_within_periods, 1),
  });
}

/** Smaller ones are shown as "below". */
const SMALLEST_P = 0.0001;

export function RuleDetail({ rule, currency }: RuleDetailProps) {
  const { rules: said, productPage } = texts();
  const { support, confidence, lift, impact_analysis: impact, measures } = rule;
  const { p_value_corrected: p, expected_occurrences: expected } = measures;
  const drawn = useRef<HTMLElement>(null);
  useEffect(() => drawn.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section ref={drawn} aria-label={said.selected}>
      <Cut as="h3" text={ruleText(rule)} />
      <Cut as="p" text={ruleSentence(rule)} />
      <Facts
        facts={[
          [said.figure.impact, money(impact.incremental_value, currency)],
          [said.revenueOfBoth, money(impact.revenue, currency)],
          [said.figure.orders, number(impact.occurrences)],
          [said.figure.confidence, percent(confidence)],
        ]}
      />
      <details>
        <summary>{said.measures}</summary>
        <Facts
          facts={[
            [said.figure.support, percent(support, 2)],
            [said.figure.lift, number(lift, 2)],
            [said.liftGivenSizes, number(measures.lift_within_periods, 2)],
            [said.expected, number(expected, 1)],
            [said.chance, p < SMALLEST_P ? `< ${number(SMALLEST_P, 4)}` : number(p, 4)],
            [said.zhang, number(measures.zhang, 2)],
          ]}
        />
      </details>
      <ul class="plain">
        {[...rule.antecedents, ...rule.consequents].map((product) => (
          <li key={product}>
            <To place={{ view: 'product', report: part('id'), product }}>
              {fill(productPage.about, { product })}
            </To>
            {' · '}
            <button type="button" class="plain" onClick={() => change({ q: product, rule: undefined })}>
              {fill(said.with, { product })}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => change({ rule: undefined })}>
        {said.close}
      </button>
    </section>
  );
}
