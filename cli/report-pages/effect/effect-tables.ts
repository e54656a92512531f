// What a page and a terminal show of an effect or a plan, as facts and tables.
import * as v from 'valibot';
import type { EffectMeasure } from '../../../src/core/effect/series.ts';
import { decimals, percent, whole } from '../../../src/core/insights/wording.ts';
import { campaignEffect, effectPlan } from '../../../src/report-types/effect/schema.ts';
import { type Fact, fact, money } from '../report-facts.ts';
import { insights, laterMembers } from '../shown-report.ts';
import type { ShownTable } from '../shown-table.ts';

/** One of both; neither where nobody is assigned. */
export const effectDetail = v.looseObject({
  ...laterMembers,
  currency: v.nullish(v.string()),
  ai_insights: insights,
  effect: v.nullish(campaignEffect),
  plan: v.nullish(effectPlan),
});

type Shown = v.InferOutput<typeof campaignEffect>;
type ShownPlan = v.InferOutput<typeof effectPlan>;
type Currency = Parameters<typeof money>[0];

const NAMES: Readonly<Record<EffectMeasure, string>> = {
  customers: 'Customers who ordered',
  orders: 'Orders',
  revenue: 'Net revenue',
  repeat: 'Customers who ordered twice',
};

export function effectFacts({
  since,
  until,
  days,
  days_passed,
  days_to_go,
  relabellings,
  decides_on,
}: Shown): Fact[] {
  return [
    ['Days that count', `${since} to ${until}`],
    ['Days passed', `${whole(days_passed)} of ${whole(days)}`],
    ['Days to go', whole(days_to_go)],
    ['Decides', NAMES[decides_on]],
    [
      'Other ways to choose who is held out',
      `${whole(relabellings.count)}${relabellings.exact ? ' (all)' : ''}`,
    ],
  ];
}

export function effectTables({ sent, held_out, measures, earned }: Shown, currency: Currency): ShownTable[] {
  const write = money(currency);
  const row = (name: string, of: (one: typeof sent) => string) => [name, of(sent), of(held_out)];
  const share = (value: number | null): string => (value === null ? '' : percent(value));
  return [
    {
      ...{ id: 'measures', title: 'Per customer assigned' },
      columns: [
        'Measure',
        'Sent',
        'Held out',
        'Lift',
        'From',
        'To',
        'p, one look',
        'Lift seen by the end',
        'Days needed',
      ],
      rows: measures.map((one) => {
        const value = valueIn(one.measure, write);
        return [
          `${NAMES[one.measure]}${one.decides ? ' (decides)' : ''}`,
          ...[one.sent, one.held_out].map(value),
          ...[one.lift, one.lift_interval.lower, one.lift_interval.upper].map(signed),
          one.p_value === null ? '' : decimals(one.p_value, 3),
          share(one.detectable_lift),
          one.days_needed === null ? '' : whole(one.days_needed),
        ];
      }),
    },
    {
      ...{ id: 'arms', title: 'Everyone assigned' },
      columns: ['', 'Sent', 'Held out'],
      rows: [
        row('Customers', (one) => whole(one.customers)),
        row('Customers who ordered', (one) => whole(one.customers_who_ordered)),
        row('of all', (one) => share(one.ordered_share)),
        row('ordered twice, of all', (one) => share(one.repeat_share)),
        row('Orders', (one) => whole(one.orders)),
        row('Net revenue', (one) => write(one.net_revenue)),
      ],
    },
    ...(earned.lower === null || earned.upper === null
      ? []
      : [
          {
            ...{ id: 'earned', title: 'Net revenue beside the same customers without the campaign' },
            columns: ['', 'Estimate', 'From', 'To'],
            rows: [['All it was sent to', write(earned.amount), write(earned.lower), write(earned.upper)]],
          },
        ]),
  ];
}

export function planFacts({ customers, held_out, days, past }: ShownPlan): Fact[] {
  return [
    ['Customers', whole(customers)],
    ['Held out', whole(held_out)],
    ['Days that count', whole(days)],
    ['Read from past customers', whole(past.customers)],
    ...fact('Their orders from', past.since, (since) => `${since} to ${past.until}`),
  ];
}

export function planTables({ measures }: ShownPlan, currency: Currency): ShownTable[] {
  const [first] = measures;
  if (first === undefined) return [];
  return [
    {
      ...{ id: 'plan', title: 'Lift that shows in 8 of 10 campaigns' },
      columns: [
        'Measure',
        'Per customer',
        'Lift seen',
        ...first.customers_for.map(({ lift }) => `Customers for ${percent(lift, 0)}`),
      ],
      rows: measures.map(({ measure: of, mean, detectable_lift, customers_for }) => [
        NAMES[of],
        valueIn(of, money(currency))(mean),
        detectable_lift === null ? '' : percent(detectable_lift),
        ...customers_for.map(({ customers }) => whole(customers)),
      ]),
    },
  ];
}

function valueIn(of: EffectMeasure, write: (value: number) => string): (value: number) => string {
  if (of === 'revenue') return write;
  return of === 'orders' ? (value) => decimals(value, 3) : percent;
}

function signed(value: number | null): string {
  return value === null ? '' : `${value > 0 ? '+' : ''}${percent(value)}`;
}
