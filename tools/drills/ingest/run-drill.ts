// Runs a drill with consecutive seeds, a few concurrently: each run has its own account and its own turns.
import type { Engines } from './engines.ts';
import type { Drill } from './run.ts';

const DEFAULT_RUNS = 200;
const RUNS_AT_ONCE = 4;
/** Far longer than any run: without a limit, a service that never responds would block its drill. */
const LONGEST_RUN_MS = 120_000;

export interface Outcome {
  readonly drill: string;
  /** The seed of the first run. */
  readonly seed: number;
  readonly runs: number;
  /** Runs that found a violation. */
  readonly violations: number;
  readonly first_violation?: { readonly seed: number; readonly what: string };
  readonly ms: number;
}

/** Plays one run; not ending is a violation, too. */
async function runOnce(drill: Drill, seed: number, engines: Engines): Promise<string[]> {
  const { longestMs = LONGEST_RUN_MS } = drill;
  const { promise: tooLong, resolve } = Promise.withResolvers<string[]>();
  const timer = setTimeout(
    () => resolve([`the run does not end: ${longestMs / 1_000} s have passed`]),
    longestMs,
  );
  try {
    return await Promise.race([drill.run(seed, engines), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** `runs`: defaults to the drill's own number. */
export async function runDrill(
  drill: Drill,
  seed: number,
  runs: number | undefined,
  engines: Engines,
): Promise<Outcome> {
  const count = runs ?? drill.runs ?? DEFAULT_RUNS;
  const started = performance.now();
  const found = new Map<number, string[]>();
  let next = seed;
  const runLane = async (): Promise<void> => {
    while (next < seed + count) {
      const current = next++;
      const wrong = await runOnce(drill, current, engines);
      if (wrong.length > 0) found.set(current, wrong);
    }
  };
  await Promise.all(Array.from({ length: drill.atOnce ?? RUNS_AT_ONCE }, runLane));
  const [first] = [...found].sort(([a], [b]) => a - b);
  return {
    drill: drill.name,
    seed,
    runs: count,
    violations: found.size,
    ...(first && { first_violation: { seed: first[0], what: first[1].join('; ') } }),
    ms: Math.round(performance.now() - started),
  };
}
