// A clone of this checkout's commit, with the installed packages: how long the demo, the start and the first chart in the
// browser take together.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';

const ROOT = resolve(import.meta.dirname, '../../..');
const PORT = '4817';

export async function cloneToFirstChart(
  browser: Browser,
  dir: string,
): Promise<Readonly<Record<string, number>>> {
  const clone = join(dir, 'clone');
  execFileSync('git', ['clone', '--quiet', '--local', ROOT, clone]);
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(clone, 'node_modules')]);
  const began = performance.now();
  const secondsSoFar = (): number => Math.round((performance.now() - began) / 100) / 10;
  await printed(startIn(clone, 'demo'), /done\. The data is kept/);
  const demo = secondsSoFar();
  const server = startIn(clone, 'start');
  try {
    const link = (await printed(server, /http:\S+\/console#key=\S+/)).replace('\n', '');
    const ready = secondsSoFar();
    const page = await browser.newPage();
    await page.goto(link);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByRole('link', { name: 'RFM', exact: false }).first().click();
    await page.locator('.grid button').first().waitFor();
    return { demo_s: demo, started_s: ready, first_chart_s: secondsSoFar() };
  } finally {
    server.kill('SIGINT');
  }
}

function startIn(cwd: string, command: string): ChildProcess {
  return spawn(process.execPath, [join('bin', 'run.mjs'), join('cli', 'main.ts'), command], {
    cwd,
    env: { ...process.env, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The part of the output that matches, as soon as it is there; throws when the program ends before. */
function printed(program: ChildProcess, expected: RegExp): Promise<string> {
  return new Promise((fulfil, reject) => {
    let output = '';
    program.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [found] = expected.exec(output) ?? [];
      if (found !== undefined) fulfil(found);
    });
    program.on('exit', (code) => reject(new Error(`${program.spawnargs.join(' ')} ended with ${code}`)));
  });
}
