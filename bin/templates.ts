// npm run -s templates -- DIRECTORY: writes every kind of template for linters, validated by the CDK: all
// stages with default settings and with every setting, prod with each setting alone, one for use without the
// CDK, and an app that contains the construct.
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EdgeWebAcl } from '../lib/edge/web-acl.ts';
import { OrderAnalytics } from '../lib/order-analytics.ts';
import { STAGES } from '../lib/stage/stage-config.ts';
import { createEveryProp, EACH_SETTING, EVERY_SETTING } from './every-setting.ts';
import { writeQuickCreate } from './quick-create.ts';
import { addSecurityRules } from './security-rules.ts';
import { REFUSE_INVALID, synthesize } from './synth.ts';

/** Linters don't read the functions' code. */
const TEMPLATE_ALONE = { 'aws:cdk:disable-asset-staging': true };

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('usage: npm run -s templates -- DIRECTORY');
  process.exitCode = 2;
} else {
  const write = (variant: string, stage: string, context: Readonly<Record<string, unknown>>) =>
    synthesize(stage, join(directory, variant), { ...context, ...TEMPLATE_ALONE }, addSecurityRules, true);
  for (const stage of STAGES) {
    write('default', stage, {});
    write('every-setting', stage, { ...EVERY_SETTING, githubRepository: 'owner/name' });
  }
  for (const [name, context] of EACH_SETTING) write(`only-${name}`, 'prod', context);
  for (const [name, context] of Object.entries({ default: {}, 'every-setting': EVERY_SETTING }))
    await writeQuickCreate(join(directory, `quick-create-${name}`), 'prod', {
      ...context,
      ...REFUSE_INVALID,
    });
  writeConstruct(join(directory, 'construct'));
}

/** Writes the construct with default props and with every prop. */
function writeConstruct(outdir: string): void {
  const app = new App({
    outdir,
    analyticsReporting: false,
    context: { ...REFUSE_INVALID, ...TEMPLATE_ALONE },
  });
  new OrderAnalytics(new Stack(app, 'Defaults'), 'Analytics');
  for (const one of ['stackOwn', 'appOwn'] as const) {
    const stack = new Stack(app, one);
    const props = createEveryProp({
      key: new Key(stack, 'Key', { enableKeyRotation: true }),
      alarmTopic: new Topic(stack, 'Topic', { enforceSSL: true }),
      permissionsBoundary: ManagedPolicy.fromManagedPolicyName(stack, 'Boundary', 'boundary'),
    });
    new OrderAnalytics(stack, 'Analytics', props[one]);
  }
  new EdgeWebAcl(new Stack(app, 'Edge', { env: { region: 'us-east-1' } }), 'WebAcl');
  addSecurityRules(app);
  app.synth();
}
