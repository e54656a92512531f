// Shows products bought together: all rules of a report, to search, limit, sort and select.
import { useMemo } from 'preact/hooks';
import type { AssociationRule, MbaReport } from '../../../packages/client/src/index.ts';
import { fill, formatRule } from '../../../packages/report-parts/names.ts';
import { Facts } from '../../../packages/report-parts/table.ts';
import { createWorth, showRules } from '../../../packages/report-parts/tables/rules.ts';
import { ShownTables } from '../../../packages/report-parts/tables/shown.ts';
import { change, readParameter } from '../app/address.ts';
import { formatMoney, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { createSay } from '../app/words/service-words.ts';
import { Check, Field } from '../parts/form-fields.tsx';
import { Count, getAriaSort, VirtualRows } from '../parts/virtual-rows.tsx';
import { Tab } from '../reports/tabs.tsx';
import { RuleDetail } from './rule-detail.tsx';
import {
  collectFees,
  type ListedRule,
  listRules,
  RULE_FIGURES,
  RULES_ID,
  type RuleFigure,
  type RuleFilters,
  selectRules,
} from './rule-list.ts';
import { RuleScatter } from './rule-scatter.tsx';

interface RulesProps {
  readonly report: MbaReport;
  /** The other rules are still loading. */
  readonly isPart: boolean;
}

export function Rules({ report, isPart }: RulesProps) {
  const said = getTexts();
  const { facts, tables } = useMemo(() => showRules(report, createSay(report)), [report, said]);
  const { association_rules, currency } = report;
  const listed = useMemo(() => listRules(association_rules), [association_rules]);
  const fees = useMemo(() => collectFees(report), [report]);
  const filters = readFilters(fees);
  const shown = useMemo(
    () => selectRules(listed, filters),
    [listed, fees, JSON.stringify(filters), filters.without.size],
  );
  const selected = findSelected(listed);
  const worth = useMemo(() => createWorth(association_rules), [association_rules]);
  return (
    <>
      <Tab name="overview">
        <Facts facts={facts} />
      </Tab>
      <Tab name="rules">
        <section class="card" id={RULES_ID}>
          <h2>{said.rules.title}</h2>
          {association_rules.length === 0 ? (
            <p>{said.rules.none}</p>
          ) : (
            <>
              <FilterFields hasFees={fees.size > 0} />
              {isPart ? (
                <p role="status" class="muted">
                  {fill(said.rules.first, { shown: formatNumber(listed.length) })}
                </p>
              ) : (
                <Count shown={shown.length} all={listed.length} />
              )}
              {filters.by === 'impact' && <p class="muted">{said.rules.provenFirst}</p>}
              <div class="beside">
                <RuleTable
                  rules={shown}
                  selected={selected}
                  currency={currency}
                  worth={worth}
                  by={filters.by}
                  descending={filters.descending}
                />
                {/* Present before a rule is, because screen readers announce what enters it. */}
                <div class="chosen" aria-live="polite">
                  {selected !== undefined && (
                    <RuleDetail
                      key={selected.at}
                      rule={selected.rule}
                      worth={worth(selected.rule)}
                      currency={currency}
                    />
                  )}
                </div>
              </div>
              <RuleScatter rules={shown} selected={selected} />
            </>
          )}
        </section>
      </Tab>
      <Tab name="overview">
        <ShownTables tables={tables.filter(({ only }) => only === undefined)} />
      </Tab>
    </>
  );
}

function findSelected(listed: readonly ListedRule[]): ListedRule | undefined {
  const at = readParameter('rule');
  return at === undefined ? undefined : listed[Number(at)];
}

const NONE: ReadonlySet<string> = new Set();

/** Reads the filters from the address. */
function readFilters(fees: ReadonlySet<string>): RuleFilters {
  const readNumber = (name: string): number => Number(readParameter(name)) || 0;
  return {
    search: readParameter('q') ?? '',
    minSupport: readNumber('support') / 100,
    minConfidence: readNumber('confidence') / 100,
    minLift: readNumber('lift'),
    repetitions: readParameter('all') !== undefined,
    without: readParameter('fees') === undefined ? fees : NONE,
    by: RULE_FIGURES.find((figure) => figure === readParameter('by')) ?? 'impact',
    descending: readParameter('order') !== 'asc',
  };
}

function FilterFields({ hasFees }: { readonly hasFees: boolean }) {
  const { rules: said } = getTexts();
  const figures = [
    ['support', said.minSupport],
    ['confidence', said.minConfidence],
    ['lift', said.minLift],
  ] as const;
  const checks = [['all', said.repetitions], ...(hasFees ? ([['fees', said.fees]] as const) : [])] as const;
  return (
    <div class="fields small">
      <Field
        title={said.search}
        type="search"
        value={readParameter('q') ?? ''}
        edit={(text) => change({ q: text })}
      />
      {figures.map(([name, title]) => (
        <Field
          key={name}
          title={title}
          type="number"
          min={0}
          step="any"
          value={readParameter(name) ?? ''}
          edit={(text) => change({ [name]: text })}
        />
      ))}
      {checks.map(([name, title]) => (
        <Check
          key={name}
          title={title}
          checked={readParameter(name) !== undefined}
          edit={(checked) => change({ [name]: checked ? '1' : undefined })}
        />
      ))}
    </div>
  );
}

interface RuleTableProps {
  readonly rules: readonly ListedRule[];
  readonly selected: ListedRule | undefined;
  readonly currency: string | null | undefined;
  readonly worth: (rule: AssociationRule) => number;
  readonly by: RuleFigure;
  readonly descending: boolean;
}

function RuleTable({ rules, selected, currency, worth, by, descending }: RuleTableProps) {
  const { rules: said } = getTexts();
  return (
    <VirtualRows
      label={said.title}
      columns={[
        { title: said.rule },
        ...RULE_FIGURES.map((figure) => ({
          ...{ title: said.figure[figure], isFigure: true },
          ...getAriaSort(figure, by, descending),
        })),
      ]}
      rows={rules}
      isSelected={({ at }) => at === selected?.at}
      cells={({ at, rule }) => [
        <button key="" type="button" class="rule cut" onClick={() => change({ rule: String(at) })}>
          {formatRule(rule)}
        </button>,
        formatMoney(worth(rule), currency),
        `${formatNumber(rule.impact_analysis.occurrences)} (${formatPercent(rule.support)})`,
        formatPercent(rule.confidence, 0),
        fill(said.times, { lift: formatNumber(rule.measures.lift_within_periods, 1) }),
      ]}
    />
  );
}
