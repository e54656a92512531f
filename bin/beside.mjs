// node bin/beside.mjs SCRIPT…: runs scripts of package.json in parallel. Streams the output of the last
// script and prints that of the others when they end; then repeats the last lines of each failed script and
// prints the total number of tests. Fails if a script fails, but only after all have ended: one run shows
// every failure.
import { spawn } from 'node:child_process';

/** Set by npm. */
const npm = process.env.npm_execpath;
if (npm === undefined) throw new Error('start this with npm test');

const env = {
  /**
   * tsc and esbuild, written in Go, end soon: collecting garbage at four times the memory saves a fifth of
   * their processor time.
   */
  GOGC: '400',
  /** Every run uses an unusual time zone and language, so that tests that depend on the author's fail. */
  TZ: 'Pacific/Auckland',
  LC_ALL: 'C',
  ...process.env,
};

const scripts = process.argv.slice(2);
const ended = await Promise.all(scripts.map((script, at) => ran(script, at === scripts.length - 1)));
/** Lines repeated at the end for each failed script. */
const LAST_LINES = 40;
for (const { script, code, output } of ended) {
  if (code !== 0)
    console.log(`\n${script} failed:\n${output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')}`);
}
const counts = ended.flatMap(({ output }) => [
  ...output.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm),
]);
const [passed, failed, skipped] = [1, 2, 3].map((at) =>
  counts.reduce((sum, found) => sum + Number(found[at]), 0),
);
if (counts.length > 1) console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = Math.max(...ended.map(({ code }) => code));

function ran(script, isShown) {
  const began = performance.now();
  const child = spawn(process.execPath, [npm, 'run', '-s', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (isShown) process.stdout.write(text);
    });
  }
  return new Promise((resolve) =>
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      if (!isShown) console.log(output);
      console.log(`${script}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s`);
      resolve({ script, code: code ?? 1, output });
    }),
  );
}
