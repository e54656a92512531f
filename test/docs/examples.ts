// Examples in Markdown, run as a reader would run them: the blocks of one language are one program, from the top of the
// page to its end. What each block prints is compared with the answer that the page shows below it.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
