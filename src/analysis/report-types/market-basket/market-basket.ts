// Market basket analysis: which products are bought together.

import type { ruleChange, ruleChanges } from '../../../contract/report-types/market-basket/schema/changes.ts';
import type {
  associationRule,
  ruleMeasures,
} from '../../../contract/report-types/market-basket/schema/rule.ts';
import type { testLayer } from '../../../contract/report-types/market-basket/schema/summary.ts';
import type { AllSame, Same, Shape } from '../../../contract/schema/shape.ts';
import type { RuleChange, RuleChanges } from '../../changes/rule-changes.ts';
import type { RuleMeasures } from '../../mining/rules/measures.ts';
import type { AssociationRule } from '../../mining/rules/rule.ts';
import type { TestLayer } from '../../mining/tested-rules.ts';
import { passesWithin } from './partitions/partitioned.ts';

export const marketBasketAnalysis = passesWithin();

/** The analytics' own types are the shapes of the contract: a difference does not compile. */
export type Checked = AllSame<
  [
    Same<AssociationRule, Shape<typeof associationRule>>,
    Same<RuleMeasures, Shape<typeof ruleMeasures>>,
    Same<TestLayer, Shape<typeof testLayer>>,
    Same<RuleChange, Shape<typeof ruleChange>>,
    Same<RuleChanges, Shape<typeof ruleChanges>>,
  ]
>;
