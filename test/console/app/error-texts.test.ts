// Errors of the service and of its client in German: a sentence for each code, no more.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorsDe } from '../../../console/texts/de/errors.ts';
import { ERRORS } from '../../../src/contract/errors/error-descriptions.ts';

/** As the client's sources have them. */
function clientCodes(): string[] {
  const folder = join(import.meta.dirname, '../../../client/src');
  return globSync('**/*.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bcode: '([a-z_]+)'/g)].flatMap(
      ([, code]) => code ?? [],
    ),
  );
}

it('has a sentence for every code of the service and of the client, and for no other', () => {
  const codes = new Set([...Object.keys(ERRORS), ...clientCodes()]);
  expect(Object.keys(errorsDe).sort()).toEqual([...codes].sort());
  const sentences = Object.values(errorsDe).map((sentence) => sentence({}));
  expect(new Set(sentences).size).toBe(codes.size);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-ZÄÖÜ].*\.$/);
});

it('says how many reports a month has', () => {
  expect(errorsDe.monthly_limit_exceeded?.({ limit: 1_000, used: 1_000 })).toContain('1.000 von 1.000');
});
