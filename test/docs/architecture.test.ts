// The diagrams and the table of docs/architecture.md have every function that is deployed, and none that is not.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { functionFiles } from '../../lib/bundles/function-bundles.ts';

it('names every function once', () => {
  const [functions = ''] = readFileSync('docs/architecture.md', 'utf8').split('\n## ');
  const diagrams = [...functions.matchAll(/```mermaid\n[^`]*```|^\|.*$/gm)].join('\n');
  const named =
    diagrams.match(/\b(?:http|queue|report|export|audience|erasure|schedule|webhook)\/[a-z-]+/g) ?? [];
  expect(named.sort()).toEqual([...functionFiles().keys()].sort());
});

it('is linked from and to what exists: every decision is in the index', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  const rows = [...index.matchAll(/^\| \[\d{4}\]\(([^)]+)\) \| (.*) \|$/gm)].map(([, file, title]) => [
    file,
    title,
  ]);
  const decisions = globSync('docs/decisions/0*.md').sort();
  const titles = decisions.map((path) => [
    path.replace('docs/decisions/', ''),
    readFileSync(path, 'utf8').split('\n')[0]?.slice(2),
  ]);
  expect(rows).toEqual(titles);
});
