// What is bought together: all rules of a report, to search, limit, sort and select.
import { useMemo } from 'preact/hooks';
import type { FinishedReport, MbaReport } from '../../client/src/index.ts';
import { Facts } from '../../report-parts/table.ts';
import { change, part } from '../app/address.ts';
import { money, number, texts } from '../app/language.ts';
import { Count } from '../parts/virtual-rows.tsx';
import { RuleDetail } from './rule-detail.tsx';
import { type ListedRule, listRules, RULE_FIGURES, type RuleFilters, selectRules } from './rule-list.ts';
import { RuleScatter } from './rule-scatter.tsx';
import { RuleTable } from './rule-table.tsx';

export function Rules({ report }: { readonly report: FinishedReport }) {
  return report.report_type === 'MBA' ? <RulesOf report={report} /> : null;
}

function RulesOf({ report }: { readonly report: MbaReport }) {
  const said = texts();
  const { summary, association_rules, currency } = report;
  const listed = useMemo(() => listRules(association_rules), [association_rules]);
  const filters = filtersOf();
  const shown = useMemo(() => selectRules(listed, filters), [listed, JSON.stringify(filters)]);
  const selected = selectedOf(listed);
  return (
    <>
      <Facts
        facts={[
          [said.rules.baskets, number(summary.orders_processed)],
          [said.rules.revenue, money(summary.total_revenue_processed, currency)],
          [said.rules.orderValue, money(summary.average_order_value, currency)],
          [said.rules.basketSize, number(summary.average_basket_size, 1)],
          [said.rules.found, number(summary.association_rules_found)],
        ]}
      />
      <section class="card">
        <h2>{said.rules.title}</h2>
        {association_rules.length === 0 ? (
          <p>{said.rules.none}</p>
        ) : (
          <>
            <FilterFields />
            <Count shown={shown.length} all={listed.length} />
            {filters.by === 'impact' && <p class="muted">{said.rules.provenFirst}</p>}
            <RuleScatter rules={shown} selected={selected} />
            <RuleTable
              rules={shown}
              selected={selected}
              currency={currency}
              by={filters.by}
              descending={filters.descending}
            />
          </>
        )}
      </section>
      {selected !== undefined && <RuleDetail rule={selected.rule} currency={currency} />}
    </>
  );
}

function selectedOf(listed: readonly ListedRule[]): ListedRule | undefined {
  const at = part('rule');
  return at === undefined ? undefined : listed[Number(at)];
}

/** As the address has them. */
function filtersOf(): RuleFilters {
  const numberOf = (name: string): number => Number(part(name)) || 0;
  return {
    search: part('q') ?? '',
    minSupport: numberOf('support') / 100,
    minConfidence: numberOf('confidence') / 100,
    minLift: numberOf('lift'),
    repetitions: part('all') !== undefined,
    by: RULE_FIGURES.find((figure) => figure === part('by')) ?? 'impact',
    descending: part('order') !== 'asc',
  };
}

function FilterFields() {
  const { rules: said } = texts();
  const figures = [
    ['support', said.minSupport],
    ['confidence', said.minConfidence],
    ['lift', said.minLift],
  ] as const;
  return (
    <div class="fields">
      <label>
        {said.search}
        <input
          type="search"
          value={part('q') ?? ''}
          onInput={({ currentTarget }) => change({ q: currentTarget.value })}
        />
      </label>
      {figures.map(([name, title]) => (
        <label key={name}>
          {title}
          <input
            type="number"
            min={0}
            step="any"
            value={part(name) ?? ''}
            onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        </label>
      ))}
      <label class="inline">
        <input
          type="checkbox"
          checked={part('all') !== undefined}
          onChange={({ currentTarget }) => change({ all: currentTarget.checked ? '1' : undefined })}
        />
        {said.repetitions}
      </label>
    </div>
  );
}
