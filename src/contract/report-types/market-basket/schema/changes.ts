// Rules that changed since the earlier market basket report.

import * as v from 'valibot';
import { described, optionally } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { MAX_RULES } from '../../../schema/limits.ts';
import { comparedWith, comparisonNote, comparisonNoteCoded } from '../../../schema/report-parts.ts';
import { formatPercent, formatWhole } from '../../../sentences/wording.ts';
import { MAX_LISTED, NOTABLE_CHANGE } from '../limits.ts';
import { incrementalValue, sides } from './rule.ts';

const ruleFigures = v.object({
  support: described(share, 'Support in that report.'),
  confidence: described(share, 'Confidence in that report.'),
  lift: described(v.number(), 'Lift in that report.'),
  incremental_value: incrementalValue,
});

export const ruleChange = v.object({
  ...sides,
  lift: described(v.number(), 'Lift in this report; for a vanished rule, in the earlier one.'),
  before: described(v.nullable(ruleFigures), 'Figures in the earlier report; null for a rule that appeared.'),
  after: described(v.nullable(ruleFigures), 'Figures in this report; null for a rule that vanished.'),
});

const NOTABLE = formatPercent(NOTABLE_CHANGE, 0);

const changedRules = (which: string) =>
  described(
    v.array(ruleChange),
    `${which} At most ${MAX_LISTED}, fewer where names are very long, the most valuable first.`,
  );

export const ruleChanges = v.object({
  counts: described(
    v.object({
      appeared: described(count, 'Rules that the earlier report did not find.'),
      vanished: described(count, 'Rules that only the earlier report found.'),
      strengthened: described(count, `Rules whose lift rose by ${NOTABLE} or more.`),
      weakened: described(count, `Rules whose lift fell by ${NOTABLE} or more.`),
      unchanged: described(count, `Rules whose lift moved by less than ${NOTABLE}.`),
    }),
    'Number of rules of each kind, whether listed or not.',
  ),
  appeared: changedRules('Rules that the earlier report did not find.'),
  vanished: changedRules('Rules that only the earlier report found.'),
  strengthened: changedRules(`Rules whose lift rose by ${NOTABLE} or more.`),
  weakened: changedRules(`Rules whose lift fell by ${NOTABLE} or more.`),
});

export const mbaChanges = v.object({
  compared_with: comparedWith,
  note: comparisonNote,
  note_coded: comparisonNoteCoded,
  rules: optionally(
    ruleChanges,
    `Changes among the ${formatWhole(MAX_RULES)} best rules that each report found, whether returned or not.`,
  ),
});
