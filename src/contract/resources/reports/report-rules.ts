// GET /reports/{id}/rules: the rules that a finished market basket report keeps, filtered and ordered, page by page. An
// addition to the contract.
import * as v from 'valibot';
import { pageEnd, pageStart } from '../../list-fields.ts';
import { flagText, positiveText, repeatable, shareText, withOrderedBounds } from '../../query-values.ts';
import { RULE_ORDERS } from '../../report-types/market-basket/limits.ts';
import { associationRule } from '../../report-types/market-basket/schema/rule.ts';
import { described, optionally } from '../../schema/described.ts';
import { count, oneOf, text, ulid } from '../../schema/fields.ts';
import {
  MAX_PRODUCT_LENGTH,
  MAX_REPEATED_PARAMETER,
  MAX_RULES,
  RULE_LIST_DEFAULT,
  RULE_LIST_MAX,
} from '../../schema/limits.ts';
import { reportCurrency } from '../../schema/report-parts.ts';

const product = text(MAX_PRODUCT_LENGTH, 1);
const products = (where: string) =>
  described(
    repeatable(product, MAX_REPEATED_PARAMETER),
    `Only rules with this product ${where}: its whole name, as the report spells it. May be repeated, at most ${MAX_REPEATED_PARAMETER} times: all must be there.`,
    { examples: [['Tea']] },
  );
const describeLeast = (figure: string) => `Only rules whose ${figure} is at least this.`;
const describeMost = (figure: string) => `Only rules whose ${figure} is at most this.`;

export const listRulesPath = v.object({ id: ulid('The report_id from `POST /reports`.') });

export const listRulesQuery = withOrderedBounds(
  v.object({
    product: products('on either side'),
    antecedent: products('among its antecedents'),
    consequent: products('among its consequents'),
    q: optionally(
      text(MAX_PRODUCT_LENGTH, 1),
      'Only rules of which a product’s name contains this text, in upper or lower case.',
      {
        examples: ['tea'],
      },
    ),
    min_support: optionally(shareText, describeLeast('support')),
    max_support: optionally(shareText, describeMost('support')),
    min_confidence: optionally(shareText, describeLeast('confidence')),
    max_confidence: optionally(shareText, describeMost('confidence')),
    min_lift: optionally(positiveText, describeLeast('lift')),
    max_lift: optionally(positiveText, describeMost('lift')),
    min_lift_given_sizes: optionally(positiveText, describeLeast('lift_given_sizes')),
    max_lift_given_sizes: optionally(positiveText, describeMost('lift_given_sizes')),
    min_p_value_corrected: optionally(shareText, describeLeast('p_value_corrected')),
    max_p_value_corrected: optionally(shareText, describeMost('p_value_corrected')),
    min_q_value: optionally(shareText, describeLeast('q_value')),
    max_q_value: optionally(shareText, describeMost('q_value')),
    productive: optionally(
      flagText,
      'true: only rules of which every antecedent adds to the others; false: only those of which one does not.',
    ),
    proven: optionally(flagText, 'true: only proven rules; false: only the others.'),
    redundant: optionally(
      flagText,
      'false: only rules that no shorter rule makes redundant; true: only those that one does.',
    ),
    order_by: v.optional(
      described(
        oneOf(RULE_ORDERS),
        'The figure to order by. impact is the order of the report. Rules of equal figures are in the order of the report.',
      ),
      'impact',
    ),
    order: optionally(
      oneOf(['asc', 'desc']),
      'Lowest or highest first. Default: desc, and asc for p-values and q_value.',
    ),
    ...pageStart('rules', RULE_LIST_DEFAULT, RULE_LIST_MAX),
  }),
);
export type ListRulesQuery = v.InferOutput<typeof listRulesQuery>;

export const listRulesResponse = v.object({
  rules: described(v.array(associationRule), 'In the requested order.'),
  rules_found: described(count, 'Rules that the report found: association_rules_found of its summary.'),
  rules_kept: described(
    count,
    `Rules that the report keeps, at most ${MAX_RULES.toLocaleString('en')}: the list is a part of them.`,
  ),
  rules_matched: described(count, 'Kept rules that match, on all pages.'),
  currency: reportCurrency,
  ...pageEnd,
});
