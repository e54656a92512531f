// The Chromium that the package @sparticuz/chromium carries for linux-x64, so that a test in a browser needs none on the
// machine. It is unpacked once, with its libraries for machines that have none. Its own flags switch web security off and are
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
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';

const ROOT = resolve(import.meta.dirname, '../..');

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
  const libraries = join(dir, 'lib');
  return {
    executablePath: join(dir, 'chromium'),
    env: existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {},
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
  // Its libraries need a newer glibc than some machines have that bring their own.
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
