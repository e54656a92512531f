// CDK entry: `cdk deploy OrderAnalytics-dev`. One stack per stage; needs no account, Docker or network to synthesize.
import { App } from 'aws-cdk-lib';
import { addStacks } from './build-app.ts';

const app = new App();
addStacks(app, ['dev', 'prod']);
app.synth();
