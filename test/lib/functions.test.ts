// All functions of a stage: logs, timeouts, concurrency, sizes of bundles, tracing and cold starts.
import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions, getBundlePath, getBundleSize } from '../../lib/bundles/function-bundles.ts';
import { REFERENCE_FILES } from '../../src/openapi/reference/reference-files.ts';
import { CLAIM_MS } from '../../src/service/accounts/idempotency-records.ts';
import { UNQUEUED_AFTER_MS } from '../../src/service/operations/reconcile.ts';
import { CONSOLE_FOLDER, CONSOLE_LIST } from '../../src/service/wiring/packaged-files.ts';
import { MORE_SETTINGS, type StageTemplate, synthesizeStage } from './template.ts';

describe.each(['dev', 'prod'])('the functions of %s', (stage) => {
  let template: StageTemplate;
  beforeAll(() => {
    template = synthesizeStage(stage);
  });

  it('have logs that are kept for 90 days in prod and 30 days in dev', () => {
    const logs = template.findByType('AWS::Logs::LogGroup');
    // One for each function and workflow, and the access log.
    const workflows = template.findByType('AWS::StepFunctions::StateMachine');
    expect(logs).toHaveLength(template.listFunctions().length + workflows.length + 1);
    for (const { path, properties } of logs) {
      expect([path, properties.RetentionInDays]).toEqual([path, stage === 'prod' ? 90 : 30]);
    }
  });

  it('time out before the claim of an Idempotency-Key ends and before an import counts as unqueued', () => {
    const limits = template
      .listFunctions()
      .filter(({ name }) => name.startsWith('SubmitOrders') || name.startsWith('CreateReport'))
      .map(({ properties }) => Number(properties.Timeout) * 1_000);
    expect(limits).toHaveLength(2);
    expect(CLAIM_MS).toBeGreaterThan(Math.max(...limits));
    expect(UNQUEUED_AFTER_MS).toBeGreaterThan(Math.max(...limits));
  });

  it('send webhooks to public https addresses only', () => {
    const targets = template
      .listFunctions()
      .flatMap(({ properties }) => properties.Environment.Variables.WEBHOOK_RECEIVERS ?? []);
    expect(new Set(targets)).toEqual(new Set(['public_https']));
    expect(targets).toHaveLength(12);
  });

  it('have a maximum concurrency for queues, and reserve no concurrency of the account', () => {
    const mappings = template.findByType('AWS::Lambda::EventSourceMapping');
    expect(mappings).toHaveLength(2);
    for (const { path, properties } of mappings) {
      expect([path, properties]).toMatchObject([
        path,
        {
          ScalingConfig: { MaximumConcurrency: expect.any(Number) },
          FunctionResponseTypes: ['ReportBatchItemFailures'],
        },
      ]);
    }
    for (const { properties } of template.listFunctions())
      expect(properties.ReservedConcurrentExecutions).toBeUndefined();
  });
});

it('reserves concurrency for the named function only', () => {
  const template = synthesizeStage('prod', MORE_SETTINGS);
  const reserved = template
    .listFunctions()
    .flatMap(({ name, properties }) =>
      properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[name, properties.ReservedConcurrentExecutions]],
    );
  expect(reserved).toEqual([['ComputeReport', 20]]);
});

/**
 * Limits in bytes for larger HTTP functions, which bundle the S3 client, the customer filters or the protocol of
 * agents. What customers buy next takes 2 kB of those that list them.
 */
const LARGE: Readonly<Record<string, number>> = {
  'manage-audiences': 398_000,
  'get-report': 426_000,
  'list-customers': 445_000,
  'manage-exports': 470_000,
  'manage-destinations': 461_000,
  'read-audience': 491_000,
  'call-tools': 790_000,
};

it('bundles HTTP functions below 395 kB, except seven with limits of their own', () => {
  bundleFunctions();
  const names = globSync('**/*.ts', { cwd: 'functions/http' }).map((file) => basename(file, '.ts'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names)
    expect([name, getBundleSize(`http/${name}`) < (LARGE[name] ?? 395_000)]).toEqual([name, true]);
});

// The AWS SDK takes 320 kB of the first bundle, which also searches for a person's ids, and 350 kB of the second, which
// calls a language model.
it('bundles the functions that erase and publish in sizes too small for the analysis', () => {
  bundleFunctions();
  expect(getBundleSize('erasure/erase')).toBeLessThan(503_000);
  expect(getBundleSize('report/publish')).toBeLessThan(586_000);
});

it('deploys exactly the files of the console’s list, each as .br and .gzip', () => {
  bundleFunctions();
  const folder = join(getBundlePath('http/console'), CONSOLE_FOLDER);
  const names = Object.keys(JSON.parse(readFileSync(join(folder, CONSOLE_LIST), 'utf8')).files);
  const expected = [CONSOLE_LIST, ...names.flatMap((name) => [`${name}.br`, `${name}.gzip`])];
  expect(readdirSync(folder).sort()).toEqual(expected.sort());
});

// Not counted with the bundles: these files are served, not loaded as code. The page is mostly Redoc.
it('deploys the API document and its page, compressed, below 545 kB', () => {
  bundleFunctions();
  const folder = getBundlePath('http/reference');
  const sizes = readdirSync(folder)
    .filter((name) => name !== 'index.mjs')
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
  expect(sizes.map(({ name }) => name).sort()).toEqual(Object.values(REFERENCE_FILES).sort());
  expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(545_000);
});

describe('tracing', () => {
  it('is off by default, without permissions to write traces', () => {
    const template = synthesizeStage('prod');
    expect(JSON.stringify(template.resources)).not.toMatch(/xray:|Tracing/);
  });

  it('covers every function and workflow if it is enabled', () => {
    const template = synthesizeStage('prod', MORE_SETTINGS);
    for (const { name, properties } of template.listFunctions()) {
      expect([name, properties]).toMatchObject([name, { TracingConfig: { Mode: 'Active' } }]);
      expect(template.listAllowed(name)['*']).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
    }
    for (const { properties } of template.findByType('AWS::StepFunctions::StateMachine'))
      expect(properties).toMatchObject({ TracingConfiguration: { Enabled: true } });
  });
});

describe('a cold start', () => {
  it('loads neither undici nor HTTP/2', () => {
    bundleFunctions();
    const bundle = join(getBundlePath('http/unknown-route'), 'index.mjs');
    // Loading may fail because a variable is not set: by then everything has been imported.
    const program = `await import(${JSON.stringify(bundle)}).catch(() => {}); console.log(process.moduleLoadList.join())`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(stdout).toContain('NativeModule crypto');
    expect(stdout).not.toMatch(/undici|http2/);
  });
});
