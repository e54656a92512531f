// npm run -s mutate -- [--only NAME]... [--by CHECK]... [--jobs N]: removes one guard after the other in a copy of the
// source, and runs the checks that must notice it, each in a process of its own. Prints a JSON line for each check and
// a list at the end; exits with 1 if a mutation was not noticed, with 2 if a check fails without one. With --since
// COMMIT [--most N], it mutates the lines that changed since then instead, and survivors are printed without a failure.
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listChangedMutations } from './changed-lines.ts';
import { applyMutation, type CheckName, isDrill, MUTATIONS, type Mutation } from './mutations.ts';

/** The seeds of a drill. */
const SEEDS = 10;
/** Time limit of a check: it reveals a service that never responds. */
const LONGEST_MS = 300_000;
/**
 * The first complaint of a test or a drill: a mutation can be noticed for a reason that has nothing to do with its
 * guard.
 */
const COMPLAINT = /(?<=^|"what":")(?:\w*Error: .*|(?<=")[^"]+)/m;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    by: { type: 'string', multiple: true, default: [] },
    jobs: { type: 'string', default: '1' },
    since: { type: 'string' },
    most: { type: 'string', default: '150' },
  },
});
const unknown = values.only.filter((name) => MUTATIONS.every((mutation) => mutation.name !== name));
if (unknown.length > 0) throw new Error(`no mutation is named ${unknown.join(', ')}`);
const chosen = values.since === undefined ? listGuards() : listChanged(values.since, Number(values.most));
const exitCode = await tryAll(Number(values.jobs));
process.exitCode = values.since === undefined ? exitCode : Math.max(0, exitCode - 1);

function listGuards(): readonly Mutation[] {
  return MUTATIONS.filter(({ name }) => values.only.length === 0 || values.only.includes(name));
}

/** Takes every n-th mutation if there are more than `most`: a night is not long enough for all. */
function listChanged(since: string, most: number): readonly Mutation[] {
  const { mutations, untested } = listChangedMutations(since);
  for (const file of untested) printLine({ file, outcome: 'no test imports it' });
  const nth = Math.max(1, Math.ceil(mutations.length / most));
  const tried = mutations.filter((_, at) => at % nth === 0);
  printLine({ since, mutations: mutations.length, tried: tried.length });
  return tried;
}

function listChecks({ noticedBy }: Mutation): readonly CheckName[] {
  return values.by.length > 0 ? values.by : noticedBy;
}

async function tryAll(jobs: number): Promise<number> {
  const folders = Array.from({ length: jobs }, copySource);
  try {
    const failing = await findFailingChecks(folders[0] ?? '.');
    const survivors: string[] = [];
    const left = [...chosen];
    await Promise.all(
      folders.map(async (folder) => {
        for (let mutation = left.shift(); mutation !== undefined; mutation = left.shift()) {
          const file = join(folder, mutation.file);
          const source = readFileSync(file, 'utf8');
          writeFileSync(file, applyMutation(mutation, source));
          for (const check of listChecks(mutation).filter((one) => !failing.has(one))) {
            const { passes, printed, ms } = await run(folder, check);
            const outcome = passes ? 'survived' : 'noticed';
            const seed = /"first_violation":\{"seed":(\d+)/.exec(printed)?.[1];
            const said = passes ? undefined : COMPLAINT.exec(printed)?.[0].slice(0, 200);
            printLine({ mutation: mutation.name, check, outcome, seed, said, ms });
            if (passes) survivors.push(`${mutation.name}: ${check}`);
          }
          writeFileSync(file, source);
        }
      }),
    );
    process.stdout.write(`${chosen.length} mutations, ${survivors.length} checks noticed nothing\n`);
    for (const survivor of survivors) process.stdout.write(`  ${survivor}\n`);
    return failing.size > 0 ? 2 : Math.min(survivors.length, 1);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the source, including uncommitted files. */
function copySource(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(file, join(folder, file));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** A check that fails without a mutation proves nothing. */
async function findFailingChecks(folder: string): Promise<ReadonlySet<CheckName>> {
  const failing = new Set<CheckName>();
  for (const check of new Set(chosen.flatMap(listChecks))) {
    const { passes, printed, ms } = await run(folder, check);
    printLine({ check, outcome: passes ? 'passes without a mutation' : 'fails without a mutation', ms });
    if (passes) continue;
    failing.add(check);
    process.stderr.write(`${printed.slice(-2_000)}\n`);
  }
  return failing;
}

/** Stops a test file at the first failure; a busy machine is slow, not wrong. */
function run(folder: string, check: CheckName): Promise<{ passes: boolean; printed: string; ms: number }> {
  const args = isDrill(check)
    ? ['tools/drills/main.ts', check, '--runs', String(SEEDS), '--json']
    : ['vitest', 'run', ...check.split(' '), '--bail=1', '--hookTimeout=300000', '--testTimeout=120000'];
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['bin/run.mjs', ...args], {
      cwd: folder,
      // A process group of its own, so that a hanging check is ended with everything that it has started.
      detached: process.platform !== 'win32',
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    const collect = (text: Buffer): void => {
      printed += text.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const timer = setTimeout(() => {
      if (child.pid !== undefined)
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
    }, LONGEST_MS);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ passes: code === 0, printed, ms: Math.round(performance.now() - began) });
    });
  });
}

function printLine(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
