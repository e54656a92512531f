// Drills as tests, with a few seeds each: npm run -s drill -- all has more. That they notice what they are there to find is among the
// mutations.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engines, startEngines } from '../../../tools/drills/ingest/engines.ts';
import type { Drill } from '../../../tools/drills/ingest/run.ts';
import { runDrill } from '../../../tools/drills/ingest/run-drill.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';

export function describeDrills(drills: readonly Drill[], runs: number): void {
  let engines: Engines;
  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(() => engines.stop());

  const now = drills.filter(({ inDeepRun }) => IS_DEEP || !inDeepRun);
  const title = '$name finds nothing wrong: $about';
  const run = async (drill: Drill): Promise<void> => {
    const { first_violation } = await runDrill(drill, 1, Math.max(runs, drill.leastRuns ?? 0), engines);
    expect(first_violation).toBeUndefined();
  };
  describe.concurrent('beside one another, since most of a drill is waiting, for turns and for real time', () => {
    it.each(now.filter(({ isAlone }) => !isAlone))(title, { timeout: 300_000 }, run);
  });
  it.each(now.filter(({ isAlone }) => isAlone))(title, { timeout: 300_000 }, run);
}
