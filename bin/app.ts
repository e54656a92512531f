// CDK entry: `cdk deploy OrderAnalytics-dev`. One stack per stage; needs no account, Docker or network to synthesize.
import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { addStacks } from './build-app.ts';
import { requireSaved } from './saved-context.ts';
import { addSecurityRules } from './security-rules.ts';
import { SAVED_KEYS } from './stage-context.ts';

const app = new App();
requireSaved(app.node, SAVED_KEYS, readFileSync('cdk.json', 'utf8'));
addStacks(app, ['dev', 'prod']);
addSecurityRules(app);
app.synth();
