// The facts and tables of what an audience or a campaign changed, or of a plan for one.
import type { EffectReport } from '../../client/src/index.ts';
import {
  createFigure,
  formatKnown,
  formatSigned,
  type Say,
  type ShownReport,
  type ShownTable,
  stateFact,
  stateFigure,
  withRows,
} from './shown.ts';

type Effect = NonNullable<EffectReport['effect']>;
type Plan = NonNullable<EffectReport['plan']>;
type Measured = Effect['measures'][number];
type Measure = Measured['measure'];
type Compared = Omit<Measured, 'measure' | 'decides' | 'test' | 'adjusted'>;
type PlannedLift = Pick<Plan['measures'][number], 'detectable_lift' | 'customers_for'>;

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

function showMeasured(effect: Effect, say: Say): ShownReport {
  const { t, number, percent, money, day } = say;
  const { sent, held_out, measures, earned, relabellings } = effect;
  const formatShare = (value: number | null): string => formatKnown(value, (one) => percent(one));
  const formatLift = (value: number | null): string =>
    formatKnown(value, (one) => formatSigned(one, percent));
  const createRow = (name: string, of: (one: typeof sent) => string) => [name, of(sent), of(held_out)];
  const arms = [createFigure(t('Sent')), createFigure(t('Held out'))];
  const createMeasureRow = (name: string, measure: Measure, of: Compared) => [
    name,
    ...[of.sent, of.held_out].map((value) => formatValue(measure, value, say)),
    ...[of.lift, of.lift_interval.lower, of.lift_interval.upper].map(formatLift),
    formatKnown(of.p_value, (p) => number(p, 3)),
    formatShare(of.detectable_lift),
    formatKnown(of.days_needed, (days) => number(days)),
  ];
  const deciding = measures.find(({ decides }) => decides);
  const shownMeasures: ShownTable = {
    id: 'measures',
    title: t('Per customer assigned'),
    columns: [
      { title: t('Measure') },
      ...arms,
      ...[t('Lift'), t('From'), t('To')].map((one) => createFigure(one)),
      ...[t('p, one look'), t('Lift seen by the end'), t('Days needed')].map(
        (one) => ({ ...createFigure(one, 100), isEvidence: true }) as const,
      ),
    ],
    rows: measures.flatMap((one) => {
      const { measure, decides, adjusted } = one;
      const name = t(NAMES[measure]);
      const decided = (text: string) => t('{measure} (decides)', { measure: text });
      // Reports of earlier versions have no adjusted figures.
      if (!adjusted) return [createMeasureRow(decides ? decided(name) : name, measure, one)];
      const better = t('{measure}, adjusted', { measure: name });
      return [
        createMeasureRow(name, measure, one),
        createMeasureRow(decides ? decided(better) : better, measure, adjusted),
      ];
    }),
  };
  return {
    facts: [
      [t('Days that count'), t('{from} to {to}', { from: day(effect.since), to: day(effect.until) })],
      [
        t('Days passed'),
        t('{some} of {all}', { some: number(effect.days_passed), all: number(effect.days) }),
      ],
      ...stateFigure(t('Days to go'), effect.days_to_go, number),
      [t('Decides'), t(NAMES[effect.decides_on])],
    ],
    evidence: [
      ...stateFact(t('Variance explained by earlier orders'), deciding?.adjusted?.explained, formatShare),
      [
        t('Other ways to choose who is held out'),
        `${number(relabellings.count)}${relabellings.exact ? ` (${t('all')})` : ''}`,
      ],
    ],
    tables: withRows([
      shownMeasures,
      {
        ...{ id: 'arms', title: t('Everyone assigned'), columns: [{ title: '' }, ...arms] },
        rows: [
          createRow(t('Customers'), (one) => number(one.customers)),
          createRow(t('Customers who ordered'), (one) => number(one.customers_who_ordered)),
          createRow(t('of all'), (one) => formatShare(one.ordered_share)),
          createRow(t('ordered twice, of all'), (one) => formatShare(one.repeat_share)),
          createRow(t('Orders'), (one) => number(one.orders)),
          createRow(t('Net revenue'), (one) => money(one.net_revenue)),
        ],
      },
      {
        id: 'earned',
        title: t('Net revenue beside the same customers without the campaign'),
        columns: [{ title: '' }, ...[t('Estimate'), t('From'), t('To')].map((one) => createFigure(one))],
        rows:
          earned.lower === null || earned.upper === null
            ? []
            : [
                [
                  t('All it was sent to'),
                  ...[earned.amount, earned.lower, earned.upper].map((one) => money(one)),
                ],
              ],
      },
    ]),
  };
}

function showPlan({ customers, held_out, days, past, measures }: Plan, say: Say): ShownReport {
  const { t, number, percent, day } = say;
  return {
    facts: [
      ...stateFigure(t('Customers'), customers, number),
      ...stateFigure(t('Held out'), held_out, number),
      ...stateFigure(t('Days that count'), days, number),
      ...stateFigure(t('Read from past customers'), past.customers, number),
      ...stateFact(t('Their orders from'), past.since, (from) =>
        t('{from} to {to}', { from: day(from), to: formatKnown(past.until, day) }),
      ),
    ],
    tables: withRows([
      {
        id: 'plan',
        title: t('Lift that shows in 8 of 10 campaigns'),
        columns: [
          { title: t('Measure') },
          ...[t('Per customer'), t('Lift seen')].map((one) => createFigure(one)),
          ...(measures[0]?.customers_for ?? []).map(({ lift }) =>
            createFigure(t('Customers for {lift}', { lift: percent(lift, 0) })),
          ),
        ],
        rows: measures.flatMap(({ measure, mean, adjusted, ...plain }) => {
          const name = t(NAMES[measure]);
          const createRow = (title: string, { detectable_lift, customers_for }: PlannedLift) => [
            title,
            formatValue(measure, mean, say),
            formatKnown(detectable_lift, (one) => percent(one)),
            ...customers_for.map((one) => number(one.customers)),
          ];
          const better = t('{measure}, adjusted', { measure: name });
          return [createRow(name, plain), ...(adjusted ? [createRow(better, adjusted)] : [])];
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
