// Finds and installs the DynamoDB engine's package for this platform, and explains the alternatives without it.
import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';

const ROOT = resolve(import.meta.dirname, '../../..');

export interface Platform {
  readonly platform: string;
  readonly arch: string;
}

/** Platforms that the engine is published for. */
const PUBLISHED: readonly string[] = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];
const LOCAL_ENDPOINT = 'http://127.0.0.1:8000';

const manifest = v.object({ optionalDependencies: v.record(v.string(), v.string()) });

/** Uses the version of the package that is locked: the engines of all platforms are released together. */
function findEngineToInstall({ platform, arch }: Platform): string | undefined {
  if (!PUBLISHED.includes(`${platform}-${arch}`)) return undefined;
  const { optionalDependencies } = v.parse(
    manifest,
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')),
  );
  return `${toPackageName({ platform, arch })}@${optionalDependencies['@dynoxide/linux-x64']}`;
}

function toPackageName({ platform, arch }: Platform): string {
  return `@dynoxide/${platform}-${arch}`;
}

/** `root`: the folder with node_modules. Undefined if the engine is not installed. */
export function findEngine(platform: Platform = process, root = ROOT): string | undefined {
  let folder: string;
  try {
    folder = dirname(
      createRequire(join(root, 'package.json')).resolve(`${toPackageName(platform)}/package.json`),
    );
  } catch {
    return undefined;
  }
  const program = join(folder, platform.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  if (!existsSync(program)) return undefined;
  // npm may unpack it without execute permission. It may belong to another user, or to a read-only folder.
  if (!isExecutable(program)) chmodSync(program, 0o755);
  return program;
}

function isExecutable(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Maven Central has SQLite libraries of DynamoDB Local for x64 only; the Docker image supports arm64 as well. */
const FROM_MAVEN = [
  '  mvn -q -f apps/local-cloud/dynamodb-local/pom.xml dependency:copy-dependencies',
  '  java -Djava.library.path=dist/dynamodb-local -cp "dist/dynamodb-local/*" software.amazon.dynamodb.services.local.main.ServerRunner -inMemory -disableTelemetry -port 8000',
];

/** Explains what to type on a machine without an engine. */
export function withoutEngine(platform: Platform = process): string {
  const { arch } = platform;
  const engine = findEngineToInstall(platform);
  const install =
    engine === undefined
      ? []
      : [
          'Install it:',
          `  npm install --no-save ${engine}`,
          'or let the local cloud do that, once:',
          '  npm start -- --install-engine',
        ];
  const start =
    platform.platform === 'win32'
      ? `$env:DYNAMODB_ENDPOINT='${LOCAL_ENDPOINT}'; npm start`
      : `DYNAMODB_ENDPOINT=${LOCAL_ENDPOINT} npm start`;
  return [
    `There is no DynamoDB engine for ${platform.platform}-${platform.arch} in node_modules.`,
    ...install,
    `${engine === undefined ? 'Run' : 'Otherwise run'} DynamoDB Local beside it, with Docker:`,
    '  docker run --rm -d -p 127.0.0.1:8000:8000 amazon/dynamodb-local',
    ...(arch === 'x64' ? ['or with Java 17 and Maven, in a terminal of its own:', ...FROM_MAVEN] : []),
    'and start the local cloud on it:',
    `  ${start}`,
  ].join('\n');
}

type Install = (args: readonly string[]) => Promise<void>;

/** Installs the engine if it is missing. Throws with the alternatives if that fails. */
export async function installEngine(
  say: (text: string) => void,
  platform: Platform = process,
  install: Install = runNpm,
): Promise<void> {
  if (findEngine(platform) !== undefined) return;
  const engine = findEngineToInstall(platform);
  if (engine === undefined) throw new Error(withoutEngine(platform));
  say(`npm install --no-save ${engine}`);
  try {
    await install(['install', '--no-save', engine]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${engine} can't be installed: ${reason}\n${withoutEngine(platform)}`);
  }
}

function runNpm(args: readonly string[]): Promise<void> {
  return new Promise((done, failed) => {
    // On Windows npm is a batch file, which needs a shell; no argument comes from outside.
    const child = spawn('npm', args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
    child.once('error', failed);
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(`npm ended with exit code ${code}`)),
    );
  });
}
