// Shops of literal orders, drawn from a seed.

import {
  type CustomerDays,
  createCustomerDays,
  findFirstPurchaseDay,
} from '../../../src/analysis/prediction/customer-days.ts';
import { type Forecast, forecast } from '../../../src/analysis/prediction/forecast.ts';
import { type Histories, HORIZON_DAYS } from '../../../src/analysis/prediction/histories.ts';
import { createOrigin } from '../../../src/analysis/prediction/origins.ts';
import { scoreCustomers } from '../../../src/analysis/rfm/customer-scores.ts';
import { selectRfmCustomers } from '../../../src/analysis/rfm/customers.ts';
import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

export const FIRST = Date.UTC(2024, 0, 1) / 86_400_000;
export const REFERENCE = FIRST + 360;
export const CUT = REFERENCE - 90;

export function formatDate(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

export const getDay = ({ date = '' }: LiteralOrder): number => Math.floor(Date.parse(date) / 86_400_000);
export const isPurchase = ({ lines }: LiteralOrder): boolean => lines.some(({ quantity }) => quantity > 0);
export const sumSpend = ({ lines }: LiteralOrder): number =>
  lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);

/**
 * Orders, returns included, of customers with own purchase rates. `rateAfter`: factor of the rates after the cut;
 * `last`: the last day of orders.
 */
export function createShop(customers: number, rateAfter = 1, last = REFERENCE): LiteralOrder[] {
  const random = createRandom(3);
  return Array.from({ length: customers }).flatMap((_, c) => {
    const rate = 0.002 + 0.03 * random() ** 3;
    const joined = Math.floor(200 * random());
    const orders: LiteralOrder[] = [];
    for (let day = joined; day <= 360; day++) {
      const isLater = FIRST + day > CUT;
      if (day > joined && random() >= rate * (isLater ? rateAfter : 1)) continue;
      const units = random() < 0.1 && day > joined ? -1 : 1 + Math.floor(3 * random());
      const date = formatDate(FIRST + day);
      if (FIRST + day <= last)
        orders.push({
          id: `${c}-${day}`,
          customer: `c${c}`,
          date,
          lines: [createLine('Tea', 4 + (c % 9), units)],
        });
    }
    return orders;
  });
}

/** Orders of customers who buy at exactly equal intervals: repeating the past predicts them without error. */
export function createClockwork(customers = 60): LiteralOrder[] {
  return Array.from({ length: customers }).flatMap((_, c) =>
    Array.from({ length: 36 }, (__, n): LiteralOrder => {
      const every = 1 + (c % 4);
      return {
        id: `${c}-${n}`,
        customer: `c${c}`,
        date: formatDate(FIRST + 10 * n + (c % 10)),
        lines: [createLine('Tea', 4 + c, n % every === 0 ? 1 : -1)],
      };
    }),
  );
}

/** Orders of customers whose intervals vary by up to a fifth, and who leave with an own probability. */
export function createRegulars(customers: number): LiteralOrder[] {
  const random = createRandom(8);
  return Array.from({ length: customers }).flatMap((_, c) => {
    const [interval, leaves] = [15 + 45 * random(), 0.5 * random() ** 2];
    const orders: LiteralOrder[] = [];
    for (let day = 120 * random(); day <= 360; day += interval * (0.8 + 0.4 * random())) {
      const date = formatDate(FIRST + Math.floor(day));
      orders.push({
        id: `${c}-${orders.length}`,
        customer: `c${c}`,
        date,
        lines: [createLine('Tea', 4 + (c % 9))],
      });
      if (random() < leaves) break;
    }
    return orders;
  });
}

export interface Forecasted {
  readonly found: Forecast;
  readonly days: CustomerDays;
  readonly segment: Uint8Array;
  /** Customer ids, in the sequence of `days`. */
  readonly ids: readonly string[];
}

/** Histories whose customers are all part of the back-test. */
export function createHistories(days: CustomerDays, reference: number): Histories {
  const now = createOrigin(days, reference, HORIZON_DAYS);
  return { now, firstDay: findFirstPurchaseDay(days), tried: days, nth: 1 };
}

export function forecastOrders(orders: readonly LiteralOrder[], reference = REFERENCE): Forecasted {
  const columns = toColumns(orders);
  const until = { ...createMbaSettings(), dateRange: { end: formatDate(reference) } };
  const selected = selectRfmCustomers(columns, until, reference);
  const { segment } = scoreCustomers(selected);
  const days = createCustomerDays(columns, selected);
  const found = forecast(createHistories(days, reference), reference, {
    segment,
    segments: SEGMENT_NAMES.length,
  });
  return { found, days, segment, ids: [...selected.customer].map((index) => columns.customers[index] ?? '') };
}
