// What the segments are expected to order in the next 90 days, and how good such a prediction was for the 90 days before.
import type { RfmReport, RfmSegment } from '../../client/src/index.ts';
import { day, money, number, percent, texts } from '../app/words/language.ts';
import { type Column, Figures } from '../parts/figures.tsx';
import { shownRange } from './expected-orders.ts';

export function SegmentPredictions({ report }: { readonly report: RfmReport }) {
  const { predictions: said } = texts();
  const { segments, prediction_model: model, reference_date: from } = report;
  const predicted = segments.filter(isPredicted);
  // Reports of earlier versions have no such members; the notes of the others say why there are no predictions.
  if (predicted.length === 0 || model === null || model === undefined || from === null) return null;
  const { backtest } = model;
  return (
    <section class="card" id="predictions">
      <h2>{said.title(day(from))}</h2>
      {model.interval_level !== undefined && (
        <p class="muted">{said.hint(percent(model.interval_level, 0))}</p>
      )}
      <Which model={model} />
      {isTried(model) && <Expected segments={predicted} currency={report.currency} />}
      <h3>{said.backtest}</h3>
      <p>{said.tested(day(backtest.cut_date))}</p>
      <BackTest backtest={backtest} />
    </section>
  );
}

type Predicted = RfmSegment & { readonly prediction: NonNullable<RfmSegment['prediction']> };

function isPredicted(segment: RfmSegment): segment is Predicted {
  return segment.prediction !== null && segment.prediction !== undefined;
}

/** Reports that try several forecasts expect what stood the test; earlier ones showed a model’s figures either way. */
export function isTried(model: RfmReport['prediction_model']): boolean {
  return model?.backtest.candidates !== undefined || model?.backtest.orders.better_than_naive !== false;
}

/** Which forecast the report uses, how far it was off before, and whether to rely on it. */
function Which({ model: { name, k, value_by, backtest } }: { readonly model: Model }) {
  const { predictions: said } = texts();
  const { orders, cut_dates, candidates } = backtest;
  // Of an earlier version, whose figures were tried on one date.
  if (candidates === undefined || cut_dates === undefined) return null;
  const [tried, dates] = [number(candidates.length), number(cut_dates.length)];
  const [mine, naive] = [orders.segment_mean_absolute_error, orders.naive_segment_mean_absolute_error];
  const shown = name === 'own_frequency' ? said.ownFrequency : `${name}${(k ?? 1) > 1 ? ` (k = ${k})` : ''}`;
  return (
    <p>
      {orders.better_than_naive
        ? `${said.by(shown, tried, dates)} ${said.error(number(mine, 1), number(naive, 1))}`
        : `${said.repeated(tried, dates)} ${said.repeatedError(number(naive, 1))}`}{' '}
      {orders.better_than_naive && value_by === 'naive' && said.spendRepeated}
    </p>
  );
}

interface ExpectedProps {
  readonly segments: readonly Predicted[];
  readonly currency: string | null | undefined;
}

function Expected({ segments, currency }: ExpectedProps) {
  const { predictions: said, segments: names } = texts();
  const ofOrders: Column<Predicted>[] = [
    [said.willOrder, ({ prediction }) => percent(prediction.probability_purchase_90d)],
    [
      said.orders,
      ({ prediction }) =>
        shownRange(number, {
          value: prediction.expected_orders_90d,
          interval: prediction.expected_orders_90d_interval,
        }),
    ],
  ];
  const ofValue: Column<Predicted>[] = [
    [
      said.value,
      ({ prediction: { expected_value_90d: value, expected_value_90d_interval: interval } }) =>
        value === null ? '–' : shownRange((amount) => money(amount, currency), { value, interval }),
    ],
  ];
  return (
    <Figures
      label={said.expected}
      title={names.segment}
      rows={segments}
      name={({ name }) => names.name[name]}
      columns={[[names.customers, ({ count }) => number(count)], ...ofOrders, ...ofValue]}
    />
  );
}

type Model = NonNullable<RfmReport['prediction_model']>;
type BackTestOf = Model['backtest'];

/** Sums of the segments, and of all customers. */
function BackTest({ backtest: { customers, orders, segments } }: { readonly backtest: BackTestOf }) {
  const { predictions: said, segments: names } = texts();
  const rows = [
    ...segments.map((one) => ({
      name: names.name[one.segment],
      customers: one.customers,
      predicted: one.predicted_orders,
      actual: one.actual_orders,
      naive: one.naive_orders,
      error: one.orders_error,
    })),
    { name: said.all, customers, ...orders, error: orders.segment_mean_absolute_error },
  ];
  return (
    <Figures
      label={said.backtest}
      title={said.segmentThen}
      rows={rows}
      name={({ name }) => name}
      columns={[
        [names.customers, (row) => number(row.customers)],
        [said.predicted, (row) => number(row.predicted)],
        [said.actual, (row) => number(row.actual)],
        [said.naive, (row) => number(row.naive)],
        // Of one date in reports of earlier versions.
        [said.meanError, (row) => (row.error === undefined ? '–' : number(row.error, 1))],
      ]}
    />
  );
}
