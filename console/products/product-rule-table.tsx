// The best rules of a product, each product of the other side with a page of its own.
import type { AssociationRule, MbaReport } from '../../client/src/index.ts';
import { Scroll } from '../../report-parts/table.ts';
import { money, number, percent, texts } from '../app/language.ts';
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
  return (
    <Scroll label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{productPage.product}</th>
            {(
              [said.figure.impact, said.figure.orders, said.figure.confidence, said.figure.lift] as const
            ).map((title) => (
              <th key={title} scope="col" class="n">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.slice(0, MOST).map((rule) => {
            const { antecedents, consequents, confidence, lift, impact_analysis: impact } = rule;
            const others = (side === 'antecedents' ? consequents : antecedents).filter(
              (one) => one !== product,
            );
            return (
              <tr key={JSON.stringify([antecedents, consequents])}>
                <th scope="row">
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
                    <span class="muted"> {productPage.together(others.join(' + '))}</span>
                  )}
                </th>
                <td class="n">{money(impact.incremental_value, report.currency)}</td>
                <td class="n">{number(impact.occurrences)}</td>
                <td class="n">{percent(confidence)}</td>
                <td class="n">{number(lift, 1)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}
