// Runs examples in Markdown: the blocks of one language are one program, from the top of the page to its end. The
// output of each block is compared with the answer that the page shows below it.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { createPackageManifest } from '../../tools/package/manifest.ts';

// Compares a printed answer with one on a page: ids, times, tags and ports, which differ from run to run, are replaced
// on both sides, `…` stands for an omitted part, and everything else must be equal.

const LEFT_OUT = '…';

/** Names of members whose numbers are not compared. */
const CHANGING = /^(retry_after_ms|duration_ms)$/;

/** The first difference from the answer that a page shows; undefined if there is none. */
export function compareAnswer(printed: string, { kind, text }: Answer): string | undefined {
  return kind === 'json'
    ? compareJson(parseJson(printed), parseJson(text), '')
    : compareLines(splitLines(printed), splitLines(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`expected JSON, got ${text}`);
  }
}

function normalize(text: string): string {
  return (
    text
      .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
      .replaceAll(/\b(acc_|msg_)?[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, '$1<ulid>')
      .replaceAll(/\bafn_(?:[0-9A-Za-z]{36}|…)/g, 'afn_<key>')
      .replaceAll(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '<time>')
      .replaceAll(/\b2\d{3}-\d{2}-\d{2} \d{2}:\d{2} UTC/g, '<time>')
      // The month of an account's limits.
      .replaceAll(/^20[2-9]\d-\d{2}$/g, '<month>')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<address>')
      .replaceAll(/"next_cursor":"[\w-]+"/g, '"next_cursor":"<cursor>"')
      .replaceAll(/"retry_after_ms":\d+/g, '"retry_after_ms":0')
      .replaceAll(/(retry-after:|Retry in) \d+/gi, '$1 <seconds>')
      .replaceAll(/\b\d+\.\d+ s\b/g, '<seconds> s')
      .replaceAll(/[\d,]+ rows\/s/g, '<rate> rows/s')
  );
}

function compareJson(printed: unknown, shown: unknown, path: string): string | undefined {
  if (shown === LEFT_OUT) return undefined;
  if (Array.isArray(shown) && Array.isArray(printed)) {
    const isCut = shown.at(-1) === LEFT_OUT;
    const wanted = isCut ? shown.slice(0, -1) : shown;
    if (isCut ? printed.length <= wanted.length : printed.length !== wanted.length)
      return `${path}: ${printed.length} entries, shown ${wanted.length}${isCut ? ' and more' : ''}`;
    return findFirst(wanted.map((value, i) => compareJson(printed[i], value, `${path}[${i}]`)));
  }
  if (isObject(shown) && isObject(printed)) {
    const { [LEFT_OUT]: rest, ...wanted } = shown;
    const unshown = Object.keys(printed).filter((name) => !(name in wanted));
    if (rest === undefined && unshown.length > 0) return `${path}: not shown: ${unshown.join(', ')}`;
    if (rest !== undefined && unshown.length === 0) return `${path}: nothing is left out`;
    return findFirst(
      Object.entries(wanted).map(([name, value]) =>
        name in printed ? compareJson(printed[name], value, `${path}.${name}`) : `${path}.${name}: not there`,
      ),
    );
  }
  if (typeof shown === 'number' && typeof printed === 'number' && CHANGING.test(path.split('.').at(-1) ?? ''))
    return undefined;
  // A job that was just accepted may have started already.
  if (path.endsWith('.status') && shown === 'pending' && printed === 'processing') return undefined;
  if (path.endsWith('.next_cursor') && typeof printed === typeof shown) return undefined;
  if (typeof shown === 'string' && typeof printed === 'string' && normalize(shown) === normalize(printed))
    return undefined;
  return shown === printed
    ? undefined
    : `${path}: ${JSON.stringify(printed)}, shown ${JSON.stringify(shown)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const findFirst = (found: readonly (string | undefined)[]): string | undefined =>
  found.find((difference) => difference !== undefined);

function splitLines(text: string): string[] {
  return text
    .replaceAll('\r', '')
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** Compares lines; a line `…` stands for one or more lines. Header names are compared without regard to case. */
function compareLines(printed: readonly string[], shown: readonly string[]): string | undefined {
  let at = 0;
  for (let i = 0; i < shown.length; i++) {
    const wanted = shown[i] ?? '';
    if (wanted === LEFT_OUT) {
      const next = shown[i + 1];
      at++;
      if (next === undefined) return at <= printed.length ? undefined : 'nothing is left out at the end';
      while (at < printed.length && !isSameLine(printed[at] ?? '', next)) at++;
      continue;
    }
    if (!isSameLine(printed[at] ?? '', wanted))
      return `line ${i + 1}: ${JSON.stringify(printed[at])}, shown ${JSON.stringify(wanted)}`;
    at++;
  }
  return at === printed.length ? undefined : `not shown: ${printed.slice(at).join('\n')}`;
}

/** Whether two lines are equal, up to a `…` at the end of the shown one. */
function isSameLine(printed: string, shown: string): boolean {
  const [got, wanted] = [normalize(printed), normalize(shown)];
  if (wanted.endsWith(LEFT_OUT)) return got.startsWith(wanted.slice(0, -1));
  if (/^[\w-]+: /.test(wanted)) return got.toLowerCase() === wanted.toLowerCase();
  if (wanted.startsWith('{"') && got.startsWith('{"'))
    return compareJson(parseJson(got), parseJson(wanted), '') === undefined;
  return got === wanted;
}

// The package with only the client, bundled from the sources, for examples that import it by its name.
const ROOT = resolve(import.meta.dirname, '../..');

export function installClient(folder: string): void {
  mkdirSync(folder, { recursive: true });
  buildSync({
    entryPoints: [join(ROOT, 'packages/client/src/index.ts')],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'client', 'index.js'),
  });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(createPackageManifest(ROOT)));
}

const LANGUAGES = ['sh', 'ts', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Answer {
  readonly kind: 'json' | 'text';
  readonly text: string;
}

export interface Example {
  readonly language: Language;
  readonly code: string;
  /** The place for messages: `A heading, line 12`. */
  readonly place: string;
  /** Undefined for an example that only prepares others. */
  readonly answer: Answer | undefined;
}

const isLanguage = (name: string): name is Language => LANGUAGES.some((language) => language === name);

/** All examples of a page. An answer belongs to every example since the answer or heading before it. */
export function listExamples(markdown: string): Example[] {
  const found: Example[] = [];
  let heading = '';
  let open: Omit<Example, 'answer'>[] = [];
  const close = (answer: Answer | undefined): void => {
    found.push(...open.map((example) => ({ ...example, answer })));
    open = [];
  };
  const lines = markdown.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line.startsWith('## ')) {
      close(undefined);
      heading = line.slice(3);
    }
    const fence = /^```(\w*)$/.exec(line)?.[1];
    if (fence === undefined) continue;
    const from = i + 1;
    while (lines[++i] !== '```') if (i >= lines.length) throw new Error(`line ${from}: the block has no end`);
    const text = lines.slice(from, i).join('\n');
    if (isLanguage(fence)) open.push({ language: fence, code: text, place: `${heading}, line ${from}` });
    if (fence === 'json' || fence === 'text') close({ kind: fence, text });
  }
  close(undefined);
  return found;
}

