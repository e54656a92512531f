// What is asked of the baskets of a report in passes: the rules that it lists and, where it serves recommendations, those
// that these are computed from, which no constraints narrow and which are of the first level alone.
import type { MineOptions } from '../../core/mining/rules/rule.ts';
import type { RuleConstraints } from '../../core/mining/rules/rule-constraints.ts';
import { firstLevelOf, type ItemLevels, itemLevels } from '../../core/settings/product-levels.ts';
import { cartOptions, miningOptions } from './analyse.ts';
import type { MbaSettings } from './settings.ts';

export type QuestionName = 'report' | 'carts';

export interface Question {
  readonly levels: ItemLevels | undefined;
  readonly rules: RuleConstraints | undefined;
  readonly options: MineOptions;
}

export function questionOf(name: QuestionName, settings: MbaSettings): Question {
  const levels = itemLevels(settings);
  if (name === 'report') return { levels, rules: settings.rules, options: miningOptions(settings) };
  return { levels: firstLevelOf(levels), rules: undefined, options: cartOptions(settings) };
}

/** Whether recommendations need itemsets that the report does not. */
export function asksForCarts(settings: MbaSettings): boolean {
  const shown = itemLevels(settings)?.shown ?? [];
  return settings.serve && (settings.rules !== undefined || shown.length > 1);
}
