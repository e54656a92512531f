// The best rules of a product, each product of the other side with a page of its own.
import { Fragment } from 'preact';
import type { AssociationRule, MbaReport } from '../../client/src/index.ts';
import { Cut } from '../../report-parts/long-text.ts';
import { fill, listed } from '../../report-parts/names.ts';
import { numeric, Table } from '../../report-parts/table.ts';
import { money, number, percent, texts } from '../app/words/language.ts';
import { To } from '../parts/to.tsx';

/** The others are in the view of all rules. */
const MOST = 12;

export interface ProductRuleTableProps {
  readonly report: MbaReport;
  readonly product: string;
  readonly rules: readonly AssociationRule[];
  /** Shown of each rule. */
  readonly side: 'antecedents' | 'consequents';
  readonly label: string;
}

export function ProductRuleTable({ report, product, rules, side, label }: ProductRuleTableProps) {
  const { rules: said, productPage } = texts();
  const { impact, orders, confidence: sure, lift: ratio } = said.figure;
  return (
    <Table
      caption={label}
      columns={[{ title: productPage.product }, ...[impact, orders, sure, ratio].map(numeric)]}
      rows={rules.slice(0, MOST).map((rule) => {
        const { antecedents, consequents, confidence, lift, impact_analysis: figures } = rule;
        const others = (side === 'antecedents' ? consequents : antecedents).filter((one) => one !== product);
        return [
          <Fragment key="">
            {rule[side].map((name) => (
              <To
                key={name}
                class="product"
                place={{ view: 'product', report: report.report_id, product: name }}
              >
                {name}
              </To>
            ))}
            {others.length > 0 && (
              <span class="muted">
                {' '}
                <Cut text={fill(productPage.together, { others: listed(others) })} />
              </span>
            )}
          </Fragment>,
          money(figures.incremental_value, report.currency),
          number(figures.occurrences),
          percent(confidence),
          number(lift, 1),
        ];
      })}
    />
  );
}
