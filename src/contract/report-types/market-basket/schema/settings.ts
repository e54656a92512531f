// The effective settings of a market basket report.
import * as v from 'valibot';
import { described, optionally } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { getKeys } from '../../../schema/keys.ts';
import { settingsEcho } from '../../../schema/report-parts.ts';
import { BASKET_SCOPES, PRODUCT_IDENTIFIERS } from '../../../settings/settings.ts';
import { SELECTED_BY } from '../limits.ts';
import { echoedRules } from '../rule-params.ts';
import { MBA_TEMPLATES } from '../templates.ts';

export const mbaSettings = settingsEcho(getKeys(MBA_TEMPLATES), {
  min_support: described(share, 'Minimum share of baskets.'),
  min_confidence: described(share, 'Minimum confidence.'),
  scope: described(v.picklist(BASKET_SCOPES), 'One basket per order, or per customer.'),
  product_identifier: described(v.picklist(PRODUCT_IDENTIFIERS), 'What identifies a product.'),
  product_level: optionally(
    v.union([v.string(), v.array(v.string())]),
    'The custom field whose values stand for products, or the levels whose items baskets hold at once, products first. Absent: products themselves.',
    { examples: ['custom:category'] },
  ),
  rules: optionally(echoedRules, 'Which rules were looked for. Absent: all.'),
  serve: optionally(
    v.union([
      v.literal(true),
      v.object({ fields: described(v.array(v.string()), 'Keys of custom fields.') }),
    ]),
    'Requested with `params.serve`: recommendations come from this report when it is finished, and can be filtered by these custom fields. Absent: not requested.',
    { examples: [{ fields: ['category', 'brand'] }] },
  ),
  select: optionally(
    v.object({
      top: described(count, 'Most rules returned.'),
      by: described(v.picklist(SELECTED_BY), 'The measure.'),
    }),
    'Which rules are returned. Absent: the best by impact.',
  ),
  insight_min_baskets: optionally(
    count,
    'Baskets that a rule is in at least to be a finding. Absent: the default.',
  ),
  leave_out: optionally(
    v.union([v.literal('not_goods'), v.array(v.string())]),
    'Fees and services that are left out of baskets: these products, or those whose names look like fees. Missing if nothing is.',
  ),
  product_profiles: optionally(
    v.boolean(),
    'Whether the report has a profile of each product. Absent: it has none.',
  ),
});
