// Three to five actions with what each is worth, why it is believed, and the button that does it.
import type { ComponentChildren } from 'preact';
import { homeTexts } from '../app/home-texts.ts';
import { day, money, number, percent, texts } from '../app/language.ts';
import { CustomerFile } from '../customers/customer-file.tsx';
import { customersOf } from '../customers/customer-list.ts';
import { To } from '../parts/to.tsx';
import { type Action, actionsOf, type NewestReports } from './actions.ts';

export function ThisWeek({ newest }: { readonly newest: NewestReports }) {
  const said = homeTexts();
  const actions = actionsOf(newest);
  if (actions.length === 0)
    return (
      <section class="card">
        <h2>{said.nothing}</h2>
        <p>{said.nothingMeans}</p>
      </section>
    );
  return (
    <ol class="actions">
      {actions.map((action) => (
        <li key={keyOf(action)} class="card">
          <OneAction action={action} />
        </li>
      ))}
    </ol>
  );
}

function keyOf(action: Action): string {
  return 'rule' in action ? JSON.stringify([action.kind, action.rule]) : action.kind;
}

function OneAction({ action }: { readonly action: Action }) {
  switch (action.kind) {
    case 'win_back':
      return <WinBack action={action} />;
    case 'bundle':
    case 'cross_sell':
      return <Basket action={action} />;
    case 'slower':
      return <Slower action={action} />;
  }
}

interface CardProps {
  readonly title: string;
  readonly value?: string;
  /** What the value is. */
  readonly of?: string;
  readonly text: string;
  readonly evidence: string;
  /** What does it. */
  readonly children: ComponentChildren;
}

function Card({ title, value, of, text, evidence, children }: CardProps) {
  return (
    <>
      <h2>{title}</h2>
      {value !== undefined && (
        <p class="worth">
          <strong>{value}</strong> <span class="muted">{of}</span>
        </p>
      )}
      <p>{text}</p>
      <p class="muted">{evidence}</p>
      <p class="buttons">{children}</p>
    </>
  );
}

type Of<K extends Action['kind']> = { readonly action: Extract<Action, { readonly kind: K }> };

function WinBack({ action: { report, value, customers, segments, usualDays, expected } }: Of<'win_back'>) {
  const { action: said } = homeTexts();
  const { segments: names } = texts();
  const { currency, report_id, customer_count, reference_date } = report;
  return (
    <Card
      title={said.winBack(customers, number(customers))}
      value={money(value, currency)}
      of={said.spent}
      text={said.winBackText(
        segments.map((name) => names.name[name]).join(', '),
        number(Math.ceil(usualDays)),
      )}
      evidence={said.winBackWhy(
        number(customer_count),
        reference_date == null ? '–' : day(reference_date),
        percent(expected, 0),
      )}
    >
      <To class="button" place={{ view: 'report', id: report_id, segment: segments.join(',') }}>
        {said.showCustomers}
      </To>
      <CustomerFile reportId={report_id} filters={customersOf('segment', segments)} />
    </Card>
  );
}

function Basket({ action: { kind, report, value, rule, evidence } }: Of<'bundle' | 'cross_sell'>) {
  const { action: said } = homeTexts();
  const { antecedents, consequents } = rule;
  const { baskets_together: both, baskets_with_antecedents: all, lift_given_sizes: lift } = evidence;
  const [first, then] = [antecedents.join(' + '), consequents.join(' + ')];
  return (
    <Card
      title={kind === 'bundle' ? said.bundle(first, then) : said.crossSell(first, then)}
      value={money(value, report.currency)}
      of={said.beyondChance}
      text={said.basketText(percent(both / all, 0), first, then, number(lift, 1))}
      evidence={said.basketWhy(number(both), number(all), pValue(evidence.p_value_corrected))}
    >
      <To class="button" place={{ view: 'product', report: report.report_id, product: antecedents[0] }}>
        {said.showProduct}
      </To>
      <To place={{ view: 'report', id: report.report_id }}>{said.allRules}</To>
    </Card>
  );
}

function Slower({ action: { report, compared } }: Of<'slower'>) {
  const { action: said } = homeTexts();
  const { recent, older, p_value } = compared;
  return (
    <Card
      title={said.slower}
      text={said.slowerText(
        number(recent.second_orders),
        number(recent.customers),
        number(Math.round(recent.expected_second_orders)),
      )}
      evidence={said.slowerWhy(recent.first_cohort, older.last_cohort, pValue(p_value))}
    >
      <To class="button" place={{ view: 'report', id: report.report_id }}>
        {said.showCohorts}
      </To>
    </Card>
  );
}

/** As figures below a thousandth are read. */
function pValue(p: number): string {
  return p < 0.001 ? `< ${number(0.001, 3)}` : `= ${number(p, 3)}`;
}
