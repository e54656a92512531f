// Scores and segment of every customer of a report, against quintile edges taken over those same customers.
import { roundedTo } from '../money/decimal.ts';
import type { RfmFigures } from './customers.ts';
import { quantileEdges, recencyScore, score } from './scores.ts';
import { segmentOf } from './segments.ts';

/** The four edges between scores 1 to 5, ascending; for recency the score falls as days rise. */
export interface ScoreThresholds {
  readonly recency: readonly number[];
  readonly frequency: readonly number[];
  readonly monetary: readonly number[];
}

/** Scores 1 to 5 of each customer, and the index of its segment. */
export interface CustomerScores {
  readonly r: Uint8Array;
  readonly f: Uint8Array;
  readonly m: Uint8Array;
  readonly segment: Uint8Array;
  readonly thresholds: ScoreThresholds;
}

export function scoreCustomers(customers: RfmFigures): CustomerScores {
  return scoresAt(customers, scoreThresholds(customers));
}

export function scoreThresholds({ recency, frequency, monetary, spend }: RfmFigures): ScoreThresholds {
  return {
    recency: quantileEdges(recency),
    frequency: quantileEdges(frequency),
    // A fifth of the way between two amounts has one decimal more than they have: this rounds nothing but noise away.
    monetary: quantileEdges(monetary).map((edge) => roundedTo(edge, spend.scale + 1)),
  };
}

export function scoresAt(
  { count, recency, frequency, monetary }: RfmFigures,
  thresholds: ScoreThresholds,
): CustomerScores {
  const r = new Uint8Array(count);
  const f = new Uint8Array(count);
  const m = new Uint8Array(count);
  const segment = new Uint8Array(count);
  for (let c = 0; c < count; c++) {
    const rScore = recencyScore(recency[c], thresholds.recency);
    const fScore = score(frequency[c], thresholds.frequency);
    const mScore = score(monetary[c], thresholds.monetary);
    r[c] = rScore;
    f[c] = fScore;
    m[c] = mScore;
    segment[c] = segmentOf(rScore, fScore, mScore);
  }
  return { r, f, m, segment, thresholds };
}

/** The customer's segment if it had spent this much. */
export function segmentAtSpend(
  { r, f, thresholds }: Pick<CustomerScores, 'r' | 'f' | 'thresholds'>,
  customer: number,
  spend: number,
): number {
  return segmentOf(r[customer], f[customer], score(spend, thresholds.monetary));
}
