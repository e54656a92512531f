// The survey of baskets in partitions joined: what it says of the report, and how its itemsets are to be searched.

import type { MbaSettings } from '../../../contract/report-types/market-basket/settings.ts';
import { basketLevels, itemLevels, labelLevels } from '../../../contract/settings/product-levels.ts';
import type { JoinedSurvey } from '../../../core/basket-parts/joined-survey.ts';
import type { SurveySettings } from '../../../core/basket-parts/survey.ts';
import { summaryOf } from '../../../core/baskets/baskets.ts';
import { referenceDay } from '../../../core/baskets/selection.ts';
import { chanceOf } from '../../../core/mining/rule-chance.ts';
import { allowedProducts, isWorthNarrowing } from '../../../core/mining/search/narrowed-search.ts';
import { apartRanks, rankProducts } from '../../../core/mining/search/ranked-baskets.ts';
import { firstAttempt } from '../../../core/mining/search/search-budget.ts';
import { leastCount } from '../../../core/mining/search/thresholds.ts';
import type { WholeDataset } from '../../../core/partitions/part-columns.ts';
import { basketFigures, namesProducts } from '../basket-figures.ts';
import type { SearchKnown, Sent } from './search-known.ts';

export function surveySettings(settings: MbaSettings): SurveySettings {
  const { rules, serve, servedFields: fields = [] } = settings;
  const serving = serve ? { levels: labelLevels(settings) ?? basketLevels(settings), fields } : undefined;
  return { levels: itemLevels(settings), rules, namesProducts: namesProducts(settings), serving };
}

/** `sent`: what recommendations and profiles need, where the report has them. */
export function searchAfter(
  survey: JoinedSurvey,
  settings: MbaSettings,
  whole: WholeDataset,
  sent: Sent,
): SearchKnown {
  const { basketCount, held, items, apart } = survey;
  const { rules } = settings;
  const least = leastCount(settings.minSupport, basketCount);
  const isNarrow = rules !== undefined && isWorthNarrowing(held, basketCount);
  const frequency = isNarrow ? survey.heldFrequency : survey.frequency;
  const isAllowed = rules && allowedProducts(items, rules);
  const productOf = rankProducts(
    isAllowed === undefined ? frequency : frequency.map((count, item) => count * (isAllowed[item] ?? 0)),
    least,
  );
  const reference = referenceDay(whole, settings.dateRange);
  const figures = basketFigures(
    {
      ...summaryOf(survey.totals, survey.labels, settings, reference),
      basketCount,
      entries: survey.firstEntries,
      fees: survey.fees,
    },
    settings,
    items,
  );
  return {
    head: {
      figures,
      basketCount,
      searched: isNarrow ? held : basketCount,
      isNarrow,
      isSafe: survey.isSafe,
      scale: whole.scale,
      chance: chanceOf({ ...survey, products: items }, least, rules),
      periods: survey.periods,
      asked: least,
      state: firstAttempt(least),
    },
    ranks: Array.from(productOf, (item) => items[item] ?? ''),
    apart: apart && apartRanks(apart, productOf),
    candidates: undefined,
    held: undefined,
    ...sent,
  };
}
