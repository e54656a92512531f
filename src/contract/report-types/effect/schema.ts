// A finished effect report as GET /reports/{id} returns it. docs/concepts defines every figure.
import * as v from 'valibot';
import { described } from '../../schema/described.ts';
import { count, share } from '../../schema/fields.ts';
import { getKeys } from '../../schema/keys.ts';
import {
  type Body,
  calendarDay,
  finishedEnvelope,
  insightsHead,
  settingsEcho,
} from '../../schema/report-parts.ts';
import { EFFECT_MEASURES, LEAST_EXPECTED, LEAST_IN_ARM, MOST_DAYS, VERDICTS } from './limits.ts';
import { EFFECT_TEMPLATES } from './templates.ts';

const number = (description: string) => described(v.number(), description);
const numberOrNull = (description: string) => described(v.nullable(v.number()), description);
const dayOrNull = (description: string) => described(v.nullable(calendarDay('The day.')), description);
const measure = described(v.picklist(EFFECT_MEASURES), 'The measure.');
const limits = v.object({
  lower: numberOrNull('Lower end; null if there is none.'),
  upper: numberOrNull('Upper end; null if there is none.'),
});

const effectArm = v.object({
  customers: described(count, 'Everyone assigned, with or without an order.'),
  customers_who_ordered: described(count, 'Assigned customers with a purchase.'),
  orders: described(count, 'Purchases.'),
  net_revenue: number('Value of all rows, returns taken off.'),
  ordered_share: described(v.nullable(share), 'customers_who_ordered / customers; null for nobody.'),
  repeat_share: described(v.nullable(share), 'Share of everyone assigned with two purchases or more.'),
});

const comparedArms = {
  sent: number('Mean over everyone assigned who is not held out.'),
  held_out: number('Mean over everyone held out.'),
  difference: number('sent − held_out.'),
  difference_interval: described(
    limits,
    'Interval of the difference: 95 % over all days of the window together, however often you look.',
  ),
  lift: numberOrNull('difference / held_out: 0.1 is a tenth more. Null where nobody held out bought.'),
  lift_interval: described(
    limits,
    'Interval of the lift. It excludes 0 exactly if the interval of the difference does.',
  ),
  p_value: numberOrNull('Two-sided, of a single look. Null where nothing is said.'),
};

const expectedLater = {
  p_value_error: numberOrNull('Standard error of a p-value that is estimated; 0 of an exact one.'),
  detectable_lift: numberOrNull('Lift that the whole window shows in about 8 of 10 cases.'),
  days_needed: numberOrNull(
    'Days in all until the lift seen so far would show; null beyond ten years, and where nothing is said.',
  ),
};

const explained = described(
  share,
  'Share of the variance between customers that their orders before the assignment explain.',
);

export const adjustedEffect = v.object({ explained, ...comparedArms, ...expectedLater });

export const measuredEffect = v.object({
  measure,
  decides: described(v.boolean(), 'Whether this measure decides the verdict: `settings.decide_on`.'),
  ...comparedArms,
  test: described(
    v.picklist(['fisher', 'permutation']),
    'The test of `p_value`. Adjusted figures always have `permutation`.',
  ),
  ...expectedLater,
  adjusted: described(
    v.nullable(adjustedEffect),
    'The same, adjusted by what each customer bought before the assignment; the verdict is on these figures. Null where the past explains less than 5 %, or the interval would be wider.',
  ),
});

