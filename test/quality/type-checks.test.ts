// `npm run types` checks every source in one project: a file in none would not be checked, one in two would be checked by
// rules that are not its own.
import { resolve } from 'node:path';
import ts from 'typescript5';
import { expect, it } from 'vitest';
import { sourceFiles } from '../../quality/import-rules/read-imports.ts';

const PROJECTS = [
  'tsconfig.json',
  'tsconfig.cdk.json',
  'tsconfig.numeric.json',
  'console/tsconfig.json',
  'console/import-worker/tsconfig.json',
];
/** Compiled by their own tests, with the packages that they need. */
const APART = /^test\/client\/generated\/flow/;

function filesOf(project: string): string[] {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => expect.unreachable(project) };
  return ts.getParsedCommandLineOfConfigFile(project, {}, host)?.fileNames ?? [];
}

it('each source is checked in one project', () => {
  const listed = PROJECTS.flatMap((project) => filesOf(project).map((file) => ({ project, file })));
  const projectsOf = Map.groupBy(listed, ({ file }) => resolve(file));
  const wrong = sourceFiles('.')
    .filter((path) => /\.tsx?$/.test(path) && !APART.test(path))
    .map((path) => ({ path, projects: projectsOf.get(resolve(path))?.map(({ project }) => project) ?? [] }))
    .filter(({ projects }) => projects.length !== 1);
  expect(wrong).toEqual([]);
});
