// Market basket findings in a language model's words: it is given aggregates, products as P1…Pn and rules as R1…Rn.
import * as v from 'valibot';
import { cents, createProductCodes, type ModelBrief, percentOf } from '../../core/insights/model-brief.ts';
import type { AskModel } from '../report-type.ts';
import { MAX_FINDINGS } from './limits.ts';
import type { BasketFinding, MbaBody } from './schema.ts';

/** The best rules are enough to word findings. */
const RULES_DESCRIBED = 20;

const sentence = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(600));
const finding = v.object({ rule: v.pipe(v.string(), v.regex(/^R\d{1,2}$/)), text: sentence });
const findings = v.pipe(v.array(finding), v.maxLength(MAX_FINDINGS));

export const mbaAnswer = v.object({
  summary: sentence,
  bundles: findings,
  cross_sells: findings,
  placements: findings,
});

export function mbaBrief({ summary, association_rules, reference_date }: MbaBody): ModelBrief {
  const rules = association_rules.filter(({ lift }) => lift > 1).slice(0, RULES_DESCRIBED);
  const code = createProductCodes();
  const facts = {
    reference_date,
    baskets: summary.orders_processed,
    revenue: cents(summary.total_revenue_processed),
    average_order_value: cents(summary.average_order_value),
    average_basket_size: cents(summary.average_basket_size),
    rules_found: summary.association_rules_found,
    rules: rules.map((rule, index) => ({
      rule: `R${index + 1}`,
      antecedents: rule.antecedents.map(code.of),
      consequents: rule.consequents.map(code.of),
      support_percent: percentOf(rule.support),
      confidence_percent: percentOf(rule.confidence),
      lift: cents(rule.lift),
      baskets: rule.impact_analysis.occurrences,
      incremental_revenue: cents(rule.impact_analysis.incremental_value),
    })),
  };
  return { facts: JSON.stringify(facts), products: code.names, rules };
}

/** `body`: with the insights by rules, whose figures stay. */
export async function wordMbaInsights(body: MbaBody, ask: AskModel): Promise<MbaBody> {
  if (body.ai_insights === null) return body;
  const { answer, check, generatedBy } = await ask(mbaBrief(body), mbaAnswer);
  const worded = (given: v.InferOutput<typeof findings>): BasketFinding[] =>
    given.map(({ rule: code, text }) => {
      const { antecedents, consequents, impact_analysis } = check.rule(code);
      return {
        products: [...antecedents, ...consequents].sort(),
        text: check.text(text),
        expected_incremental_revenue: impact_analysis.incremental_value,
        rule: { antecedents, consequents },
      };
    });
  return {
    ...body,
    ai_insights: {
      ...body.ai_insights,
      generated_by: generatedBy,
      summary: check.text(answer.summary),
      bundles: worded(answer.bundles),
      cross_sells: worded(answer.cross_sells),
      placements: worded(answer.placements),
    },
  };
}
