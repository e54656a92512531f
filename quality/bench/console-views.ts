// The console in a real browser against the local cloud: when it has drawn something, when it has its data, on a line without
// delay and on one where every answer takes 300 ms, and what a first visit transfers; how long a report of 10,000 rules
// takes from its body to the page, its longest task, and how its rows scroll. With --clone: from a clone with its packages
// installed to the first chart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { readOrders } from '../../cli/demo/online-retail.ts';
import { OrderAnalytics } from '../../client/src/index.ts';
import { launchBrowser } from '../harness/browser.ts';
import { type BenchCloud, openBenchCloud } from './bench-cloud.ts';
import { cloneToFirstChart } from './clone-to-chart.ts';
import { reportCase } from './json-lines.ts';
import { percentiles } from './latencies.ts';

/** At this share of baskets, rules of up to three products are more than the 10,000 that a report keeps. */
const MANY_RULES = { min_support: 0.008, rules: { max_products: 3 } };
const SCROLLED_FRAMES = 240;
/** Of a slow line, for every answer. */
const LATENCY_MS = 300;
/** What the first page shows at last of a shop with reports: actions, or that there are none. */
const HOME = '.actions li, main section.card';

export async function benchConsoleViews(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      visits: { type: 'string', default: '10' },
      clone: { type: 'boolean', default: false },
    },
  });
  const browser = await launchBrowser();
  if (browser === undefined) throw new Error('no Chromium was found: set CHROMIUM_PATH to the path of one');
  const dir = mkdtempSync(join(tmpdir(), 'bench-console-'));
  try {
    if (values.clone) {
      reportCase('console-views-clone', await cloneToFirstChart(browser, dir));
      return;
    }
    const cloud = await openBenchCloud(dir, () => undefined);
    try {
      await benchOn(browser, cloud, Number(values.visits));
    } finally {
      await cloud.stop();
    }
  } finally {
    await browser.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function benchOn(browser: Browser, cloud: BenchCloud, visits: number): Promise<void> {
  const client = new OrderAnalytics({ baseUrl: cloud.apiUrl, apiKey: cloud.apiKey });
  await client.push(readOrders(), { wait: true });
  const { report_id } = await client.reports.createAndWait({ template: 'standard_mba', params: MANY_RULES });
  const content: number[] = [];
  const interactive: number[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const page = await openConsole(browser, cloud, '', HOME);
    content.push(await page.evaluate<number>(FIRST_CONTENT));
    interactive.push(await page.evaluate<number>('window.drawn'));
    await page.context().close();
  }
  reportCase('console-views-home', {
    first_content: percentiles(content),
    interactive: percentiles(interactive),
  });

  for (const [view, query, selector] of [
    ['home', '', HOME],
    ['rules', `?view=report&id=${report_id}`, 'tr.row'],
    ['reports', '?view=reports', 'tbody tr'],
  ] as const) {
    const slow: number[] = [];
    let files: readonly number[] = [];
    let requests = 0;
    for (let visit = 0; visit < visits; visit++) {
      const page = await openConsole(browser, cloud, query, selector, LATENCY_MS);
      slow.push(await page.evaluate<number>('window.drawn'));
      files = await page.evaluate<number[]>(FILES);
      requests = await page.evaluate<number>(REQUESTS);
      await page.context().close();
    }
    const kB = Math.round(files.reduce((sum, size) => sum + size, 0) / 100) / 10;
    reportCase('console-views-slow', {
      view,
      latency_ms: LATENCY_MS,
      content: percentiles(slow),
      files: files.length,
      files_kB: kB,
      requests,
    });
  }

  const drawn: number[] = [];
  const tasks: number[] = [];
  let rules = 0;
  let frames: number[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const page = await openConsole(browser, cloud, `?view=report&id=${report_id}&all=1&fees=1`, 'tr.row');
    drawn.push(
      await page.evaluate<number>(
        `window.drawn.then((at) => at - performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/reports/${report_id}')).responseEnd)`,
      ),
    );
    rules = await page.evaluate<number>("Number(document.querySelector('[aria-rowcount]').ariaRowCount) - 1");
    tasks.push(await page.evaluate<number>('Math.max(0, ...window.longTasks)'));
    if (visit === visits - 1) frames = await page.evaluate<number[]>(SCROLL);
    await page.context().close();
  }
  reportCase('console-views-rules', {
    rules,
    body_to_drawn: percentiles(drawn),
    longest_task: percentiles(tasks),
  });
  reportCase('console-views-scroll', {
    rules,
    frame: percentiles(frames),
    frames_per_second: Math.round((1_000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0)),
    longer_than_20_ms: frames.filter((ms) => ms > 20).length,
  });
}

/** A browser that has visited nothing yet. Resolves when the selected element is drawn, which the page notes itself. */
async function openConsole(
  browser: Browser,
  { apiUrl, apiKey }: Pick<BenchCloud, 'apiUrl' | 'apiKey'>,
  query: string,
  selector: string,
  latencyMs = 0,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.addInitScript(noteDrawing(selector));
  if (latencyMs > 0) {
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      ...unlimited,
    });
  }
  await page.goto(`${apiUrl}/console${query}#key=${apiKey}`);
  await page.evaluate('window.drawn');
  return page;
}

const FIRST_CONTENT = "performance.getEntriesByName('first-contentful-paint')[0].startTime";

/** What the browser asked for: the console's own files as they were sent, and the requests of the API. */
const FILES = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter(({ name }) => new URL(name).pathname.includes('/console')).map(({ encodedBodySize }) => encodedBodySize)`;
const REQUESTS = `performance.getEntriesByType('resource').filter(({ name }) => !name.includes('/console')).length`;

/** Two frames after the element is in the page, it is on the screen. */
function noteDrawing(selector: string): string {
  return `window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  window.drawn = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)}) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    };
    requestAnimationFrame(look);
  });`;
}

/** From the first row to the last: how long each frame takes. */
const SCROLL = `new Promise((resolve) => {
  const rows = document.querySelector('.virtual');
  const step = (rows.scrollHeight - rows.clientHeight) / ${SCROLLED_FRAMES};
  const frames = [];
  let last;
  const next = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    rows.scrollTop += step;
    if (frames.length < ${SCROLLED_FRAMES}) requestAnimationFrame(next);
    else resolve(frames);
  };
  requestAnimationFrame(next);
})`;
