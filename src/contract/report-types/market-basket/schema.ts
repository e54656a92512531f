// A finished market basket report as GET /reports/{id} returns it. docs/concepts defines every figure.
import * as v from 'valibot';
import { described } from '../../schema/described.ts';
import { MAX_RULES } from '../../schema/limits.ts';
import { type Body, finishedEnvelope } from '../../schema/report-parts.ts';
import type { Shape } from '../../schema/shape.ts';
import { formatWhole } from '../../sentences/wording.ts';
import { mbaChanges } from './schema/changes.ts';
import { type basketFinding, mbaInsights } from './schema/insights.ts';
import { associationRule } from './schema/rule.ts';
import { mbaSettings } from './schema/settings.ts';
import { mbaSummary } from './schema/summary.ts';

export const mbaReport = v.object({
  ...finishedEnvelope,
  report_type: described(v.literal('MBA'), 'Market basket analysis.'),
  settings: mbaSettings,
  summary: described(mbaSummary, 'Figures over all baskets.'),
  association_rules: described(
    v.array(associationRule),
    `The best rules first: by impact, revenue, lift, names, or as \`params.select\` says. At most ${formatWhole(MAX_RULES)}, fewer where the response would exceed 6 MB; a warning says so.`,
  ),
  fees_and_services: described(
    v.array(v.string()),
    'Products that are fees or services, such as postage or discounts, by name and by how they sell. Insights leave them out.',
  ),
  changes: described(v.nullable(mbaChanges), 'Changes since the earlier report.'),
  ai_insights: described(v.nullable(mbaInsights), 'Findings as text.'),
});

export type MbaBody = Body<typeof mbaReport>;

export type BasketFinding = Shape<typeof basketFinding>;
