// The purchase model that customers' paces are shrunk by: (M)BG/CNBD-k with k from the data, which is (M)BG/NBD for k = 1.
import type { CustomerSummaries } from '../customer-summaries.ts';
import { fitPurchases } from '../models/fit-purchases.ts';
import { NO_GAIN, type PurchaseModel } from '../models/purchase-outlook.ts';
import type { PurchasePatterns } from '../models/purchase-patterns.ts';
import { eventsPerPurchase, regularity } from '../models/regularity.ts';

/**
 * Of the models in which customers leave the likelier one, where it gains on the one without. Unlike a published forecast, a pace
 * is taken also from parameters at the edge of what is searched: customers are then all of one pace, or all leave alike, and the
 * waits and probabilities are those of that. Whether it is of any use is for the back-test to say. Models are compared on rounded
 * times; the one that is taken is fitted to the times themselves. `from`: the model of later data, to be fitted again for a trial.
 */
export function cadenceModel(
  summaries: CustomerSummaries,
  patterns: PurchasePatterns,
  from?: PurchaseModel,
): PurchaseModel {
  const k = eventsPerPurchase(regularity(summaries.lastGaps));
  const fitted = (family: PurchaseModel['family'], start = from) =>
    fitPurchases(family, summaries, {
      ...{ patterns, k, rounded: true },
      ...(start && { from: start.parameters }),
    });
  if (from !== undefined) {
    const again = fitted(from.family);
    return again.converged ? again : fitted('NBD');
  }
  const staying = fitted('NBD');
  const leaving = (['MBG/NBD', 'BG/NBD'] as const)
    .map((family) => fitted(family))
    .filter(({ converged, logLikelihood }) => converged && logLikelihood - staying.logLikelihood > NO_GAIN)
    .toSorted((left, right) => right.logLikelihood - left.logLikelihood);
  const { family, parameters } = leaving[0] ?? staying;
  return fitPurchases(family, summaries, { patterns, k, from: parameters });
}
