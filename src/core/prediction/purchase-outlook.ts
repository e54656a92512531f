// The purchase model that the data determine, and what it expects of a customer.
import { type PurchaseHistory, type PurchaseParameters, probabilityAlive } from './beta-geometric.ts';
import { expectedPurchases } from './expected-purchases.ts';
import { fitNbd, fitPurchases } from './fit-purchases.ts';
import type { NbdParameters } from './nbd.ts';
import { type PurchaseHistories, type PurchasePatterns, purchasePatterns } from './purchase-patterns.ts';

/**
 * MBG/NBD where the data show customers leaving, else NBD, in which nobody does. BG/NBD is not among them: it
 * takes a customer who bought once to be one for ever, however long ago that was, and in a shop most customers bought
 * once. It fits CDNOW as well as MBG/NBD does (log-likelihoods −9582.4 and −9582.1), is kept because its results are
 * published to the digit, and shares every line that computes them.
 */
export type OutlookModel =
  | (PurchaseParameters & { readonly name: 'MBG/NBD' })
  | (NbdParameters & { readonly name: 'NBD'; readonly a: null; readonly b: null });

/**
 * Half the 95 % point of χ² with two degrees of freedom: MBG/NBD has two parameters more than NBD, and by less than
 * this they are no gain.
 */
const NO_GAIN = 3;

/** Undefined where the purchases do not determine how purchase rates differ, or how customers leave. */
export function fitOutlook(
  histories: PurchaseHistories,
  patterns: PurchasePatterns = purchasePatterns(histories),
): OutlookModel | undefined {
  const staying = fitNbd(histories, patterns);
  const leaving = fitPurchases('MBG/NBD', histories, patterns);
  if (staying.converged && leaving.logLikelihood - staying.logLikelihood <= NO_GAIN)
    return { name: 'NBD', ...staying.parameters, a: null, b: null };
  // At their bound a and b are not determined, and it is not that nobody leaves: all customers leave alike.
  if (!leaving.converged || !leaving.dropoutDetermined) return undefined;
  return { name: 'MBG/NBD', ...leaving.parameters };
}

export interface PurchaseOutlook {
  /** Probability that the customer has not left for good, 0..1. */
  readonly alive: number;
  /** Expected purchases in the time ahead. */
  readonly purchases: number;
  /** Probability of at least one of them, 0..1. */
  readonly anyPurchase: number;
}

/** `time`: ahead, in the histories' unit. */
export function outlookOf(model: OutlookModel, history: PurchaseHistory, time: number): PurchaseOutlook {
  const shape = model.r + history.frequency;
  const rate = model.alpha + history.age;
  // A customer who is alive buys next before there is a chance to leave: the gap is that of the gamma-Poisson mixture.
  const anyWhileAlive = -Math.expm1(-shape * Math.log1p(time / rate));
  if (model.name === 'NBD') {
    return { alive: 1, purchases: (shape / rate) * time, anyPurchase: anyWhileAlive };
  }
  const alive = probabilityAlive(model.name, model, history);
  return {
    alive,
    purchases: expectedPurchases(model.name, model, history, time),
    anyPurchase: alive * anyWhileAlive,
  };
}