/** Programs that this machine lacks for a language's examples. Prints them, because the examples are then skipped. */
export function findMissing(language: Language): string[] {
  const needed = { sh: ['bash', 'curl', 'gzip'], ts: [], python: ['python3'] }[language];
  const missing = needed.filter((command) => spawnSync(command, ['--version']).status !== 0);
  if (missing.length > 0)
    console.warn(`The ${language} examples are not run: ${missing.join(', ')} is missing here.`);
  return missing;
}

/** Printed between blocks as a separator that no example prints. */
const MARK = '\u001e';

const PROGRAMS = {
  sh: { file: 'page.sh', command: 'bash', mark: `printf '\\036'`, begin: 'set -euo pipefail\nexec 2>&1' },
  ts: { file: 'page.mts', command: process.execPath, mark: `process.stdout.write('\\u001e');`, begin: '' },
  python: { file: 'page.py', command: 'python3', mark: `print("\\x1e", end="", flush=True)`, begin: '' },
} as const;

/** Output of each example. Throws with the standard error if the program fails. */
export async function runExamples(
  language: Language,
  examples: readonly Example[],
  dir: string,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { file, command, mark, begin } = PROGRAMS[language];
  const program = [begin, ...examples.map(({ code }) => `${code}\n${mark}`), ''].join('\n');
  writeFileSync(join(dir, file), program);
  const child = spawn(command, [join(dir, file)], {
    cwd: dir,
    // The cache of compiled files as in bin/run.mjs: a page starts the command line several times.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: dir,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part) => {
    stdout += part;
  });
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const printed = stdout.split(MARK);
  if (code !== 0) {
    const place = examples[printed.length - 1]?.place;
    throw new Error(`${language}, ${place}: exit ${code}\n${stderr}\n${printed.at(-1)}`);
  }
  return printed.slice(0, examples.length);
}
