// Writes the templates of all stages, each as it is by default, with every setting, and on restored tables, for linters:
// npm run -s templates -- DIRECTORY.
import { join } from 'node:path';
import { STAGES } from '../lib/stage/stage-config.ts';
import { addSecurityRules } from './security-rules.ts';
import { synthesize } from './synth.ts';

const VARIANTS = {
  default: {},
  'every-setting': {
    alarmEmail: 'ops@example.com',
    monthlyBudgetUsd: 100,
    encryption: 'kms',
    domainName: 'api.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555',
    ingestConcurrency: 10,
    computeMemoryMb: 10_240,
    extractMaxLines: 20_000_000,
    partitionThresholdLines: 20_000_000,
    linesPerPartition: 8_000_000,
    partitionConcurrency: 40,
    warmReadUnits: 20_000,
    warmWriteUnits: 20_000,
    reservedConcurrency: { ComputeReport: 20 },
    bedrockModelId: 'eu.amazon.nova-lite-v1:0',
    githubRepository: 'owner/name',
  },
  'restored-tables': { ordersTable: 'restored-orders', serviceTable: 'restored-service' },
} as const;

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('usage: npm run -s templates -- DIRECTORY');
  process.exitCode = 2;
} else {
  for (const [variant, context] of Object.entries(VARIANTS)) {
    for (const stage of STAGES) synthesize(stage, join(directory, variant), context, addSecurityRules);
  }
}
