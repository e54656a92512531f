// Shows actions as cards: the value, the evidence, and the button that does it.
import type { ComponentChildren } from 'preact';
import type { AssociationRule } from '../../../packages/client/src/index.ts';
import { describeAction } from '../../../packages/report-parts/actions/describe-action.ts';
import type { Action } from '../../../packages/report-parts/actions/find-actions.ts';
import { HowSure } from '../../../packages/report-parts/how-sure.ts';
import { Cut, Folded } from '../../../packages/report-parts/long-text.ts';
import { getActionWords, getHomeTexts } from '../app/words/home-texts.ts';
import { formatDay, formatMoney, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { CustomerFile } from '../customers/customer-file.tsx';
import { filterByGroup } from '../customers/customer-list.ts';
import { To } from '../parts/to.tsx';
import { RULE_ID, RULES_ID } from '../rules/rule-list.ts';
import { CUSTOMERS_ID } from '../segments/segment-names.ts';

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

/** The part of a report's tab that a card names. */
const SECTION_OF_TAB: Readonly<Record<string, string>> = { customers: CUSTOMERS_ID, cohorts: 'retention' };

function OneAction({ action }: { readonly action: Action }) {
  const names = getTexts().segments.name;
  const { place, show, ...texts } = describeAction(action, {
    words: getActionWords(),
    figures: { number: formatNumber, percent: formatPercent, money: formatMoney, day: formatDay },
    segment: (name) => names[name],
  });
  return (
    <Card {...texts}>
      <To class="button" place={place} anchor={SECTION_OF_TAB[place.tab ?? '']}>
        {show}
      </To>
      <More action={action} />
    </Card>
  );
}

/** Shows what else the card offers: the customers as a file, or the rule. */
function More({ action }: { readonly action: Action }) {
  const { action: said } = getHomeTexts();
  const id = action.report.report_id;
  switch (action.kind) {
    case 'win_back':
      return <CustomerFile reportId={id} filters={filterByGroup('segment', action.segments)} />;
    case 'due':
      return (
        <CustomerFile
          reportId={id}
          filters={{ ...filterByGroup('stage', ['due_this_week']), by: 'priority', descending: false }}
        />
      );
    case 'slower':
      return null;
    default: {
      const at = findRule(action.report.association_rules, action.rule);
      return (
        <To
          place={{ view: 'report', id, tab: 'rules', rule: at }}
          anchor={at === undefined ? RULES_ID : RULE_ID}
        >
          {at === undefined ? said.allRules : said.showRule}
        </To>
      );
    }
  }
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
        <HowSure>
          <p class="muted">{evidence}</p>
        </HowSure>
      )}
      {children !== undefined && <p class="buttons">{children}</p>}
    </>
  );
}
