// Computes an effect report over parts of the customers, or over one part with all of them, in one pass: each part has
// the orders of its assigned customers.

import type { EffectKind } from '../../../contract/report-types/effect/definition.ts';
import { toDay } from '../../../contract/settings/calendar.ts';
import { NOBODY } from '../../effect/assigned.ts';
import { findAssignedOrders } from '../../effect/outcomes.ts';
import { joinOrders, packOrders } from '../../effect/packed-orders.ts';
import type { UnpackedColumns } from '../../extract/packed-columns.ts';
import type { ReportTypeAnalysis } from '../partitioned.ts';
import { createEffectAnalysis } from './analyse.ts';
import { createQuestion } from './question.ts';

export const effectAnalysis: ReportTypeAnalysis<EffectKind> = {
  // All days are needed: a customer whose orders are older has ordered, too.
  daysNeeded: () => undefined,
  partitionBy: () => 'customer',
  inPart(part, settings, whole, _known, { assigned = NOBODY }) {
    const { assignments, window } = createQuestion(settings, assigned, toDay(whole.newestDate));
    return {
      found: packOrders(assignments.customers, findAssignedOrders(part.orders(), assignments, window)),
    };
  },
  join(settings, whole) {
    const parts: UnpackedColumns[] = [];
    return {
      add: (found) => parts.push(found),
      end({ assigned = NOBODY }) {
        const newest = toDay(whole.newestDate);
        const question = createQuestion(settings, assigned, newest);
        const orders = joinOrders(parts, question.assignments.customers, whole.scale);
        return { analysis: createEffectAnalysis(orders, question, { settings, assigned, newest }) };
      },
    };
  },
};
