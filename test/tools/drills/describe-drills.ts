// Runs drills as tests with a few seeds each; `npm run -s drill -- all` runs more. The mutations prove that drills find
// the errors that they are for.
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
  const title = '$name finds no violation: $about';
  const run = async (drill: Drill): Promise<void> => {
    const { first_violation } = await runDrill(drill, 1, Math.max(runs, drill.leastRuns ?? 0), engines);
    expect(first_violation).toBeUndefined();
  };
  // Drills mostly wait, for turns and for real time.
  describe.concurrent('concurrent drills', () => {
    it.each(now.filter(({ isAlone }) => !isAlone))(title, { timeout: 300_000 }, run);
  });
  it.each(now.filter(({ isAlone }) => isAlone))(title, { timeout: 300_000 }, run);
}
