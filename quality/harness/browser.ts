// A real browser for the pages: the one that CHROMIUM_PATH names, the packaged one, or the machine's.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { packagedBrowser } from './packaged-browser.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The fonts that it names come with the dependencies: what pages measure, and pictures of them, are the same on each machine.
 * Without any font, Chromium ends.
 */
const PACKAGED_FONTS = existsSync(join(import.meta.dirname, '../../node_modules/dejavu-fonts-ttf'))
  ? { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') }
  : {};

/** The packaged browser has the texts of this language alone: in that of a German machine, pages crash. UTF-8 is for names of files. */
const LANGUAGE = { LANGUAGE: 'en', LC_ALL: 'C.UTF-8' };

/** faketime gives a process another clock by them. With it, Chromium takes no picture. */
const FALSE_CLOCK = /^(LD_PRELOAD$|FAKETIME)/;

interface Found {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Undefined where there is none. */
export async function findBrowser(): Promise<Found | undefined> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') return { executablePath: CHROMIUM_PATH, env: {} };
  const packaged = await packagedBrowser();
  if (packaged !== undefined) return packaged;
  const executablePath = PLACES.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath, env: {} };
}

/** Compiling and collecting garbage beside a page takes a twentieth more processor time: for tests, whose other core is in use. */
export const ONE_THREAD = '--js-flags=--single-threaded';

/** Playwright gives it a new, empty profile. It sends no request that a page does not ask for. `args`: further options of Chromium. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser | undefined> {
  const options = await launchOptions(args);
  return options && chromium.launch(options);
}

let shared: Promise<Browser | undefined> | undefined;

/**
 * For suites that follow one another in a process: it starts, and compiles what it runs, once. Each suite has profiles of its
 * own, and ends with `closeProfiles`; the browser ends with the process. Suites that compare pictures launch one of their own.
 */
export function sharedBrowser(): Promise<Browser | undefined> {
  shared ??= launchBrowser([ONE_THREAD]);
  return shared;
}

export async function closeProfiles(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((profile) => profile.close()) ?? []);
}

async function launchOptions(args: readonly string[]) {
  const found = await findBrowser();
  if (found === undefined) return undefined;
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || FALSE_CLOCK.test(name) ? [] : [[name, value]],
  );
  return {
    executablePath: found.executablePath,
    env: { ...Object.fromEntries(own), ...found.env, ...PACKAGED_FONTS, ...LANGUAGE },
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  };
}
