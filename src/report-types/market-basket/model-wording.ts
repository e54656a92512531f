// Market basket findings in a language model's words: it is given aggregates, products as P1…Pn and rules as R1…Rn, and
// answers with the rules it chose and sentences with slots.
import * as v from 'valibot';
import { type BriefFinding, createProductCodes, type ModelBrief } from '../../core/insights/model-brief.ts';
import { amount, counted, listed, percent } from '../../core/insights/wording.ts';
import type { AssociationRule } from '../../core/mining/rules/rule.ts';
import type { AskModel } from '../report-type.ts';
import { distinctPairs, liftOf, rulesToActOn, withAntecedents } from './insights.ts';
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

export interface MbaBrief extends ModelBrief {
  readonly rules: ReadonlyMap<string, AssociationRule>;
}

export function mbaBrief(body: MbaBody): MbaBrief {
  const noun = body.settings.scope === 'customer' ? 'customer' : 'order';
  const rules = distinctPairs(rulesToActOn(body)).slice(0, RULES_DESCRIBED);
  const code = createProductCodes();
  const codes = (products: readonly string[]): string => products.map(code.of).join(', ');
  const about = rules.map((rule, at) => ({ id: `R${at + 1}`, rule, slots: figuresOf(rule, noun) }));
  const summary = {
    baskets: counted(body.summary.orders_processed, 'basket'),
    revenue: amount(body.summary.total_revenue_processed),
    rules_found: counted(body.summary.association_rules_found, 'rule'),
  };
  const facts = {
    reference_date: body.reference_date,
    average_basket_size: body.summary.average_basket_size.toFixed(1),
    summary,
    rules: about.map(({ id, rule, slots }) => ({
      rule: id,
      slots: { antecedents: codes(rule.antecedents), consequents: codes(rule.consequents), ...slots },
    })),
  };
  const named = about.map(({ id, rule, slots }): [string, BriefFinding] => {
    const { antecedents, consequents } = rule;
    return [
      id,
      {
        slots: { antecedents: listed(antecedents), consequents: listed(consequents), ...slots },
        products: [...antecedents, ...consequents],
      },
    ];
  });
  return {
    facts: JSON.stringify(facts),
    findings: new Map([['summary', { slots: summary, products: [] }], ...named]),
    rules: new Map(about.map(({ id, rule }) => [id, rule])),
    products: new Set(
      body.association_rules.flatMap(({ antecedents, consequents }) => [...antecedents, ...consequents]),
    ),
  };
}

function figuresOf(rule: AssociationRule, noun: string) {
  const { occurrences, incremental_value } = rule.impact_analysis;
  const buyers = withAntecedents(rule);
  return {
    confidence: percent(rule.confidence),
    lift: `${liftOf(rule).toFixed(1)} times`,
    together: counted(occurrences, noun),
    buyers_of_antecedents: counted(buyers, noun),
    buyers_without_consequents: counted(buyers - occurrences, noun),
    worth: amount(incremental_value),
  };
}

/** `body`: with the insights by rules, whose figures stay. */
export async function wordMbaInsights(body: MbaBody, ask: AskModel): Promise<MbaBody> {
  if (body.ai_insights === null) return body;
  const brief = mbaBrief(body);
  const { answer, check, generatedBy } = await ask(brief, mbaAnswer);
  const worded = (given: v.InferOutput<typeof findings>): BasketFinding[] =>
    given.flatMap(({ rule: code, text }) => {
      const checked = check.cite(code, text);
      const rule = brief.rules.get(code);
      if (rule === undefined) return [];
      const { antecedents, consequents, impact_analysis } = rule;
      return [
        {
          products: [...antecedents, ...consequents].sort(),
          text: checked,
          expected_incremental_revenue: impact_analysis.incremental_value,
          rule: { antecedents, consequents },
        },
      ];
    });
  return {
    ...body,
    ai_insights: {
      ...body.ai_insights,
      generated_by: generatedBy,
      summary: check.text('summary', answer.summary),
      bundles: worded(answer.bundles),
      cross_sells: worded(answer.cross_sells),
      placements: worded(answer.placements),
    },
  };
}
