// By hand: `node bin/run.mjs test/cli/report-pages/screenshots.ts` writes docs/images/report-*.png: the upper part
// of the pages of the demo's reports, down to the end of a figure, as a browser shows them.
import { join } from 'node:path';
import { renderHtml } from '../../../cli/report-pages/html-page.ts';
import { launchBrowser } from '../../../quality/harness/browser.ts';
import { realCohortReport, realMbaReport, realRfmReport } from './real-reports.ts';

const IMAGES = join(import.meta.dirname, '..', '..', '..', 'docs', 'images');
const WIDTH = 1280;
const MARGIN = 10;

const SHOTS = [
  { file: 'report-mba.png', report: await realMbaReport(), last: '#rule-network' },
  { file: 'report-rfm.png', report: await realRfmReport(), last: '#score-grid' },
  { file: 'report-cohort.png', report: await realCohortReport(), last: '#second-order' },
];

const browser = await launchBrowser();
if (browser === undefined) throw new Error('no Chromium was found: set CHROMIUM_PATH');
try {
  for (const { file, report, last } of SHOTS) {
    const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 }, colorScheme: 'light' });
    await page.setContent(await renderHtml(report));
    const box = await page.locator(last).boundingBox();
    if (box === null) throw new Error(`${last} is not on the page`);
    await page.screenshot({
      path: join(IMAGES, file),
      fullPage: true,
      clip: { x: 0, y: 0, width: WIDTH, height: Math.ceil(box.y + box.height + MARGIN) },
    });
    await page.close();
  }
} finally {
  await browser.close();
}
