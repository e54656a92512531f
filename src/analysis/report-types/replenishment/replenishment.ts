// Replenishment: who is due to buy again, when and what.

import type { ReplenishmentKind } from '../../../contract/report-types/replenishment/definition.ts';
import type {
  cadence,
  dueBacktest,
  expectedOrders,
  productDates,
  productFiguresShape,
} from '../../../contract/report-types/replenishment/schema.ts';
import type { AllSame, Same, Shape } from '../../../contract/schema/shape.ts';
import { daysNeeded } from '../../baskets/selection.ts';
import type { DueBacktest } from '../../prediction/replenishment/due-backtest.ts';
import type { Cadence } from '../../prediction/replenishment/due-customers.ts';
import type { ExpectedDays } from '../../prediction/replenishment/expected-totals.ts';
import type { ProductBacktest } from '../../prediction/replenishment/product-backtest.ts';
import type { ProductRow } from '../../prediction/replenishment/product-table.ts';
import type { ReportTypeAnalysis } from '../report-type.ts';
import { analyseReplenishment, partitionedReplenishment } from './partitioned.ts';

export const replenishmentAnalysis = {
  daysNeeded,
  analyse: analyseReplenishment,
  partitioned: partitionedReplenishment,
} as const satisfies ReportTypeAnalysis<ReplenishmentKind>;

/** The analytics' own types are the shapes of the contract: a difference does not compile. */
export type Checked = AllSame<
  [
    Same<ProductRow, Shape<typeof productFiguresShape>>,
    Same<DueBacktest, Shape<typeof dueBacktest>>,
    Same<ProductBacktest, Shape<typeof productDates>>,
    Same<Cadence, Shape<typeof cadence>>,
    Same<ExpectedDays, Shape<typeof expectedOrders>>,
  ]
>;
