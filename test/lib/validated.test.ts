// What CloudFormation would refuse fails a synthesis that is validated. npm run templates validates every setting, each alone and all together: a minute.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { afterAll, expect, it } from 'vitest';
import { EACH_SETTING, EVERY_SETTING } from '../../bin/every-setting.ts';
import { REFUSE_INVALID } from '../../bin/synth.ts';
import { DEFAULT_EDGE_LIMITS } from '../../lib/edge/web-acl.ts';
import { EdgeStack } from '../../lib/service-stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('accepts the rules of the edge', () => {
  const app = new App({ outdir: join(folder, 'edge'), context: REFUSE_INVALID });
  new EdgeStack(app, 'Edge', { stage: 'prod', limits: DEFAULT_EDGE_LIMITS });
  expect(() => app.synth()).not.toThrow();
});

it('refuses a rule of the edge with an empty list of headers', () => {
  const app = new App({ outdir: join(folder, 'empty'), context: REFUSE_INVALID });
  const visibilityConfig = {
    cloudWatchMetricsEnabled: true,
    metricName: 'All',
    sampledRequestsEnabled: true,
  };
  const block = { customResponse: { responseCode: 413, responseHeaders: [] } };
  new CfnWebACL(new Stack(app, 'Edge'), 'Acl', {
    scope: 'CLOUDFRONT',
    visibilityConfig,
    defaultAction: { block },
  });
  expect(() => app.synth()).toThrow('ResponseHeaders: expected minimum item count');
});

it('refuses it in a deployment as well', () => {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
  expect(context).toMatchObject(REFUSE_INVALID);
});

it('has each setting with those that it requires, and no more', () => {
  expect([...EACH_SETTING.keys()]).toEqual(Object.keys(EVERY_SETTING));
  expect(EACH_SETTING.get('tracing')).toEqual({ tracing: true });
  expect(Object.keys(EACH_SETTING.get('webAclArn') ?? {}).sort()).toEqual([
    'directAccess',
    'edge',
    'webAclArn',
  ]);
});
