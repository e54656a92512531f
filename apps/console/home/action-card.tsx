// Shows actions as cards: the value, the evidence, and the button that does it.
import type { ComponentChildren } from 'preact';
import type { AssociationRule } from '../../../packages/client/src/index.ts';
import { Cut, Folded } from '../../../packages/report-parts/long-text.ts';
import { fill, joinIsolated } from '../../../packages/report-parts/names.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { formatDay, formatMoney, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { CustomerFile } from '../customers/customer-file.tsx';
import { filterByGroup } from '../customers/customer-list.ts';
import { To } from '../parts/to.tsx';
import { RULES_ID } from '../rules/rule-list.ts';
import { CUSTOMERS_ID } from '../segments/segment-names.ts';
import { type Action, THIS_WEEK } from './actions.ts';

/** Draws the items of a list. */
export function ActionCards({ actions }: { readonly actions: readonly Action[] }) {
  return actions.map((action) => (
    <li key={toActionKey(action)} class="card">
      <OneAction action={action} />
    </li>
  ));
}

function toActionKey(action: Action): string {
  return 'rule' in action ? JSON.stringify([action.kind, action.rule]) : action.kind;
}

function OneAction({ action }: { readonly action: Action }) {
  switch (action.kind) {
    case 'win_back':
      return <WinBack action={action} />;
    case 'bundle':
    case 'cross_sell':
    case 'placement':
      return <Basket action={action} />;
    case 'due':
      return <Due action={action} />;
    case 'slower':
      return <Slower action={action} />;
  }
}

interface CardProps {
  readonly title: string;
  readonly value?: string;
  /** Describes the value. */
  readonly of?: string;
  readonly text: string;
  readonly evidence?: string;
  /** The button of the action. */
  readonly children?: ComponentChildren;
}

export function Card({ title, value, of, text, evidence, children }: CardProps) {
  return (
    <>
      <Cut as="h2" text={title} />
      {value !== undefined && (
        <p class="worth">
          <strong>{value}</strong> <span class="muted">{of}</span>
        </p>
      )}
      <Folded text={text} />
      {evidence !== undefined && (
        <details>
          <summary>{getHomeTexts().action.howSure}</summary>
          <p class="muted">{evidence}</p>
        </details>
      )}
      {children !== undefined && <p class="buttons">{children}</p>}
    </>
  );
}

type Of<K extends Action['kind']> = { readonly action: Extract<Action, { readonly kind: K }> };

function WinBack({ action: { report, spent, customers, segments, usualDays, expected } }: Of<'win_back'>) {
  const { action: said } = getHomeTexts();
  const { segments: names } = getTexts();
  const { currency, report_id, customer_count, reference_date } = report;
  return (
    <Card
      title={fill(said.winBack, { count: customers, shown: formatNumber(customers) })}
      text={fill(said.winBackText, {
        spent: formatMoney(spent, currency),
        segments: segments.map((name) => names.name[name]).join(', '),
        days: formatNumber(Math.ceil(usualDays)),
      })}
      evidence={fill(said.winBackWhy, {
        shown: formatNumber(customers),
        all: formatNumber(customer_count),
        reference: reference_date == null ? '–' : formatDay(reference_date),
        share: formatPercent(expected, 0),
      })}
    >
      <To
        class="button"
        place={{ view: 'report', id: report_id, segment: segments.join(',') }}
        anchor={CUSTOMERS_ID}
      >
        {said.showCustomers}
      </To>
      <CustomerFile reportId={report_id} filters={filterByGroup('segment', segments)} />
    </Card>
  );
}

function Due({ action: { report, customers, firstDay, lastDay, backtest, share } }: Of<'due'>) {
  const { action: said } = getHomeTexts();
  const { report_id } = report;
  const { cut_dates, days, customers: all, ordered } = backtest;
  return (
    <Card
      title={fill(said.due, {
        count: customers,
        shown: formatNumber(customers),
        first: formatDay(firstDay),
        last: formatDay(lastDay),
      })}
      text={said.dueText}
      evidence={fill(said.dueWhy, {
        dates: cut_dates.length,
        shown: formatNumber(cut_dates.length),
        share: formatPercent(share, 0),
        days: formatNumber(days),
        all: formatPercent(ordered / all, 0),
      })}
    >
      <To class="button" place={{ view: 'report', id: report_id, week: THIS_WEEK }}>
        {said.showDue}
      </To>
      <CustomerFile
        reportId={report_id}
        filters={{ ...filterByGroup('stage', ['due_this_week']), by: 'priority', descending: false }}
      />
    </Card>
  );
}

type BasketAction = Of<'bundle' | 'cross_sell' | 'placement'>;

function Basket({ action: { kind, report, value, rule, evidence } }: BasketAction) {
  const { action: said } = getHomeTexts();
  const { antecedents, consequents } = rule;
  const { baskets_together: both, baskets_with_antecedents: all, lift_within_periods: lift } = evidence;
  const [first, next] = [joinIsolated(antecedents), joinIsolated(consequents)];
  const title = { bundle: said.bundle, cross_sell: said.crossSell, placement: said.placement }[kind];
  const at = findRule(report.association_rules, rule);
  return (
    <Card
      title={fill(title, { first, next })}
      value={formatMoney(value, report.currency)}
      of={said.beyondChance}
      text={fill(said.basketText, {
        share: formatPercent(both / all, 0),
        first,
        next,
        lift: formatNumber(lift, 1),
      })}
      evidence={fill(said.basketWhy, {
        both: formatNumber(both),
        all: formatNumber(all),
        first,
        p: formatPValue(evidence.p_value_corrected),
      })}
    >
      <To class="button" place={{ view: 'product', report: report.report_id, product: antecedents[0] }}>
        {said.showProduct}
      </To>
      <To place={{ view: 'report', id: report.report_id, rule: at }} anchor={RULES_ID}>
        {at === undefined ? said.allRules : said.showRule}
      </To>
    </Card>
  );
}

/** Finds the rule's place, which links use; undefined if the report keeps fewer rules than it found. */
function findRule(
  rules: readonly AssociationRule[],
  { antecedents, consequents }: Sides,
): string | undefined {
  const at = rules.findIndex(
    (one) => areSame(one.antecedents, antecedents) && areSame(one.consequents, consequents),
  );
  return at < 0 ? undefined : String(at);
}

function areSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, at) => name === others[at]);
}

type Sides = Pick<AssociationRule, 'antecedents' | 'consequents'>;

function Slower({ action: { report, compared } }: Of<'slower'>) {
  const { action: said } = getHomeTexts();
  const { recent, older, p_value } = compared;
  return (
    <Card
      title={fill(said.slower, { recent: recent.first_cohort })}
      text={fill(said.slowerText, {
        again: formatNumber(recent.second_orders),
        all: formatNumber(recent.customers),
        expected: formatNumber(Math.round(recent.expected_second_orders)),
      })}
      evidence={fill(said.slowerWhy, {
        recent: recent.first_cohort,
        older: older.last_cohort,
        p: formatPValue(p_value),
      })}
    >
      <To class="button" place={{ view: 'report', id: report.report_id }}>
        {said.showCohorts}
      </To>
    </Card>
  );
}

/** Shows figures below a thousandth as such. */
function formatPValue(p: number): string {
  return p < 0.001 ? `< ${formatNumber(0.001, 3)}` : `= ${formatNumber(p, 3)}`;
}
