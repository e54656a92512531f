// Examples in Markdown, run as a reader would run them: the blocks of one language are one program, from the top of the
// page to its end. What each block prints is compared with the answer that the page shows below it.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { createPackageManifest } from '../../tools/package/manifest.ts';

// An answer as printed against one as shown on a page: what differs from run to run (ids, times, tags, ports) is made
// alike on both sides, `…` stands for what the page leaves out, and everything else must be equal.

const LEFT_OUT = '…';

/** A number under these names is any number. */
const CHANGING = /^(retry_after_ms|duration_ms)$/;

/** Undefined if it is as shown; else what is not. */
export function difference(printed: string, { kind, text }: Answer): string | undefined {
  return kind === 'json'
    ? jsonDifference(parsed(printed), parsed(text), '')
    : linesDifference(lines(printed), lines(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`expected JSON, got ${text}`);
  }
}

function alike(text: string): string {
  return (
    text
      .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
      .replaceAll(/\b(acc_|msg_)?[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, '$1<ulid>')
      .replaceAll(/\bafn_(?:[0-9A-Za-z]{36}|…)/g, 'afn_<key>')
      .replaceAll(/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '<time>')
      .replaceAll(/\b2\d{3}-\d{2}-\d{2} \d{2}:\d{2} UTC/g, '<time>')
      // The month that an account's limits count.
      .replaceAll(/^20[2-9]\d-\d{2}$/g, '<month>')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<address>')
      .replaceAll(/"next_cursor":"[\w-]+"/g, '"next_cursor":"<cursor>"')
      .replaceAll(/"retry_after_ms":\d+/g, '"retry_after_ms":0')
      .replaceAll(/(retry-after:|Retry in) \d+/gi, '$1 <seconds>')
      .replaceAll(/\b\d+\.\d+ s\b/g, '<seconds> s')
      .replaceAll(/[\d,]+ rows\/s/g, '<rate> rows/s')
  );
}

function jsonDifference(printed: unknown, shown: unknown, path: string): string | undefined {
  if (shown === LEFT_OUT) return undefined;
  if (Array.isArray(shown) && Array.isArray(printed)) {
    const isCut = shown.at(-1) === LEFT_OUT;
    const wanted = isCut ? shown.slice(0, -1) : shown;
    if (isCut ? printed.length <= wanted.length : printed.length !== wanted.length)
      return `${path}: ${printed.length} entries, shown ${wanted.length}${isCut ? ' and more' : ''}`;
    return first(wanted.map((value, i) => jsonDifference(printed[i], value, `${path}[${i}]`)));
  }
  if (isObject(shown) && isObject(printed)) {
    const { [LEFT_OUT]: rest, ...wanted } = shown;
    const unshown = Object.keys(printed).filter((name) => !(name in wanted));
    if (rest === undefined && unshown.length > 0) return `${path}: not shown: ${unshown.join(', ')}`;
    if (rest !== undefined && unshown.length === 0) return `${path}: nothing is left out`;
    return first(
      Object.entries(wanted).map(([name, value]) =>
        name in printed
          ? jsonDifference(printed[name], value, `${path}.${name}`)
          : `${path}.${name}: not there`,
      ),
    );
  }
  if (typeof shown === 'number' && typeof printed === 'number' && CHANGING.test(path.split('.').at(-1) ?? ''))
    return undefined;
  // A job that was accepted a moment ago: whether it has started already is a matter of time.
  if (path.endsWith('.status') && shown === 'pending' && printed === 'processing') return undefined;
  if (path.endsWith('.next_cursor') && typeof printed === typeof shown) return undefined;
  if (typeof shown === 'string' && typeof printed === 'string' && alike(shown) === alike(printed))
    return undefined;
  return shown === printed
    ? undefined
    : `${path}: ${JSON.stringify(printed)}, shown ${JSON.stringify(shown)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const first = (found: readonly (string | undefined)[]): string | undefined =>
  found.find((difference) => difference !== undefined);

function lines(text: string): string[] {
  return text
    .replaceAll('\r', '')
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** A line `…` stands for one or more lines. Header names are compared without regard to case. */
function linesDifference(printed: readonly string[], shown: readonly string[]): string | undefined {
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

/** A line that ends in … is compared up to there. */
function isSameLine(printed: string, shown: string): boolean {
  const [got, wanted] = [alike(printed), alike(shown)];
  if (wanted.endsWith(LEFT_OUT)) return got.startsWith(wanted.slice(0, -1));
  if (/^[\w-]+: /.test(wanted)) return got.toLowerCase() === wanted.toLowerCase();
  if (wanted.startsWith('{"') && got.startsWith('{"'))
    return jsonDifference(parsed(got), parsed(wanted), '') === undefined;
  return got === wanted;
}

// The package with the client alone, made of the sources, for examples that import it by its name.
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
  /** `A heading, line 12`: where a failure is to be looked for. */
  readonly place: string;
  /** Undefined for what only prepares something. */
  readonly answer: Answer | undefined;
}

const isLanguage = (name: string): name is Language => LANGUAGES.some((language) => language === name);

/** All of a page. An answer belongs to every example between it and the answer, or the heading, before it. */
export function examplesIn(markdown: string): Example[] {
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

/** What this machine lacks to run a language's examples: said, for nobody should think that they were run. */
export function missingFor(language: Language): string[] {
  const needed = { sh: ['bash', 'curl', 'gzip'], ts: [], python: ['python3'] }[language];
  const missing = needed.filter((command) => spawnSync(command, ['--version']).status !== 0);
  if (missing.length > 0)
    console.warn(`The ${language} examples are not run: ${missing.join(', ')} is missing here.`);
  return missing;
}

/** Printed between blocks; no example prints it. */
const MARK = '\u001e';

const PROGRAMS = {
  sh: { file: 'page.sh', command: 'bash', mark: `printf '\\036'`, begin: 'set -euo pipefail\nexec 2>&1' },
  ts: { file: 'page.mts', command: process.execPath, mark: `process.stdout.write('\\u001e');`, begin: '' },
  python: { file: 'page.py', command: 'python3', mark: `print("\\x1e", end="", flush=True)`, begin: '' },
} as const;

/** What each example printed. Throws, with what was printed to standard error, when the program fails. */
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
    // The cache of compiled files, as bin/run.mjs has it: a page starts the command line several times.
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
