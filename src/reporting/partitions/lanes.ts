// Which partitions one function computes, one after the other.

/** Partitions that are computed at once, at most. More lanes would be more events of an execution, which has 25,000. */
const MAX_LANES = 40;
export const MAX_PARTITIONS = 1_000;

export function laneCount(parts: number): number {
  return Math.min(MAX_LANES, parts);
}

/** Ascending. */
export function partsOfLane(lane: number, parts: number): number[] {
  const lanes = laneCount(parts);
  return Array.from({ length: Math.ceil((parts - lane) / lanes) }, (_, at) => lane + at * lanes);
}

/** How many partitions a dataset is cut into. */
export function partitionsFor(lines: number, linesPerPartition: number): number {
  return Math.min(MAX_PARTITIONS, Math.max(1, Math.ceil(lines / linesPerPartition)));
}
