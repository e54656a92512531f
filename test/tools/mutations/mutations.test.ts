// The list of mutations fits the source: each of them can still be made, and is noticed by a check that exists.
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, it } from 'vitest';
import { DRILLS } from '../../../tools/drills/drills.ts';
import { applyMutation, isDrill, MUTATIONS } from '../../../tools/mutations/mutations.ts';

const drills = new Set(DRILLS.map(({ name }) => name));

it('each mutation can be made, leaves a program, and is noticed by a check that exists', () => {
  for (const mutation of MUTATIONS) {
    const changed = applyMutation(mutation, readFileSync(mutation.file, 'utf8'));
    expect(() => stripTypeScriptTypes(changed), mutation.name).not.toThrow();
    for (const check of mutation.noticedBy)
      expect(isDrill(check) ? drills.has(check) : existsSync(check), `${mutation.name}: ${check}`).toBe(true);
  }
});

it('each mutation has a name of its own', () => {
  const names = MUTATIONS.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
