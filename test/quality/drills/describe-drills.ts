// Drills as tests: with a few seeds each (npm run -s drill -- all has more), and that each of them notices what it is
// there to find.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engines, startEngines } from '../../../quality/drills/ingest/engines.ts';
import type { Drill } from '../../../quality/drills/ingest/run.ts';
import { runDrill, runOnce } from '../../../quality/drills/ingest/run-drill.ts';
import type { Sabotage } from '../../../quality/drills/ingest/sabotage.ts';
import { IS_DEEP } from '../../../quality/harness/depth.ts';

const TIMEOUT_MS = 300_000;
/** Runs of one drill with one seed draw equal ids: they follow one another. */
const OF_A_DRILL = { timeout: TIMEOUT_MS, concurrent: false };
/** The first complaint ends the runs. */
const RUNS_OF_A_SABOTAGE = 30;
/** Of drills that start a whole local cloud for each run. */
const RUNS_OF_A_CLOUD = 8;

export function describeDrills(drills: readonly Drill[], sabotages: readonly Sabotage[], runs: number): void {
  let engines: Engines;
  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(() => engines.stop());

  const describeOne = (drill: Drill): void => {
    const count = Math.max(runs, drill.leastRuns ?? 0);
    it(`finds nothing wrong in ${count} runs`, OF_A_DRILL, async () => {
      const { first_violation } = await runDrill(drill, 1, count, engines);
      expect(first_violation).toBeUndefined();
    });

    // The guards themselves have cheaper tests: quality/mutations/guards.
    const own = sabotages.filter(({ drill: name }) => IS_DEEP && name === drill.name);
    it.each(own)(
      'complains when $what',
      OF_A_DRILL,
      async ({ spoil, complaint, longestMs, seed: known = 1 }) => {
        const spoilt = spoil(engines);
        const complaints: string[] = [];
        const seeds = drill.atOnce === 1 ? RUNS_OF_A_CLOUD : RUNS_OF_A_SABOTAGE;
        for (let seed = known; seed < known + seeds; seed++) {
          complaints.push(...(await runOnce(drill, seed, spoilt, longestMs)));
          if (complaints.some((text) => complaint.test(text))) break;
        }
        expect(complaints).toContainEqual(expect.stringMatching(complaint));
      },
    );
  };
  const now = drills.filter(({ inDeepRun }) => IS_DEEP || !inDeepRun);
  // Most of a drill is waiting, for turns and for real time: some run beside one another.
  describe.concurrent.each(now.filter(({ isAlone }) => !isAlone))('$name: $about', describeOne);
  describe.each(now.filter(({ isAlone }) => isAlone))('$name: $about', describeOne);

  it('has a sabotage for every drill', () => {
    const spoilt = new Set(sabotages.map(({ drill }) => drill));
    expect([...spoilt].sort()).toEqual(drills.map(({ name }) => name).sort());
  });
}
