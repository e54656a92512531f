// list_rules, get_product_profile, recommend: what is bought with a product.
import * as v from 'valibot';
import type {
  GetRecommendationsResponse,
  ListRulesResponse,
  ProductProfile,
} from '../../../packages/client/src/contract.ts';
import { getRecommendations } from '../../contract/endpoints/recommendations.ts';
import { getProductProfile, listRules } from '../../contract/endpoints/reports.ts';
import {
  associationRule,
  impactAnalysis,
  ruleMeasures,
} from '../../contract/report-types/market-basket/schema/rule.ts';
import {
  getRecommendationsQuery,
  getRecommendationsResponse,
  recommendation,
} from '../../contract/resources/recommendations.ts';
import { productProfile, productProfileQuery } from '../../contract/resources/reports/product-profile.ts';
import { listRulesQuery, listRulesResponse } from '../../contract/resources/reports/report-rules.ts';
import { described } from '../../contract/schema/described.ts';
import { RECOMMENDATIONS_DEFAULT } from '../../contract/schema/limits.ts';
import { nextCursor, pageFields, readPage } from '../page.ts';
import { pickFields, pickMembers, type Tool } from '../tool.ts';
import { reportId } from './reports.ts';

const rule = v.object({
  ...pickFields(associationRule, [
    'antecedents',
    'consequents',
    'support',
    'confidence',
    'lift',
    'impact_rating',
  ]),
  ...pickFields(impactAnalysis, ['occurrences', 'customers', 'revenue', 'incremental_value']),
  ...pickFields(ruleMeasures, ['lift_within_periods', 'p_value_corrected']),
  ...pickFields(associationRule, ['proven', 'redundant']),
});
const { rules_found, rules_kept, rules_matched, currency } = listRulesResponse.entries;
const rulesFacts = v.object({ rules_found, rules_kept, rules_matched, currency });

export const listRulesTool: Tool = {
  name: 'list_rules',
  title: 'List association rules',
  description:
    'Which products are bought together, of a finished MBA report: all rules, or those with a product on a side, by evidence or value. A rule that is not proven may be chance; say so.',
  operations: [listRules],
  input: v.object({
    report_id: reportId,
    ...pickFields(listRulesQuery, [
      'product',
      'antecedent',
      'consequent',
      'q',
      'min_support',
      'min_confidence',
      'min_lift',
      'max_p_value_corrected',
      'productive',
      'redundant',
      'order_by',
      'order',
    ]),
    ...pageFields,
  }),
  answer: v.object({
    ...rulesFacts.entries,
    rules: described(v.array(rule), 'In the requested order.'),
    next_cursor: nextCursor,
  }),
  run: ({ ask, args: { report_id: id, limit, cursor, max_bytes, ...filter } }) =>
    readPage({ limit, cursor, max_bytes }, 'rules', async (page) => {
      const query = { ...filter, ...page };
      const {
        rules,
        next_cursor: next,
        ...facts
      } = await ask<ListRulesResponse>(listRules, { path: { id }, query });
      return {
        items: rules.map((one) => pickMembers(rule, one, one.impact_analysis, one.measures)),
        next,
        facts: pickMembers(rulesFacts, facts),
      };
    }),
};

const { basket_sizes: _, ...profile } = productProfile.entries;
const shownProfile = v.object(profile);

export const getProductProfileTool: Tool = {
  name: 'get_product_profile',
  title: 'Read the profile of a product',
  description:
    'How large the orders with a product are, beside all orders, and what the same customers order before and after it. Of an MBA report that was requested with params.product_profiles.',
  operations: [getProductProfile],
  input: v.object({ report_id: reportId, ...pickFields(productProfileQuery, ['product']) }),
  answer: shownProfile,
  run: async ({ ask, args: { report_id: id, product } }) =>
    pickMembers(
      shownProfile,
      await ask<ProductProfile>(getProductProfile, { path: { id }, query: { product } }),
    ),
};

const { dataset_id, report_id, product_identifier, again, history } = getRecommendationsResponse.entries;
const source = v.object({ dataset_id, report_id, product_identifier, again, history });

export const recommendTool: Tool = {
  name: 'recommend',
  title: 'Recommend products for a cart or a customer',
  description:
    'Products to show beside a cart, with the evidence for each. Of a customer, what they buy again (again) and products they have not bought (recommendations). Without either, the best sellers. It needs an MBA report that was requested with params.serve: the one that is served, or report_id.',
  operations: [getRecommendations],
  input: v.object({
    ...pickFields(getRecommendationsQuery, ['product', 'customer', 'exclude', 'dataset_id', 'report_id']),
    ...pageFields,
  }),
  answer: v.object({
    ...source.entries,
    recommendations: described(v.array(recommendation), 'Best first.'),
    next_cursor: nextCursor,
  }),
  run: ({ ask, args: { limit = RECOMMENDATIONS_DEFAULT, cursor, max_bytes, ...cart } }) =>
    readPage({ limit, cursor, max_bytes }, 'recommendations', async (page) => {
      const query = { ...cart, limit: page.limit };
      const found = await ask<GetRecommendationsResponse>(getRecommendations, { query });
      return { items: found.recommendations, facts: pickMembers(source, found) };
    }),
};
