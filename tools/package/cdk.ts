// Builds `order-analytics/cdk`: the construct of the service, for apps of others, which bring the CDK and its
// constructs.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript5';
import { getBundlePath } from './installed-bundles.ts';
import { createInstalledSource } from './installed-source.ts';

/** Replaces a module by the functions of it that are called. */
const REPLACED = {
  'lib/bundles/function-bundles.ts': {
    file: 'tools/package/installed-bundles.ts',
    exports: { getBundlePath } satisfies Pick<
      typeof import('../../lib/bundles/function-bundles.ts'),
      'getBundlePath'
    >,
  },
};
/** Exports by their file in lib/. */
const EXPORTED = { OrderAnalytics: 'order-analytics', EdgeWebAcl: 'edge/web-acl' };
/** Files of lib/ whose types are exported. */
const TYPES = [...Object.values(EXPORTED), 'order-analytics-props'];

export async function writeConstruct(root: string, folder: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: formatExports(), resolveDir: root },
    outfile: join(folder, 'cdk', 'index.js'),
    bundle: true,
    keepNames: true,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['aws-cdk-lib', 'aws-cdk-lib/*', 'constructs'],
    plugins: [
      createInstalledSource({
        root,
        toRoot: '../',
        replaced: Object.fromEntries(
          Object.entries(REPLACED).map(([name, { file }]) => [name, join(root, file)]),
        ),
      }),
    ],
    logLevel: 'warning',
  });
  writeTypes(root, join(folder, 'cdk'));
  return Object.keys(metafile.inputs);
}

function formatExports(): string {
  return Object.entries(EXPORTED)
    .map(([name, file]) => `export { ${name} } from './lib/${file}.ts';`)
    .join('\n');
}

const INDEX = TYPES.map((name) => `export * from './${basename(name)}.js';\n`).join('');

/** Writes each file's declarations alone, with their types in full, so that the rest of the service is not needed. */
function writeTypes(root: string, folder: string): void {
  writeFileSync(join(folder, 'index.d.ts'), INDEX);
  for (const name of TYPES) {
    const source = readFileSync(join(root, 'lib', `${name}.ts`), 'utf8');
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
      fileName: `${name}.ts`,
      compilerOptions: { stripInternal: true, module: ts.ModuleKind.NodeNext },
      reportDiagnostics: true,
    });
    const types = outputText.replaceAll(/(from ['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2');
    const foreign = [...types.matchAll(/from ['"]\.\/([\w-]+)\.js['"]/g)].filter(
      ([, from = '']) => !TYPES.includes(from),
    );
    if (diagnostics.length > 0 || foreign.length > 0)
      throw new Error(
        `lib/${name}.ts: its types need ${foreign.map(([line]) => line).join() || 'annotations'}`,
      );
    writeFileSync(join(folder, `${basename(name)}.d.ts`), types);
  }
}
