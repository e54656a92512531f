// What every function is, whichever it is.
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

describe.each(['dev', 'prod'])('%s', (stage) => {
  let template: StageTemplate;
  beforeAll(() => {
    template = synthesizeStage(stage);
  });

  it('sets a retention for every log', () => {
    const logs = template.of('AWS::Logs::LogGroup');
    // One a function, one a workflow, and the access log.
    const workflows = template.of('AWS::StepFunctions::StateMachine');
    expect(logs).toHaveLength(template.functions().length + workflows.length + 1);
    for (const { path, properties } of logs) {
      expect([path, properties.RetentionInDays]).toEqual([path, stage === 'prod' ? 90 : 30]);
    }
  });

  it('holds the claim of an Idempotency-Key, and an import that is not queued yet, longer than any function of the API runs', () => {
    const limits = template
      .functions()
      .filter(({ name }) => name.startsWith('SubmitOrders') || name.startsWith('CreateReport'))
      .map(({ properties }) => Number(properties.Timeout) * 1_000);
    expect(limits).toHaveLength(2);
    expect(CLAIM_MS).toBeGreaterThan(Math.max(...limits));
    expect(UNQUEUED_AFTER_MS).toBeGreaterThan(Math.max(...limits));
  });

  it('sends webhooks to public https only', () => {
    const targets = template
      .functions()
      .flatMap(({ properties }) => properties.Environment.Variables.WEBHOOK_RECEIVERS ?? []);
    expect(new Set(targets)).toEqual(new Set(['public_https']));
    expect(targets).toHaveLength(10);
  });

  it('bounds what runs at once from queues, and reserves nothing of the account', () => {
    const mappings = template.of('AWS::Lambda::EventSourceMapping');
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
    for (const { properties } of template.functions())
      expect(properties.ReservedConcurrentExecutions).toBeUndefined();
  });
});

it('reserves concurrency for the function that is named', () => {
  const template = synthesizeStage('prod', MORE_SETTINGS);
  const reserved = template
    .functions()
    .flatMap(({ name, properties }) =>
      properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[name, properties.ReservedConcurrentExecutions]],
    );
  expect(reserved).toEqual([['ComputeReport', 20]]);
});

/** Most bytes of an HTTP function: they have the client of S3, the filters of customers or the protocol of agents. */
const LARGE: Readonly<Record<string, number>> = {
  'get-report': 423_000,
  'list-customers': 440_000,
  'manage-exports': 455_000,
  'manage-destinations': 459_000,
  'read-audience': 481_000,
  'call-tools': 763_000,
};

it('bundles HTTP functions below 392 kB, but for six', () => {
  bundleFunctions();
  const names = globSync('**/*.ts', { cwd: 'functions/http' }).map((file) => basename(file, '.ts'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names)
    expect([name, getBundleSize(`http/${name}`) < (LARGE[name] ?? 392_000)]).toEqual([name, true]);
});

// The SDK is 320 kB of the first, and 350 kB of the second, which asks a language model.
it('bundles no analysis with the functions that erase and publish', () => {
  bundleFunctions();
  expect(getBundleSize('erasure/erase')).toBeLessThan(463_000);
  expect(getBundleSize('report/publish')).toBeLessThan(573_000);
});

it('deploys the files of the console’s list, each compressed twice, and none of an earlier build', () => {
  bundleFunctions();
  const folder = join(getBundlePath('http/console'), CONSOLE_FOLDER);
  const names = Object.keys(JSON.parse(readFileSync(join(folder, CONSOLE_LIST), 'utf8')).files);
  const expected = [CONSOLE_LIST, ...names.flatMap((name) => [`${name}.br`, `${name}.gzip`])];
  expect(readdirSync(folder).sort()).toEqual(expected.sort());
});

// Counted apart: they are read as they lie, not loaded as code. The page is mostly Redoc.
it('keeps the API document and its page, compressed beside their function, below 520 kB', () => {
  bundleFunctions();
  const folder = getBundlePath('http/reference');
  const sizes = readdirSync(folder)
    .filter((name) => name !== 'index.mjs')
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
  expect(sizes.map(({ name }) => name).sort()).toEqual(Object.values(REFERENCE_FILES).sort());
  expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(520_000);
});

describe('tracing', () => {
  it('is off by default, and nothing may write traces', () => {
    const template = synthesizeStage('prod');
    expect(JSON.stringify(template.resources)).not.toMatch(/xray:|Tracing/);
  });

  it('covers every function and workflow where it is asked for', () => {
    const template = synthesizeStage('prod', MORE_SETTINGS);
    for (const { name, properties } of template.functions()) {
      expect([name, properties]).toMatchObject([name, { TracingConfig: { Mode: 'Active' } }]);
      expect(template.allowed(name)['*']).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
    }
    for (const { properties } of template.of('AWS::StepFunctions::StateMachine'))
      expect(properties).toMatchObject({ TracingConfiguration: { Enabled: true } });
  });
});

describe('a cold start', () => {
  it('loads neither undici nor HTTP/2, which no function uses', () => {
    bundleFunctions();
    const bundle = join(getBundlePath('http/unknown-route'), 'index.mjs');
    // Loading may end at a variable that is not set: by then everything has been imported.
    const program = `await import(${JSON.stringify(bundle)}).catch(() => {}); console.log(process.moduleLoadList.join())`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(stdout).toContain('NativeModule crypto');
    expect(stdout).not.toMatch(/undici|http2/);
  });
});
