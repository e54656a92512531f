// A real browser for the pages, where the machine has one.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** CHROMIUM_PATH, or the first common place where there is a Chromium; undefined where there is none. */
export function findBrowser(): string | undefined {
  const told = process.env.CHROMIUM_PATH;
  return told !== undefined && told !== '' ? told : PLACES.find((path) => existsSync(path));
}

/** Playwright gives it a new, empty profile. It calls nobody by itself. */
export async function launchBrowser(): Promise<Browser | undefined> {
  const executablePath = findBrowser();
  if (executablePath === undefined) return undefined;
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
