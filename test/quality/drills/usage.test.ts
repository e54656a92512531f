// `npm run drill` prints how it is used.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DRILLS } from '../../../quality/drills/drills.ts';

const MAIN = join(import.meta.dirname, '../../..', 'quality', 'drills', 'main.ts');

it.each([
  ['--help', 0, 'stdout'],
  ['no-such-drill', 2, 'stderr'],
] as const)('drill %s exits with %i and lists every drill on %s', (arg, code, stream) => {
  const ran = spawnSync(process.execPath, [MAIN, arg], { encoding: 'utf8' });
  expect([ran.status, ran[stream]]).toEqual([code, expect.stringMatching(/^usage: npm run -s drill/)]);
  for (const { name } of DRILLS) expect(ran[stream]).toContain(`  ${name} `);
});
