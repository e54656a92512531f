// Derives mutations from the lines that changed since a commit: comparisons, conditions and removed calls. Each is
// tried by the tests that import its file most directly. No list names them, so that new code is covered at once.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript5';
import type { Mutation } from './mutations.ts';

const SOURCES = ['src', 'functions', 'packages', 'apps', 'lib'];
/** Test files for one mutation: more rarely notice more. */
const MOST_TESTS = 5;

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly becomes: string;
}

/** Lists the mutations of a source in the order of their places. */
export function listReplacements(path: string, source: string): Replacement[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const found: Replacement[] = [];
  const replace = (node: ts.Node, becomes: string): void => {
    found.push({ start: node.getStart(file), end: node.getEnd(), becomes });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node)) {
      const becomes = COMPARISONS[node.operatorToken.getText(file)];
      if (becomes !== undefined) replace(node.operatorToken, becomes);
    } else if (ts.isIfStatement(node)) replace(node.expression, `!(${node.expression.getText(file)})`);
    else if (ts.isConditionalExpression(node)) replace(node.condition, `!(${node.condition.getText(file)})`);
    else if (ts.isExpressionStatement(node) && isCall(node.expression)) replace(node, ';');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.sort((a, b) => a.start - b.start);
}

function isCall(node: ts.Expression): boolean {
  if (ts.isAwaitExpression(node) || ts.isVoidExpression(node)) return isCall(node.expression);
  // Without it, a subclass has no `this`: every test notices.
  return ts.isCallExpression(node) && node.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

/** Returns the changed lines of each source file, from 1. */
export function parseChangedLines(diff: string): ReadonlyMap<string, ReadonlySet<number>> {
  const changed = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const line of diff.split('\n')) {
    const [, path] = /^\+\+\+ b\/(.+)$/.exec(line) ?? [];
    if (path !== undefined) {
      lines = new Set();
      changed.set(path, lines);
    }
    const [, start, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    for (let at = 0; start !== undefined && at < Number(count); at++) lines.add(Number(start) + at);
  }
  return changed;
}

/**
 * Lists the tests that reach a file over the fewest imports, at most five; those in the folder of the file's own tests
 * first. `imports`: of each file.
 */
export function listNearestTests(
  file: string,
  imports: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const seen = new Set([file]);
  for (let level = [file]; level.length > 0; ) {
    level = [...imports]
      .filter(([path, targets]) => !seen.has(path) && targets.some((target) => level.includes(target)))
      .map(([path]) => path);
    for (const path of level) seen.add(path);
    const tests = level.filter((path) => path.endsWith('.test.ts'));
    if (tests.length > 0) return sortNearest(tests, file).slice(0, MOST_TESTS);
  }
  return [];
}

/** Tests are in the folders of what they test. */
function sortNearest(tests: readonly string[], file: string): string[] {
  const folders = new Set(posix.dirname(file).split('/'));
  const countShared = (test: string): number =>
    posix
      .dirname(test)
      .split('/')
      .filter((folder) => folders.has(folder)).length;
  return tests.toSorted((a, b) => countShared(b) - countShared(a) || (a < b ? -1 : 1));
}

function readImports(): ReadonlyMap<string, readonly string[]> {
  const files = globSync('{src,functions,packages,apps,lib,bin,tools,test}/**/*.{ts,tsx}', {
    exclude: (name) => /(^|\/)(node_modules|dist|cdk\.out)$/.test(name),
  });
  return new Map(
    files.map((path) => {
      const found = readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g);
      return [path, [...found].map(([, name = '']) => posix.join(posix.dirname(path), name))];
    }),
  );
}

/** Mutations of all lines that changed since a commit; `untested`: files that no test imports. */
export function listChangedMutations(since: string): {
  readonly mutations: readonly Mutation[];
  readonly untested: readonly string[];
} {
  const diff = execFileSync('git', ['diff', '-U0', '--diff-filter=d', since, '--', ...SOURCES], {
    encoding: 'utf8',
    maxBuffer: 256 * 1_024 * 1_024,
  });
  const imports = readImports();
  const mutations: Mutation[] = [];
  const untested: string[] = [];
  for (const [file, lines] of parseChangedLines(diff)) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = readFileSync(file, 'utf8');
    const countLine = (place: number): number => source.slice(0, place).split('\n').length;
    const found = listReplacements(file, source).filter(({ start }) => lines.has(countLine(start)));
    const tests = listNearestTests(file, imports);
    if (found.length > 0 && tests.length === 0) untested.push(file);
    if (tests.length === 0) continue;
    for (const { start, end, becomes } of found) {
      const text = source.slice(start, end);
      mutations.push({
        name: `${file}:${countLine(start)} ${text.split('\n')[0]} → ${becomes.split('\n')[0]}`,
        file,
        // The text before the place is unique: it begins the file.
        after: source.slice(0, start),
        text,
        becomes,
        noticedBy: [tests.join(' ')],
      });
    }
  }
  return { mutations, untested };
}
