// Constraints on the figures of a rule: those as published, so that a reader who filters a report finds the same rules.
import type { RuleChance } from '../rule-chance.ts';
import type { RuleMeasures } from './measures.ts';
import type { RuleConstraints } from './rule-constraints.ts';
import type { RuleFigures } from './rule-figures.ts';
import type { RuleVisitor } from './rule-search.ts';

export class FigureFilter {
  private readonly figures: RuleFigures;
  private readonly tested: RuleChance;
  private readonly minLift: number;
  private readonly maxPValue: number;
  private readonly withRedundant: boolean;

  constructor(constraints: RuleConstraints, figures: RuleFigures, tested: RuleChance) {
    this.figures = figures;
    this.tested = tested;
    this.minLift = constraints.minLift ?? 0;
    this.maxPValue = constraints.maxPValueCorrected ?? 1;
    this.withRedundant = constraints.redundant !== false;
  }

  /** Whether a weighed rule still does. */
  passesWeighed({ measures }: { readonly measures: RuleMeasures }): boolean {
    return measures.p_value_corrected <= this.maxPValue;
  }

  /** A visitor that is shown only the rules that pass. */
  before(visitor: RuleVisitor): RuleVisitor {
    return {
      enter: (...itemset) => visitor.enter(...itemset),
      visit: (rule) => {
        if (this.passes(rule.node, rule.mask, rule.joint / rule.byChance)) visitor.visit(rule);
      },
    };
  }

  /** The cheapest question first. */
  passes(node: number, mask: number, lift: number): boolean {
    const { figures, maxPValue } = this;
    if (lift < this.minLift) return false;
    if (!this.withRedundant && figures.isRedundant({ node, mask })) return false;
    return maxPValue >= 1 || this.tested.correctedOf({ node, mask }) <= maxPValue;
  }
}

/** Whether rules are left out for their figures. */
export function filtersFigures({ minLift, maxPValueCorrected, redundant }: RuleConstraints): boolean {
  return minLift !== undefined || maxPValueCorrected !== undefined || redundant === false;
}
