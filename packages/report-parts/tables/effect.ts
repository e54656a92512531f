// The facts and tables of what an audience or a campaign changed, or of a plan for one.
import type { EffectReport } from '../../client/src/index.ts';
import {
  createFigure,
  formatKnown,
  formatSigned,
  type Say,
  type ShownColumn,
  type ShownReport,
  stateFact,
  stateFigure,
  withRows,
} from './shown.ts';

type Effect = NonNullable<EffectReport['effect']>;
type Plan = NonNullable<EffectReport['plan']>;
type Measured = Effect['measures'][number];
type Measure = Measured['measure'];
type Compared = Pick<Measured, 'lift' | 'lift_interval'>;

const NAMES = {
  customers: 'Customers who ordered',
  orders: 'Orders',
  revenue: 'Net revenue',
  repeat: 'Customers who ordered twice',
} as const satisfies Record<Measure, string>;

/** One of both; neither where nobody is assigned. */
export function showEffect({ effect, plan }: EffectReport, say: Say): ShownReport {
  if (effect) return showMeasured(effect, say);
  if (plan) return showPlan(plan, say);
  return { facts: [], tables: [] };
}

/** A column behind the control, left out of terminals with fewer characters than `from`. */
function createEvidence(title: string, from = 100): ShownColumn {
  return { ...createFigure(title, from), isEvidence: true };
}

function showMeasured(effect: Effect, say: Say): ShownReport {
  const { t, number, percent, money, day } = say;
  const { sent, held_out, measures, earned, relabellings, verdict, decides_on } = effect;
  const formatShare = (value: number | null): string => formatKnown(value, (one) => percent(one));
  const formatLift = (value: number | null): string =>
    formatKnown(value, (one) => formatSigned(one, percent));
  const formatLifts = ({ lift, lift_interval: { lower, upper } }: Compared): string[] =>
    [lift, lower, upper].map(formatLift);
  const formatRange = (compared: Compared): string => {
    const [value = '', low = '', high = ''] = formatLifts(compared);
    return t('{value} ({low} to {high})', { value, low, high });
  };
  const createRow = (name: string, of: (one: typeof sent) => string) => [name, of(sent), of(held_out)];
  const arms = [createFigure(t('Contacted')), createFigure(t('Held out'))];
  const deciding = measures.find(({ decides }) => decides);
  const isEarned = decides_on === 'revenue' && (verdict === 'more' || verdict === 'fewer');
  return {
    facts: [
      ...stateFigure(t('Contacted'), sent.customers, number),
      ...stateFigure(t('Held out'), held_out.customers, number),
      [t('Days that count'), t('{from} to {to}', { from: day(effect.since), to: day(effect.until) })],
      [
        t('Days passed'),
        t('{some} of {all}', { some: number(effect.days_passed), all: number(effect.days) }),
      ],
    ],
    evidence: [
      [t('Decides'), t(NAMES[decides_on])],
      ...stateFact(t('Explained by earlier orders'), deciding?.adjusted?.explained, formatShare),
      [
        t('Other ways to choose who is held out'),
        `${number(relabellings.count)}${relabellings.exact ? ` (${t('all')})` : ''}`,
      ],
    ],
    tables: withRows([
      {
        id: 'measures',
        title: t('Per customer'),
        columns: [
          { title: t('Measure') },
          ...arms,
          ...[t('Change'), t('From'), t('To')].map((one) => createFigure(one)),
          createEvidence(t('Unadjusted'), 140),
          ...[t('p, one look'), t('Shows by the end'), t('Days needed')].map((one) => createEvidence(one)),
        ],
        rows: measures.map((one) => {
          const { measure, decides, adjusted } = one;
          const name = t(NAMES[measure]);
          // Reports of earlier versions have no adjusted figures.
          const best = adjusted ?? one;
          return [
            decides ? t('{measure} (decides)', { measure: name }) : name,
            ...[best.sent, best.held_out].map((value) => formatValue(measure, value, say)),
            ...formatLifts(best),
            adjusted ? formatRange(one) : '',
            formatKnown(best.p_value, (p) => number(p, 3)),
            formatShare(best.detectable_lift),
            formatKnown(best.days_needed, (days) => number(days)),
          ];
        }),
      },
      {
        ...{ id: 'arms', title: t('Both groups'), columns: [{ title: '' }, ...arms] },
        rows: [
          createRow(t('Customers'), (one) => number(one.customers)),
          createRow(t('Customers who ordered'), (one) => number(one.customers_who_ordered)),
          createRow(t('Share who ordered'), (one) => formatShare(one.ordered_share)),
          createRow(t('Share who ordered twice'), (one) => formatShare(one.repeat_share)),
          createRow(t('Orders'), (one) => number(one.orders)),
          createRow(t('Net revenue'), (one) => money(one.net_revenue)),
        ],
      },
      {
        id: 'earned',
        title: t('Net revenue of the campaign'),
        // An amount that the verdict does not claim.
        ...(!isEarned && { isEvidence: true as const }),
        columns: [{ title: '' }, ...[t('Estimate'), t('From'), t('To')].map((one) => createFigure(one))],
        rows:
          earned.lower === null || earned.upper === null
            ? []
            : [
                [
                  t('All contacted customers'),
                  ...[earned.amount, earned.lower, earned.upper].map((one) => money(one)),
                ],
              ],
      },
    ]),
  };
}

function showPlan({ customers, held_out, days, past, measures }: Plan, say: Say): ShownReport {
  const { t, number, percent, day } = say;
  const formatLift = (lift: number | null): string => formatKnown(lift, (one) => percent(one));
  return {
    facts: [
      ...stateFigure(t('Customers'), customers, number),
      ...stateFigure(t('Held out'), held_out, number),
      ...stateFigure(t('Days that count'), days, number),
    ],
    evidence: [
      ...stateFigure(t('Read from past customers'), past.customers, number),
      ...stateFact(t('Their orders from'), past.since, (from) =>
        t('{from} to {to}', { from: day(from), to: formatKnown(past.until, day) }),
      ),
    ],
    tables: withRows([
      {
        id: 'plan',
        title: t('What shows in 8 of 10 campaigns'),
        columns: [
          { title: t('Measure') },
          ...[t('Per customer'), t('Smallest change')].map((one) => createFigure(one)),
          ...(measures[0]?.customers_for ?? [])
            .toReversed()
            .map(({ lift }) => createFigure(t('Customers for {lift}', { lift: percent(lift, 0) }))),
          createEvidence(t('Unadjusted')),
        ],
        rows: measures.map(({ measure, mean, adjusted, ...plain }) => {
          const { detectable_lift, customers_for } = adjusted ?? plain;
          return [
            t(NAMES[measure]),
            formatValue(measure, mean, say),
            formatLift(detectable_lift),
            ...customers_for.toReversed().map((one) => number(one.customers)),
            adjusted ? formatLift(plain.detectable_lift) : '',
          ];
        }),
      },
    ]),
    none: measures.length === 0 ? t('Too few customers ordered before.') : undefined,
  };
}

function formatValue(measure: Measure, value: number, { number, percent, money }: Say): string {
  if (measure === 'revenue') return money(value);
  return measure === 'orders' ? number(value, 3) : percent(value);
}
