// The list of mutations fits the source: each mutation can be applied, and names checks that exist.
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, it } from 'vitest';
import { DRILLS } from '../../../tools/drills/drills.ts';
import { applyMutation, isDrill, MUTATIONS } from '../../../tools/mutations/mutations.ts';

const drills = new Set(DRILLS.map(({ name }) => name));

it('lists only mutations that can be applied, leave valid syntax, and name existing checks', () => {
  for (const mutation of MUTATIONS) {
    const changed = applyMutation(mutation, readFileSync(mutation.file, 'utf8'));
    expect(() => stripTypeScriptTypes(changed), mutation.name).not.toThrow();
    for (const check of mutation.noticedBy)
      expect(isDrill(check) ? drills.has(check) : existsSync(check), `${mutation.name}: ${check}`).toBe(true);
  }
});

it('gives each mutation a name of its own', () => {
  const names = MUTATIONS.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
