// Launches a real browser for the pages: the one that CHROMIUM_PATH names, the packaged one, or the machine's.
import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

// Unpacks the Chromium that the package @sparticuz/chromium carries for linux-x64, so that a test in a browser needs
// none on the machine. It is unpacked once, with its libraries for machines that lack them. Its own flags disable web
// security and are not used.
const ROOT = resolve(import.meta.dirname, '../..');

export interface PackagedBrowser {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Returns undefined on other platforms, and if development dependencies are not installed. */
async function findPackagedBrowser(): Promise<PackagedBrowser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = findPackageFolder();
  if (folder === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const dir = join(ROOT, 'node_modules', '.cache', `chromium-${version}`);
  if (!existsSync(dir)) await unpack(join(folder, 'bin'), dir);
  const libraries = join(dir, 'lib');
  return {
    executablePath: join(dir, 'chromium'),
    env: existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {},
  };
}

function findPackageFolder(): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  } catch {
    return undefined;
  }
}

/** The folder appears only when complete: another process may unpack the same. */
async function unpack(packed: string, dir: string): Promise<void> {
  const draft = `${dir}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  await pipeline(
    createReadStream(join(packed, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(draft, 'chromium'), { mode: 0o755 }),
  );
  // The packaged libraries need a newer glibc than some machines have that bring their own.
  if (spawnSync(join(draft, 'chromium'), ['--version']).status !== 0) {
    const input = brotliDecompressSync(readFileSync(join(packed, 'al2023.tar.br')));
    const { status, stderr } = spawnSync('tar', ['-xf', '-', '-C', draft], { input, encoding: 'utf8' });
    if (status !== 0) throw new Error(`the libraries of Chromium can't be unpacked: ${stderr}`);
  }
  try {
    renameSync(draft, dir);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The configured fonts come with the dependencies, so that layouts and pictures are the same on each machine. Without
 * any font, Chromium exits.
 */
const PACKAGED_FONTS = existsSync(join(import.meta.dirname, '../../node_modules/dejavu-fonts-ttf'))
  ? { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') }
  : {};

/**
 * The packaged browser has the texts of this language only: in a German machine's language, pages crash. UTF-8 is for
 * names of files.
 */
const LANGUAGE = { LANGUAGE: 'en', LC_ALL: 'C.UTF-8' };

/** Variables by which faketime changes a process's clock. With them, Chromium takes no picture. */
const FALSE_CLOCK = /^(LD_PRELOAD$|FAKETIME)/;

interface Found {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Returns undefined if there is no browser. */
export async function findBrowser(): Promise<Found | undefined> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') return { executablePath: CHROMIUM_PATH, env: {} };
  const packaged = await findPackagedBrowser();
  if (packaged !== undefined) return packaged;
  const executablePath = PLACES.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath, env: {} };
}

/** Parallel compilation and garbage collection take a twentieth more processor time; tests use the other core. */
export const ONE_THREAD = '--js-flags=--single-threaded';

/**
 * Launches a browser with a new, empty profile, which sends only the requests of pages. `args`: further options of
 * Chromium.
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser | undefined> {
  const options = await launchOptions(args);
  return options && chromium.launch(options);
}

let shared: Promise<Browser | undefined> | undefined;

/**
 * Launches one browser for the consecutive suites of a process, so that it starts and compiles once. Each suite has
 * profiles of its own, and ends with `closeProfiles`; the browser ends with the process. Suites that compare pictures
 * launch one of their own.
 */
export function launchSharedBrowser(): Promise<Browser | undefined> {
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
