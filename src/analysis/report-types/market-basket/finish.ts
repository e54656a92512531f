// Describes the figures of a market basket report, and their changes since the previous one.

import type { MarketBasketKind } from '../../../contract/report-types/market-basket/definition.ts';
import { compareFoundRules } from '../../changes/rule-changes.ts';
import type { ReportTypeFinish } from '../report-type.ts';
import { fitRules } from './fit.ts';
import { withMbaInsights } from './insights.ts';
import { chooseMbaInsights } from './model-choice.ts';

export const marketBasketFinish = {
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.companion(), later.companion()]);
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, rules: compareFoundRules(before, after) };
  },
  describe: (body, changes, settings) => withMbaInsights({ ...body, changes }, settings),
  choose: chooseMbaInsights,
  fit: fitRules,
} as const satisfies ReportTypeFinish<MarketBasketKind>;
