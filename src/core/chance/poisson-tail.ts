// How likely so many events are where chance alone would have few.

/**
 * P(X >= events) for a Poisson count with this mean; 1 below mean + 1. From there on it bounds the tail of any sum of
 * independent indicators with that mean or less: Hoeffding (1956), Anderson & Samuels (1967).
 */
export function poissonTail(events: number, mean: number): number {
  if (events < mean + 1) return 1;
  if (mean <= 0) return 0;
  let term = 1;
  let sum = 1;
  for (let x = events; term > sum * 1e-17; x++) {
    term *= mean / (x + 1);
    sum += term;
  }
  let logTerm = events * Math.log(mean) - mean;
  for (let factor = 2; factor <= events; factor++) logTerm -= Math.log(factor);
  return Math.min(1, Math.exp(logTerm) * sum);
}
