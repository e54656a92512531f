// How fast memory grows while the same traffic goes on: what a leak shows, and a warm-up does not.

export interface Sample {
  readonly seconds: number;
  readonly mb: number;
}

/**
 * MB a minute by least squares, over the second half of the time: until then threads start and caches fill. 0 with fewer than two
 * samples there.
 */
export function growthOf(samples: readonly Sample[]): number {
  const half = (samples.at(-1)?.seconds ?? 0) / 2;
  const late = samples.filter(({ seconds }) => seconds >= half);
  const minutes = late.map(({ seconds }) => seconds / 60);
  const centre = meanOf(minutes);
  const mean = meanOf(late.map(({ mb }) => mb));
  const spread = minutes.reduce((sum, at) => sum + (at - centre) ** 2, 0);
  const joint = late.reduce((sum, { seconds, mb }) => sum + (seconds / 60 - centre) * (mb - mean), 0);
  return spread === 0 ? 0 : joint / spread;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
