// The rules as rows; a heading sorts by its figure, a rule's button selects it.
import { ruleText } from '../../report-parts/names.ts';
import { change } from '../app/address.ts';
import { money, number, percent, texts } from '../app/words/language.ts';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { type ListedRule, RULE_FIGURES, type RuleFigure } from './rule-list.ts';

export interface RuleTableProps {
  readonly rules: readonly ListedRule[];
  readonly selected: ListedRule | undefined;
  readonly currency: string | null | undefined;
  readonly by: RuleFigure;
  readonly descending: boolean;
}

export function RuleTable({ rules, selected, currency, by, descending }: RuleTableProps) {
  const { rules: said } = texts();
  const direction = descending ? 'descending' : 'ascending';
  return (
    <VirtualRows
      label={said.title}
      columns={RULE_FIGURES.length + 1}
      rows={rules}
      head={
        <tr>
          <th scope="col">{said.rule}</th>
          {RULE_FIGURES.map((figure) => (
            <th key={figure} scope="col" class="n" aria-sort={figure === by ? direction : undefined}>
              <button
                type="button"
                class="plain"
                onClick={() => change({ by: figure, order: figure === by && descending ? 'asc' : undefined })}
              >
                {said.figure[figure]}
              </button>
            </th>
          ))}
        </tr>
      }
      row={({ at, rule }, attributes) => (
        <tr {...attributes} aria-selected={at === selected?.at ? 'true' : undefined}>
          <th scope="row">
            <button type="button" class="rule cut" onClick={() => change({ rule: String(at) })}>
              {ruleText(rule)}
            </button>
          </th>
          <td class="n">{money(rule.impact_analysis.incremental_value, currency)}</td>
          <td class="n">{percent(rule.support)}</td>
          <td class="n">{percent(rule.confidence)}</td>
          <td class="n">{number(rule.lift, 1)}</td>
          <td class="n">{number(rule.impact_analysis.occurrences)}</td>
        </tr>
      )}
    />
  );
}
