// The survey of baskets in partitions joined: what it says of the report, and how its itemsets are to be searched.
import type { JoinedSurvey } from '../../core/basket-parts/joined-survey.ts';
import type { SurveySettings } from '../../core/basket-parts/survey.ts';
import { summaryOf } from '../../core/baskets/baskets.ts';
import { referenceDay } from '../../core/baskets/window.ts';
import { apartRanks } from '../../core/mining/apart-items.ts';
import { allowedProducts, isWorthNarrowing } from '../../core/mining/narrowed-search.ts';
import { rankProducts } from '../../core/mining/ranked-baskets.ts';
import { firstAttempt } from '../../core/mining/search-attempts.ts';
import { leastCount } from '../../core/mining/thresholds.ts';
import type { WholeDataset } from '../../core/partitions/part-columns.ts';
import { basketFigures, namesProducts } from './basket-figures.ts';
import type { SearchKnown } from './search-known.ts';
import type { MbaSettings } from './settings.ts';

export function surveySettings(settings: MbaSettings): SurveySettings {
  const { productLevels, rules } = settings;
  return { productLevels, rules, namesProducts: namesProducts(settings) };
}

export function searchAfter(survey: JoinedSurvey, settings: MbaSettings, whole: WholeDataset): SearchKnown {
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
      asked: least,
      state: firstAttempt(least),
    },
    ranks: Array.from(productOf, (item) => items[item] ?? ''),
    apart: apart && apartRanks(apart, productOf),
    candidates: undefined,
    held: undefined,
  };
}
