// The Chromium that the package @sparticuz/chromium carries for linux-x64, so that a test in a browser needs none on the
// machine. It is unpacked once, with its fonts for machines that have none. Its own flags switch web security off and are
// not used.
import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';

const ROOT = resolve(import.meta.dirname, '../..');
const SYSTEM_FONTS = '/etc/fonts/fonts.conf';

export interface PackagedBrowser {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Undefined on other platforms, and where development dependencies are not installed. */
export async function packagedBrowser(): Promise<PackagedBrowser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = packageFolder();
  if (folder === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const dir = join(ROOT, 'node_modules', '.cache', `chromium-${version}`);
  if (!existsSync(dir)) await unpack(join(folder, 'bin'), dir);
  return {
    executablePath: join(dir, 'chromium'),
    env: existsSync(SYSTEM_FONTS) ? {} : { FONTCONFIG_FILE: join(dir, 'fonts.conf') },
  };
}

function packageFolder(): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  } catch {
    return undefined;
  }
}

/** The folder appears when everything is in it: another process may be unpacking the same. */
async function unpack(packed: string, dir: string): Promise<void> {
  const draft = `${dir}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  await pipeline(
    createReadStream(join(packed, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(draft, 'chromium'), { mode: 0o755 }),
  );
  const input = brotliDecompressSync(readFileSync(join(packed, 'fonts.tar.br')));
  const { status, stderr } = spawnSync('tar', ['-xf', '-', '-C', draft], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the fonts of Chromium can't be unpacked: ${stderr}`);
  const fonts = `<fontconfig><dir>${join(dir, 'fonts')}</dir><cachedir>${join(dir, 'fonts-cache')}</cachedir></fontconfig>`;
  writeFileSync(join(draft, 'fonts.conf'), `<?xml version="1.0"?>\n${fonts}\n`);
  try {
    renameSync(draft, dir);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}
