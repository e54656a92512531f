// The drills of the ingest with a few seeds each (npm run -s drill -- all has more), and that each of them notices
// what it is there to find.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRILLS } from './ingest/drills.ts';
import { type Engines, startEngines } from './ingest/engines.ts';
import { runDrill } from './ingest/run-drill.ts';
import { SABOTAGES } from './ingest/sabotage.ts';

const RUNS = 15;
const RUNS_OF_A_SABOTAGE = 8;
let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.stop());

describe.each(DRILLS)('$name: $about', (drill) => {
  it(`finds nothing wrong in ${RUNS} runs`, { timeout: 60_000 }, async () => {
    const { first_violation } = await runDrill(drill, 1, RUNS, engines);
    expect(first_violation).toBeUndefined();
  });

  it.each(SABOTAGES.filter((sabotage) => sabotage.drill === drill.name))(
    'complains when $what',
    { timeout: 60_000 },
    async ({ spoil, complaint }) => {
      const spoilt = spoil(engines);
      const complaints: string[] = [];
      for (let seed = 1; seed <= RUNS_OF_A_SABOTAGE; seed++) {
        complaints.push(...(await drill.run(seed, spoilt)));
        if (complaints.some((text) => complaint.test(text))) break;
      }
      expect(complaints).toContainEqual(expect.stringMatching(complaint));
    },
  );
});

it('has a sabotage for every drill', () => {
  expect(SABOTAGES.map(({ drill }) => drill).sort()).toEqual(DRILLS.map(({ name }) => name).sort());
});

it('repeats a run by its seed', async () => {
  const [sabotage] = SABOTAGES;
  const drill = DRILLS.find(({ name }) => name === sabotage?.drill);
  const first = await drill?.run(3, sabotage?.spoil(engines) ?? engines);
  const second = await drill?.run(3, sabotage?.spoil(engines) ?? engines);
  expect(first?.length).toBeGreaterThan(0);
  expect(second).toEqual(first);
});
