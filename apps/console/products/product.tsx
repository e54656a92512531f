// Shows one product of a market basket report: products that go with it, orders before and after it, its buyers, and
// recommendations beside a cart with it.
import { Fragment } from 'preact';
import type { AssociationRule, MbaReport } from '../../../packages/client/src/index.ts';
import { Cut } from '../../../packages/report-parts/long-text.ts';
import { fill, joinIsolated } from '../../../packages/report-parts/names.ts';
import { createNumericColumn, Facts, Table } from '../../../packages/report-parts/table.ts';
import { createWorth } from '../../../packages/report-parts/tables/rules.ts';
import { change, readParameter } from '../app/address.ts';
import { useDatasetOf } from '../app/dataset.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatMoney, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { Check } from '../parts/form-fields.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { reportName } from '../reports/report-types.ts';
import { hasAny } from '../rules/rule-list.ts';
import { BesideCart } from './beside-cart.tsx';
import { ProductBuyers } from './product-buyers.tsx';
import { ProductNetwork } from './product-network.tsx';
import { ProductProfileCards } from './product-profile.tsx';
import { listFeesBeside, type ProductProps, selectProductRules } from './product-rules.ts';

export function ProductView() {
  const [id, product] = [readParameter('report'), readParameter('product')];
  if (id === undefined || product === undefined) return <p class="card">{getTexts().productPage.unknown}</p>;
  return <ProductOf key={`${id} ${product}`} id={id} product={product} />;
}

function ProductOf({ id, product }: { readonly id: string; readonly product: string }) {
  const loaded = useLoaded(`report ${id}`, (client, call) => client.reports.get(id, call));
  return (
    <States of={loaded} lines={30}>
      {(report) =>
        report.status === 'Processing' || report.status === 'Failed' || report.report_type !== 'MBA' ? (
          <p class="card">{getTexts().productPage.unknown}</p>
        ) : (
          <Product report={report} product={product} />
        )
      }
    </States>
  );
}

function Product({ report, product }: ProductProps) {
  useDatasetOf(report);
  const { productPage: said } = getTexts();
  const { baskets } = selectProductRules(report, product);
  const { orders_processed: all } = report.summary;
  const fees = listFeesBeside(report, product);
  const isShown = (rule: AssociationRule): boolean =>
    readParameter('fees') !== undefined || !hasAny(rule, fees);
  const shown = { ...report, association_rules: report.association_rules.filter(isShown) };
  const { leading, led } = selectProductRules(shown, product);
  return (
    <>
      <p>
        <To place={{ view: 'report', id: report.report_id }}>{reportName(report.name)}</To>
      </p>
      <Cut as="h1" text={product} />
      {baskets !== undefined && (
        <Facts
          facts={[
            [said.baskets, formatNumber(baskets)],
            [said.share, formatPercent(baskets / all, 2)],
          ]}
        />
      )}
      {fees.size > 0 && (
        <Check
          title={getTexts().rules.fees}
          checked={readParameter('fees') !== undefined}
          edit={(checked) => change({ fees: checked ? '1' : undefined })}
        />
      )}
      {leading.length + led.length === 0 ? (
        <p class="card">{said.none}</p>
      ) : (
        <>
          <ProductNetwork report={shown} product={product} />
          <RuleSection
            report={report}
            product={product}
            rules={leading}
            title={said.alsoTake}
            side="consequents"
          />
          <RuleSection
            report={report}
            product={product}
            rules={led}
            title={said.takenBy}
            side="antecedents"
          />
        </>
      )}
      <ProductProfileCards report={report} product={product} />
      <BesideCart report={report} product={product} />
      <ProductBuyers report={report} product={product} />
    </>
  );
}

interface RuleSectionProps extends ProductProps {
  readonly rules: readonly AssociationRule[];
  readonly title: string;
  readonly side: 'antecedents' | 'consequents';
}

function RuleSection({ report, product, rules, title, side }: RuleSectionProps) {
  const { productPage: said } = getTexts();
  if (rules.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ProductRuleTable report={report} product={product} rules={rules} side={side} label={title} />
      <p>
        <To
          place={{ view: 'report', id: report.report_id, q: product, all: '1', fees: readParameter('fees') }}
        >
          {said.allRules}
        </To>
      </p>
    </section>
  );
}

// Shows the best rules of a product; each product of the other side links to its own page.

/** The view of all rules has the others. */
const MOST = 12;

interface ProductRuleTableProps {
  readonly report: MbaReport;
  readonly product: string;
  readonly rules: readonly AssociationRule[];
  /** The side shown of each rule. */
  readonly side: 'antecedents' | 'consequents';
  readonly label: string;
}

function ProductRuleTable({ report, product, rules, side, label }: ProductRuleTableProps) {
  const { rules: said, productPage } = getTexts();
  const { impact, orders, confidence: sure, lift: ratio } = said.figure;
  const worth = createWorth(report.association_rules);
  return (
    <Table
      caption={label}
      columns={[{ title: productPage.product }, ...[impact, orders, sure, ratio].map(createNumericColumn)]}
      rows={rules.slice(0, MOST).map((rule) => {
        const { antecedents, consequents, confidence, measures, impact_analysis: figures } = rule;
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
                <Cut text={fill(productPage.together, { others: joinIsolated(others) })} />
              </span>
            )}
          </Fragment>,
          formatMoney(worth(rule), report.currency),
          formatNumber(figures.occurrences),
          formatPercent(confidence, 0),
          fill(said.times, { lift: formatNumber(measures.lift_within_periods, 1) }),
        ];
      })}
    />
  );
}
