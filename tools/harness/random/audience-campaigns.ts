// Creates made-up shops whose audience is refreshed, held out and measured as the service does it: runs select members,
// a keyed hash decides who is held out, and the service's analysis computes the report. Some join later, some leave;
// orders are skewed.

import {
  createEmptyMembership,
  holdOut,
  refreshMembers,
} from '../../../src/analysis/audiences/membership.ts';
import { buildList } from '../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds } from '../../../src/analysis/customer-lists/customer-ids.ts';
import { selectAssigned } from '../../../src/analysis/effect/assigned.ts';
import { computeEffect, type Effect } from '../../../src/analysis/effect/measure-effect.ts';
import { findAssignedOrders, toOutcomes } from '../../../src/analysis/effect/outcomes.ts';
import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import { createQuestion } from '../../../src/analysis/report-types/effect/question.ts';
import type { CustomerList } from '../../../src/contract/customer-lists/columns.ts';
import { resolveEffectSettings } from '../../../src/contract/report-types/effect/settings.ts';
import { resolveReport } from '../../../src/contract/report-types/resolve.ts';
import { toDate } from '../../../src/contract/settings/calendar.ts';
import { drawNormal, drawPoisson, type Random } from './random.ts';

export interface AudienceCampaign {
  readonly customers: number;
  readonly holdOut: number;
  readonly days: number;
  /** Share of the customers who are selected by the first run; the others join one by one at later runs. */
  readonly atOnce: number;
  /** Orders of a customer in the window, on average. */
  readonly orders: number;
  /** Standard deviation of the logarithm of an order's value. */
  readonly skew: number;
  /** Relative rise of the orders of members who are not held out, from the day of their assignment on. */
  readonly lift: number;
}

const DAY_MS = 86_400_000;
const FIRST = 20_000;
/** Days between two runs. */
const RUNS = 3;
/** Share of the members whom a run no longer selects. */
const LEAVING = 0.02;

export interface DrawnCampaign {
  /** Returns the effect that a report states on this day of the window, from 1. */
  look(day: number, relabellings: number): Effect;
  readonly joinedLater: number;
  readonly left: number;
}

export function drawAudience(random: Random, design: AudienceCampaign): DrawnCampaign {
  const { customers, days } = design;
  const key = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  const isHeldOut = holdOut(key, design.holdOut);
  const joins = Array.from({ length: customers }, () =>
    random() < design.atOnce ? 0 : Math.floor(random() * days * 0.7),
  );
  const gone = new Set<number>();
  let members: CustomerList = createEmptyMembership();
  const lists: CustomerList[] = [];
  for (let day = 0; day < days; day++) {
    if (day % RUNS === 0) {
      const chosen = joins.flatMap((joined, at) => (joined <= day && !gone.has(at) ? [at] : []));
      for (const at of chosen) if (day > 0 && random() < LEAVING) gone.add(at);
      const ids = chosen.filter((at) => !gone.has(at)).map(toId);
      const { head, columns } = buildList({
        reportType: 'RFM',
        ids: createCustomerIds(ids),
        groups: [],
        figures: { group: new Uint8Array(ids.length) },
      });
      const selected = { columns, rows: Uint32Array.from(Array(head.rows).keys()) };
      members = refreshMembers(members, selected, (FIRST + day) * DAY_MS + 1, isHeldOut).list;
    }
    lists.push(members);
  }
  const orders = Array.from({ length: customers }, (_, at) =>
    drawOrders(random, design, joins[at] ?? 0, isHeldOut(toId(at))),
  );
  const columns = buildColumns(orders);
  const { settings: shared } = resolveReport({ template: 'audience_effect' });
  const settings = resolveEffectSettings(shared, { audience_id: 'made-up', since: toDate(FIRST), days });
  return {
    joinedLater: joins.filter((day) => day > 0).length,
    left: gone.size,
    look(day, relabellings) {
      const assigned = selectAssigned(lists[day - 1] ?? members, Number.POSITIVE_INFINITY);
      const newest = FIRST + day - 1;
      const { assignments, window } = createQuestion(settings, assigned, newest);
      // Later orders are not in the data yet.
      const found = findAssignedOrders(columns, assignments, { ...window, last: newest });
      const question = { window, decidesOn: 'orders' as const, relabellings };
      return computeEffect(toOutcomes(found, assignments), question, newest);
    },
  };
}

const toId = (at: number): string => `customer ${at}`;

interface Order {
  readonly day: number;
  readonly value: number;
}

/** Rates are exponential, so that many never order and few order often. */
function drawOrders(
  random: Random,
  { orders, days, skew, lift }: AudienceCampaign,
  joined: number,
  isHeldOut: boolean,
): Order[] {
  const rate = -Math.log(1 - random()) * orders;
  const drawBetween = (mean: number, from: number, to: number): Order[] =>
    Array.from({ length: drawPoisson(random, mean) }, () => ({
      day: from + Math.floor(random() * (to - from)),
      value: Math.round(30 * Math.exp(skew * drawNormal(random)) * 100) / 100,
    }));
  const more = isHeldOut ? 0 : rate * lift * ((days - joined) / days);
  return [...drawBetween(rate, 0, days), ...drawBetween(more, joined, days)];
}

function buildColumns(orders: readonly (readonly Order[])[]) {
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true });
  for (const [at, of] of orders.entries()) {
    for (const [nth, { day, value }] of of.entries()) {
      const header = { orderId: `${at}-${nth}`, customerId: toId(at), orderDate: (FIRST + day) * DAY_MS };
      builder.add(header, [
        { name: 'Tea', sku: undefined, unitPrice: value, quantity: 1, customFields: undefined },
      ]);
    }
  }
  return builder.build();
}