export const campaignEffect = v.object({
  since: calendarDay('First day that counts.'),
  until: calendarDay('Last day that counts.'),
  newest: dayOrNull('Day of the newest order; null if no order has a date.'),
  days: described(count, `Days that count, at most ${MOST_DAYS}.`),
  days_passed: described(count, 'Days up to the newest order.'),
  days_to_go: described(count, 'Days after the newest order.'),
  verdict: described(
    v.picklist(VERDICTS),
    `\`not_begun\`: no order since the first day. \`too_few\`: fewer than ${LEAST_IN_ARM} customers in an arm, or fewer than ${LEAST_EXPECTED} expected with the measure in the smaller one. \`not_yet\`: undecided, and days are to go. \`undecided\`: after the last day. \`more\` and \`fewer\`: the interval excludes no effect.`,
  ),
  decides_on: measure,
  sent: described(effectArm, 'Everyone assigned who is not held out.'),
  held_out: described(effectArm, 'Everyone held out.'),
  unknown: described(
    v.object({ sent: described(count, 'Not held out.'), held_out: described(count, 'Held out.') }),
    'Assigned customers without any order in the data, also before the window.',
  ),
  measures: described(v.array(measuredEffect), 'Each measure, per customer assigned.'),
  earned: described(
    v.object({ amount: number('Estimate.'), ...limits.entries }),
    'The difference in net revenue, adjusted if it is, for all who are not held out.',
  ),
  relabellings: described(
    v.object({
      count: described(count, 'Choices of who is held out that the bounds come from.'),
      exact: described(v.boolean(), 'Whether these are all there are.'),
    }),
    'Choices that bounds and p-values of `permutation` are computed from.',
  ),
});

const plannedLift = {
  detectable_lift: numberOrNull('Lift that shows in about 8 of 10 cases; null if none does.'),
  customers_for: described(
    v.array(
      v.object({
        lift: number('The lift.'),
        customers: described(count, 'In all, the same share held out.'),
      }),
    ),
    'Customers that smaller lifts take.',
  ),
};

export const effectPlan = v.object({
  customers: described(count, 'Members of the audience.'),
  held_out: described(count, 'Customers among these who are held out.'),
  days: described(count, 'Days that would count.'),
  past: described(
    v.object({
      customers: described(count, 'Members with a purchase in the year before these days.'),
      since: dayOrNull('First of the days that the plan is read from; null with too few customers.'),
      until: dayOrNull('Last of them.'),
    }),
    'Basis of the plan: the last days of the data.',
  ),
  measures: described(
    v.array(
      v.object({
        measure,
        mean: number('Per customer in so many days.'),
        deviation: number('Standard deviation over customers.'),
        ...plannedLift,
        adjusted: described(
          v.nullable(v.object({ explained, ...plannedLift })),
          'The same with figures adjusted by earlier orders; null where these explain less than 5 %.',
        ),
      }),
    ),
    'Each measure; empty with too few customers.',
  ),
});

export const effectInsights = v.object({
  ...insightsHead('The verdict, or the plan, in a sentence.'),
});

export const effectSettings = settingsEcho(getKeys(EFFECT_TEMPLATES), {
  audience_id: described(v.nullable(v.string()), 'The audience.'),
  since: dayOrNull('First day that counts; null for a plan.'),
  days: described(count, 'Days that count.'),
  decide_on: measure,
});

const effectSummary = v.object({
  customers: described(count, 'Everyone ever assigned to the audience when the report was requested.'),
  held_out: described(count, 'Customers among these who are held out.'),
  members: described(count, 'Members when the report was requested, with those held out.'),
  first_assigned: dayOrNull('Day of the first assignment; null for nobody.'),
  last_assigned: dayOrNull('Day of the last one.'),
});

export const effectReport = v.object({
  ...finishedEnvelope,
  report_type: described(v.literal('EFFECT'), 'What contacting an audience changed.'),
  settings: effectSettings,
  summary: described(effectSummary, 'Who was assigned.'),
  effect: described(v.nullable(campaignEffect), 'Since `settings.since`; null for a plan, and for nobody.'),
  plan: described(
    v.nullable(effectPlan),
    'Without `settings.since`: what the members could show. Otherwise null.',
  ),
  changes: described(v.null(), 'Null: looks at one campaign are not compared.'),
  ai_insights: described(v.nullable(effectInsights), 'The verdict in words; null for nobody.'),
});

export type EffectBody = Body<typeof effectReport>;
