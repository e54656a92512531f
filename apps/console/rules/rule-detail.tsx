// Shows one rule in words and in all its figures.
import { useEffect, useRef } from 'preact/hooks';
import type { AssociationRule } from '../../../packages/client/src/index.ts';
import { HowSure } from '../../../packages/report-parts/how-sure.ts';
import { Cut } from '../../../packages/report-parts/long-text.ts';
import { fill, formatRule, joinIsolated } from '../../../packages/report-parts/names.ts';
import { Facts } from '../../../packages/report-parts/table.ts';
import { change, readParameter } from '../app/address.ts';
import { formatMoney, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { To } from '../parts/to.tsx';
import { RULE_ID, toFraction } from './rule-list.ts';

interface RuleDetailProps {
  readonly rule: AssociationRule;
  /** The worth of its set of products. */
  readonly worth: number;
  readonly currency: string | null | undefined;
}

/** Describes how often buyers of the first product take the second, and how much more often than chance. */
export function describeRule({ antecedents, consequents, confidence, measures }: AssociationRule): string {
  const { rules: said } = getTexts();
  const [some, all] = toFraction(confidence);
  return fill(said.sentence, {
    first: joinIsolated(antecedents),
    next: joinIsolated(consequents),
    often:
      some === all
        ? said.everyOrder
        : fill(said.someOf, { some: formatNumber(some), all: formatNumber(all) }),
    lift: formatNumber(measures.lift_within_periods, 1),
  });
}

/** Smaller p-values are shown as "below". */
const SMALLEST_P = 0.0001;

export function RuleDetail({ rule, worth, currency }: RuleDetailProps) {
  const { rules: said, productPage } = getTexts();
  const { support, confidence, lift, impact_analysis: impact, measures } = rule;
  const { p_value_corrected: p, expected_occurrences: expected } = measures;
  const drawn = useRef<HTMLElement>(null);
  useEffect(() => drawn.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section ref={drawn} id={RULE_ID} aria-label={said.selected}>
      <Cut as="h3" text={formatRule(rule)} />
      <Cut as="p" text={describeRule(rule)} />
      <Facts
        facts={[
          [said.figure.impact, formatMoney(worth, currency)],
          [said.revenueOfBoth, formatMoney(impact.revenue, currency)],
          [said.figure.orders, `${formatNumber(impact.occurrences)} (${formatPercent(support)})`],
          [said.figure.confidence, formatPercent(confidence, 0)],
        ]}
      />
      <HowSure>
        <Facts
          facts={[
            [said.support, formatPercent(support, 2)],
            [said.confidence, formatPercent(confidence, 2)],
            [said.lift, formatNumber(lift, 2)],
            [said.liftGivenSizes, formatNumber(measures.lift_within_periods, 2)],
            [said.expected, formatNumber(expected, 1)],
            [said.chance, p < SMALLEST_P ? `< ${formatNumber(SMALLEST_P, 4)}` : formatNumber(p, 4)],
            [said.zhang, formatNumber(measures.zhang, 2)],
          ]}
        />
      </HowSure>
      <ul class="plain">
        {[...rule.antecedents, ...rule.consequents].map((product) => (
          <li key={product}>
            <To place={{ view: 'product', report: readParameter('id'), product }}>
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
