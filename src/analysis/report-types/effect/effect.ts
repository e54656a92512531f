// An effect report over parts of the customers, or over one part of them all, in one pass: each has the orders of its assigned customers.

import type { EffectKind } from '../../../contract/report-types/effect/definition.ts';
import { dayOf } from '../../../contract/settings/calendar.ts';
import { NOBODY } from '../../effect/assigned.ts';
import { assignedOrders } from '../../effect/outcomes.ts';
import { joinedOrders, orderColumns } from '../../effect/packed-orders.ts';
import type { UnpackedColumns } from '../../extract/packed-columns.ts';
import type { ReportTypeAnalysis } from '../partitioned.ts';
import { analysisOf } from './analyse.ts';
import { questionOf } from './question.ts';

export const effectAnalysis: ReportTypeAnalysis<EffectKind> = {
  // Who has ever ordered is known of customers whose orders are older, too.
  daysNeeded: () => undefined,
  partitionBy: () => 'customer',
  inPart(part, settings, whole, _known, { assigned = NOBODY }) {
    const { assignments, window } = questionOf(settings, assigned, dayOf(whole.newestDate));
    return { found: orderColumns(assignments.customers, assignedOrders(part.orders(), assignments, window)) };
  },
  join(settings, whole) {
    const parts: UnpackedColumns[] = [];
    return {
      add: (found) => parts.push(found),
      end({ assigned = NOBODY }) {
        const newest = dayOf(whole.newestDate);
        const question = questionOf(settings, assigned, newest);
        const orders = joinedOrders(parts, question.assignments.customers, whole.scale);
        return { analysis: analysisOf(orders, question, { settings, assigned, newest }) };
      },
    };
  },
};
