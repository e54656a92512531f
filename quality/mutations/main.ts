// npm run -s mutate -- [--only NAME]... [--by CHECK]... [--jobs N] [--list]: removes one guard after the other
// in a copy of the source, and runs what must notice it. A JSON line for each check and a table at the end; exits with 1
// if a mutation was not noticed, with 2 if a check fails without one.
import { parseArgs } from 'node:util';
import { createMutatedTree } from './mutated-tree.ts';
import type { Check, Mutation } from './mutation.ts';
import { MUTATIONS } from './mutations.ts';
import { runCheck } from './run-check.ts';

const USAGE =
  'usage: npm run -s mutate -- [--only NAME]... [--by TEST-FILE-OR-DRILL]... [--jobs N] [--list]\n';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    by: { type: 'string', multiple: true, default: [] },
    jobs: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const jobs = Number(values.jobs);
const unknown = values.only.filter((name) => MUTATIONS.every((mutation) => mutation.name !== name));
const chosen = MUTATIONS.filter(({ name }) => values.only.length === 0 || values.only.includes(name));

if (values.help) process.stdout.write(USAGE);
else if (unknown.length > 0 || !Number.isInteger(jobs) || jobs < 1) {
  process.stderr.write(unknown.length > 0 ? `no mutation is named ${unknown.join(', ')}\n` : USAGE);
  process.exitCode = 2;
} else if (values.list) {
  for (const { name, guard, noticedBy, survives } of chosen) {
    const noticed = survives === undefined ? noticedBy.join(', ') : `nothing: ${survives}`;
    process.stdout.write(`${name.padEnd(34)} ${guard}\n${''.padEnd(35)}noticed by ${noticed}\n`);
  }
} else {
  process.exitCode = await tryAll();
}

function checksOf({ noticedBy }: Mutation): readonly Check[] {
  return values.by.length > 0 ? values.by : noticedBy;
}

async function tryAll(): Promise<number> {
  const trees = Array.from({ length: jobs }, () => createMutatedTree('.'));
  try {
    const [tree] = trees;
    const failing = new Set(tree === undefined ? [] : await failingChecks(tree.folder));
    const survivors: string[] = [];
    let tried = 0;
    const left = chosen.filter((mutation) => checksOf(mutation).length > 0);
    await Promise.all(
      trees.map(async (own) => {
        for (let mutation = left.shift(); mutation !== undefined; mutation = left.shift()) {
          own.apply(mutation);
          tried++;
          for (const check of checksOf(mutation).filter((one) => !failing.has(one))) {
            const { passes, seed, said, ms } = await runCheck(own.folder, check);
            const outcome = passes ? 'survived' : 'noticed';
            printLine({ mutation: mutation.name, check, outcome, seed, said: passes ? undefined : said, ms });
            if (passes) survivors.push(`${mutation.name}: ${check}`);
          }
          own.restore();
        }
      }),
    );
    process.stdout.write(`${tried} mutations, ${survivors.length} checks noticed nothing\n`);
    for (const survivor of survivors) process.stdout.write(`  ${survivor}\n`);
    if (failing.size > 0) return 2;
    return survivors.length === 0 ? 0 : 1;
  } finally {
    for (const tree of trees) tree.remove();
  }
}

/** A check that fails anyway notices nothing. */
async function failingChecks(folder: string): Promise<Check[]> {
  const failing: Check[] = [];
  for (const check of new Set(chosen.flatMap(checksOf))) {
    const { passes, printed, ms } = await runCheck(folder, check);
    printLine({ check, outcome: passes ? 'passes without a mutation' : 'fails without a mutation', ms });
    if (passes) continue;
    failing.push(check);
    process.stderr.write(`${printed}\n`);
  }
  return failing;
}

function printLine(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
