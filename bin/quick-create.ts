// npm run quick-create -- DIRECTORY [STAGE]: writes a stage as one template and the zipped code of its
// functions, to be copied to a bucket. A link, or any tool that takes a template, creates the stack from
// there: no CDK, no bootstrap, the same resources.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { App, CfnParameter, DefaultStackSynthesizer, Fn, type IStackSynthesizer } from 'aws-cdk-lib';
import * as v from 'valibot';
import { bundleFunctions } from '../lib/bundles/function-bundles.ts';
import { ServiceStack } from '../lib/service-stack.ts';
import { createStageConfig } from '../lib/stage/stage-config.ts';
import { addSecurityRules } from './security-rules.ts';
import { toStackName } from './stack-name.ts';
import { readStageContext } from './stage-context.ts';

/**
 * Largest template in a bucket:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
 */
const MAX_TEMPLATE_BYTES = 1_000_000;
/** Largest template that is passed as text. */
export const MAX_INLINE_BYTES = 51_200;

/** Two parameters of the template name the bucket and the prefix of the code. */
function createParameterSynthesizer(): IStackSynthesizer {
  const inner = new DefaultStackSynthesizer({ generateBootstrapVersionRule: false });
  return {
    bind: (stack) => inner.bind(stack),
    addFileAsset: (asset) => ({
      ...inner.addFileAsset(asset),
      bucketName: Fn.ref('AssetsBucket'),
      objectKey: Fn.join('', [Fn.ref('AssetsPrefix'), `${asset.sourceHash}.zip`]),
    }),
    addDockerImageAsset: (asset) => inner.addDockerImageAsset(asset),
    synthesize: (session) => inner.synthesize(session),
  };
}

const manifest = v.object({
  files: v.record(v.string(), v.object({ source: v.object({ path: v.string(), packaging: v.string() }) })),
});

export interface QuickCreate {
  readonly templateFile: string;
  readonly templateBytes: number;
  readonly zips: number;
}

/**
 * `context`: the settings, as in cdk.json; `isValidated`: validates with the CDK, which takes four seconds.
 * Throws if the template is larger than CloudFormation accepts.
 */
export async function writeQuickCreate(
  folder: string,
  stage: string,
  context: Readonly<Record<string, unknown>>,
  isValidated = true,
): Promise<QuickCreate> {
  bundleFunctions();
  const outdir = mkdtempSync(join(tmpdir(), 'order-analytics-quick-create-'));
  try {
    const name = toStackName(stage);
    const app = new App({
      ...{ outdir, analyticsReporting: false, context },
      builtinCloudFormationValidation: isValidated,
    });
    const config = createStageConfig(stage, readStageContext(app.node, stage));
    const stack = new ServiceStack(app, name, { config, synthesizer: createParameterSynthesizer() });
    new CfnParameter(stack, 'AssetsBucket', {
      description: 'The bucket with the code of the functions, in the region of the stack',
    });
    new CfnParameter(stack, 'AssetsPrefix', { default: '', description: 'Where it lies there, such as v1/' });
    addSecurityRules(app);
    app.synth();
    mkdirSync(folder, { recursive: true });
    const text = JSON.stringify(JSON.parse(readFileSync(join(outdir, `${name}.template.json`), 'utf8')));
    if (text.length > MAX_TEMPLATE_BYTES)
      throw new Error(
        `the template has ${text.length} bytes; CloudFormation accepts at most ${MAX_TEMPLATE_BYTES}`,
      );
    const templateFile = `${name}.template.json`;
    writeFileSync(join(folder, templateFile), text);
    const { files } = v.parse(
      manifest,
      JSON.parse(readFileSync(join(outdir, `${name}.assets.json`), 'utf8')),
    );
    const code = Object.entries(files).filter(([, { source }]) => source.packaging === 'zip');
    for (const [hash, { source }] of code)
      writeFileSync(join(folder, `${hash}.zip`), await zipFolder(join(outdir, basename(source.path))));
    return { templateFile, templateBytes: Buffer.byteLength(text), zips: code.length };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** Equal files give equal bytes. */
async function zipFolder(folder: string): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
  for (const name of names)
    await zip.add(name.replaceAll('\\', '/'), new Uint8ArrayReader(readFileSync(join(folder, name))), {
      lastModDate: new Date(1980, 0, 1),
      extendedTimestamp: false,
      // Lambda reads only files that everybody may read.
      unixMode: 0o644,
    });
  return zip.close();
}

async function main([folder, stage = 'prod']: readonly string[]): Promise<void> {
  if (folder === undefined) {
    console.error('usage: npm run -s quick-create -- DIRECTORY [dev | prod]');
    process.exitCode = 2;
    return;
  }
  const { context } = v.parse(
    v.object({ context: v.record(v.string(), v.unknown()) }),
    JSON.parse(readFileSync('cdk.json', 'utf8')),
  );
  const { templateFile, templateBytes, zips } = await writeQuickCreate(folder, stage, context);
  const size = templateBytes > MAX_INLINE_BYTES ? ', which CloudFormation takes from a bucket only' : '';
  console.log(`${join(folder, templateFile)} (${templateBytes} bytes${size}) and ${zips} zips. Next:

  aws s3 sync ${folder} s3://BUCKET/PREFIX/

https://REGION.console.aws.amazon.com/cloudformation/home?region=REGION#/stacks/quickcreate?templateURL=https://BUCKET.s3.REGION.amazonaws.com/PREFIX/${templateFile}&stackName=${toStackName(stage)}&param_AssetsBucket=BUCKET&param_AssetsPrefix=PREFIX/`);
}

if (import.meta.main) await main(process.argv.slice(2));
