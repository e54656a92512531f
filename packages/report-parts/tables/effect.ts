// The facts and tables of what an audience or a campaign changed, or of a plan for one.
import type { EffectReport } from '../../client/src/index.ts';
import type { Fact } from '../table.ts';
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
  const formatLift = ({ lift, lift_interval: { lower, upper } }: Compared): string => {
    const [value = '', low = '', high = ''] = [lift, lower, upper].map((share) =>
      formatKnown(share, (one) => formatSigned(one, percent)),
    );
    return lift === null ? '' : t('{value} ({low} to {high})', { value, low, high });
  };
  const createRow = (name: string, of: (one: typeof sent) => string) => [name, of(sent), of(held_out)];
  const arms = [createFigure(t('Contacted')), createFigure(t('Held out'))];
  const deciding = measures.find(({ decides }) => decides);
  const isEarned = decides_on === 'revenue' && (verdict === 'more' || verdict === 'fewer');
  return {
    facts: [
      ...stateFigure(t('Contacted'), sent.customers, number),
      ...stateFigure(t('Held out'), held_out.customers, number),
      [
        t('Days passed'),
        t('{some} of {all}', { some: number(effect.days_passed), all: number(effect.days) }),
      ],
    ],
    tables: withRows([
      {
        id: 'measures',
        title: t('Per 100 customers'),
        note: `${t('{from} to {to}', { from: day(effect.since), to: day(effect.until) })}.`,
        evidence: stateEvidence([
          ...stateFact(t('Explained by earlier orders'), deciding?.adjusted?.explained, formatShare),
          [
            t('Other ways to choose who is held out'),
            `${number(relabellings.count)}${relabellings.exact ? ` (${t('all')})` : ''}`,
          ],
        ]),
        columns: [
          { title: t('Measure') },
          ...[t('Change'), t('From'), t('To')].map((one) => createFigure(one)),
          ...arms,
          createEvidence(t('In percent')),
          createEvidence(t('Unadjusted'), 140),
          ...[t('p, one look'), t('Shows by the end'), t('Days needed')].map((one) => createEvidence(one)),
        ],
        rows: measures.map((one) => {
          const { measure, decides, adjusted } = one;
          const name = t(NAMES[measure]);
          // Reports of earlier versions have no adjusted figures.
          const best = adjusted ?? one;
          const { lower, upper } = best.difference_interval;
          const format = (value: number): string => formatValue(measure, value, say);
          const sign = (value: number): string => formatSigned(value, format);
          return [
            decides ? t('{measure} (decides)', { measure: name }) : name,
            sign(best.difference),
            ...[lower, upper].map((limit) => formatKnown(limit, sign)),
            ...[best.sent, best.held_out].map(format),
            formatLift(best),
            adjusted ? formatLift(one) : '',
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
        columns: [{ title: '' }, ...[t('Estimate'), t('From'), t('To')].map((one) => createFigure(one))],
        // None that the verdict does not claim.
        rows:
          !isEarned || earned.lower === null || earned.upper === null
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
    tables: withRows([
      {
        id: 'plan',
        title: t('What shows in 8 of 10 campaigns'),
        evidence: stateEvidence([
          ...stateFigure(t('Read from past customers'), past.customers, number),
          ...stateFact(t('Their orders from'), past.since, (from) =>
            t('{from} to {to}', { from: day(from), to: formatKnown(past.until, day) }),
          ),
        ]),
        columns: [
          { title: t('Measure') },
          createFigure(t('Smallest change')),
          ...(measures[0]?.customers_for ?? [])
            .toReversed()
            .map(({ lift }) => createFigure(t('Customers for {lift}', { lift: percent(lift, 0) }))),
          createFigure(t('Per 100 customers')),
          createEvidence(t('Unadjusted')),
        ],
        rows: measures.map(({ measure, mean, adjusted, ...plain }) => {
          const { detectable_lift, customers_for } = adjusted ?? plain;
          return [
            t(NAMES[measure]),
            formatLift(detectable_lift),
            ...customers_for.toReversed().map((one) => number(one.customers)),
            formatValue(measure, mean, say),
            adjusted ? formatLift(plain.detectable_lift) : '',
          ];
        }),
      },
    ]),
  };
}

function stateEvidence(facts: readonly Fact[]): string {
  return facts.map(([name, shown]) => `${name}: ${shown}`).join(' · ');
}

/** `value`: per customer. */
function formatValue(measure: Measure, value: number, { number, money }: Say): string {
  return measure === 'revenue' ? money(100 * value) : number(100 * value, 1);
}
