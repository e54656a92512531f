// By hand: `node bin/run.mjs test/console/screenshots.ts <address of the console with a key>` writes
// docs/images/console-*.png from a local cloud on which the demo has run.
import { join } from 'node:path';
import { OrderAnalytics } from '../../client/src/index.ts';
import { launchBrowser } from '../../harness/browser.ts';
import { openConsole } from './console-page.ts';

const IMAGES = join(import.meta.dirname, '..', '..', 'docs', 'images');
const HEIGHT = 1_000;

const address = new URL(process.argv[2] ?? '');
const baseUrl = `${address.origin}/api/v1`;
const apiKey = new URLSearchParams(address.hash.slice(1)).get('key') ?? '';
const { reports } = await new OrderAnalytics({ baseUrl, apiKey }).reports.list({ limit: 100 }).page();
const idOf = (type: string): string => {
  const found = reports.find(({ report_type, status }) => report_type === type && status !== 'Failed');
  if (found === undefined) throw new Error(`there is no ${type} report: run the demo first`);
  return found.report_id;
};

const SHOTS = [
  { file: 'console-rules.png', query: `?view=report&id=${idOf('MBA')}`, last: 'tr.row' },
  { file: 'console-segments.png', query: `?view=report&id=${idOf('RFM')}`, last: '.grid button' },
];

const browser = await launchBrowser();
if (browser === undefined) throw new Error('no Chromium was found: set CHROMIUM_PATH');
try {
  for (const { file, query, last } of SHOTS) {
    const { page } = await openConsole(browser, baseUrl, { query, apiKey });
    await page.locator(last).first().waitFor();
    await page.screenshot({
      path: join(IMAGES, file),
      clip: { x: 0, y: 0, width: 1280, height: HEIGHT },
      fullPage: true,
    });
    await page.close();
  }
} finally {
  await browser.close();
}
