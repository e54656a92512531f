// Describes market basket findings chosen by a language model. The model gets the figures of rules, with products as
// P1…Pn and rules as R1…Rn, and returns rules by kind, in order. Fixed rules create all texts: the model writes none.
import * as v from 'valibot';
import { OwnError } from '../../../contract/errors/errors.ts';
import { MAX_FINDINGS } from '../../../contract/report-types/market-basket/limits.ts';
import type { MbaBody } from '../../../contract/report-types/market-basket/schema.ts';
import type { MbaSettings } from '../../../contract/report-types/market-basket/settings.ts';
import {
  createAmountFormat,
  formatCount,
  formatDecimals,
  formatPercent,
} from '../../../contract/sentences/wording.ts';
import type { AssociationRule } from '../../mining/rules/rule.ts';
import type { AskModel } from '../report-type.ts';
import { countAntecedents, describeFindings, getUnit, pickBodyRules, pickDistinctPairs } from './insights.ts';
import { isCrossSell } from './supported-rules.ts';

/** The model's answer broke a rule; the message names the rule, never the answer. */
class UnusableAnswerError extends OwnError {
  override readonly name = 'UnusableAnswerError';
}

/** Number of rules offered: the best suffice to choose from. */
const RULES_OFFERED = 20;

const codes = v.pipe(v.array(v.pipe(v.string(), v.regex(/^R\d{1,2}$/))), v.maxLength(MAX_FINDINGS));
const mbaChoice = v.strictObject({ bundles: codes, cross_sells: codes, placements: codes });

export interface MbaBrief {
  /** JSON of the figures: no name of a product, no id. */
  readonly facts: string;
  readonly rules: ReadonlyMap<string, AssociationRule>;
}

export function createMbaBrief(body: MbaBody, settings: MbaSettings): MbaBrief {
  const [noun, amount] = [getUnit(settings), createAmountFormat(settings.currency)];
  const rules = new Map(
    pickDistinctPairs(pickBodyRules(body).usable)
      .slice(0, RULES_OFFERED)
      .map((rule, at) => [`R${at + 1}`, rule]),
  );
  const names: string[] = [];
  const getCode = (product: string): string => {
    const known = names.indexOf(product);
    return `P${(known >= 0 ? known : names.push(product) - 1) + 1}`;
  };
  const facts = {
    reference_date: body.reference_date,
    baskets: body.summary.orders_processed,
    revenue: amount(body.summary.total_revenue_processed),
    average_basket_size: formatDecimals(body.summary.average_basket_size, 1),
    rules: [...rules].map(([id, rule]) => ({
      rule: id,
      antecedents: rule.antecedents.map(getCode),
      consequents: rule.consequents.map(getCode),
      confidence: formatPercent(rule.confidence),
      lift: formatDecimals(rule.lift, 1),
      together: formatCount(rule.impact_analysis.occurrences, noun),
      buyers_of_antecedents: formatCount(countAntecedents(rule), noun),
      worth: amount(rule.impact_analysis.incremental_value),
      can_be_cross_sell: isCrossSell(rule),
    })),
  };
  return { facts: JSON.stringify(facts), rules };
}

/** `body`: with the insights by rules. Rejects with UnusableAnswerError. */
export async function chooseMbaInsights(
  body: MbaBody,
  settings: MbaSettings,
  ask: AskModel,
): Promise<MbaBody> {
  if (body.ai_insights === null) return body;
  const { facts, rules } = createMbaBrief(body, settings);
  if (rules.size === 0) return body;
  const { answer, generatedBy } = await ask(facts, mbaChoice);
  const given = [...answer.bundles, ...answer.cross_sells, ...answer.placements];
  if (given.length === 0) throw new UnusableAnswerError('it chose nothing');
  if (new Set(given).size < given.length) throw new UnusableAnswerError('it chose a rule twice');
  const findChosenRules = (list: readonly string[]): AssociationRule[] =>
    list.map((id) => {
      const rule = rules.get(id);
      if (rule === undefined) throw new UnusableAnswerError('it chose a rule that it was not given');
      return rule;
    });
  const crossSells = findChosenRules(answer.cross_sells);
  if (!crossSells.every(isCrossSell)) throw new UnusableAnswerError('it offers what rarely follows');
  const findings = describeFindings(
    { bundles: findChosenRules(answer.bundles), crossSells, placements: findChosenRules(answer.placements) },
    settings,
  );
  return { ...body, ai_insights: { ...body.ai_insights, ...findings, generated_by: generatedBy } };
}
