// A synthesized stage, read by type and by construct path, so that a rule can be stated over the whole tree. Policies
// come as plain words: `{ 'Data/Service': ['dynamodb:GetItem'] }`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { addSecurityRules } from '../../bin/security-rules.ts';
import { synthesize } from '../../bin/synth.ts';
import { inlinePolicies } from '../../lib/functions/service-function.ts';

const properties = v.record(v.string(), v.unknown());
const resource = v.object({
  Type: v.string(),
  Properties: v.optional(properties, {}),
  DependsOn: v.optional(v.array(v.string()), []),
  DeletionPolicy: v.optional(v.string()),
  Metadata: v.optional(v.object({ 'aws:cdk:path': v.string() })),
});
const template = v.object({
  Resources: v.record(v.string(), resource),
  Outputs: v.record(v.string(), v.object({ Value: v.unknown() })),
});
const list = v.union([
  v.array(v.string()),
  v.pipe(
    v.string(),
    v.transform((one) => [one]),
  ),
]);
const statement = v.object({
  Effect: v.picklist(['Allow', 'Deny']),
  Action: list,
  Resource: v.unknown(),
  Principal: v.optional(v.unknown()),
  Condition: v.optional(v.unknown()),
});
const policy = v.object({ PolicyDocument: v.object({ Statement: v.array(statement) }) });
/** All that a role may do is written in it: policies of its own or managed ones would be missing here. */
const role = v.object({
  Policies: v.pipe(
    v.array(policy),
    v.transform((policies) => policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)),
  ),
});
const functionProperties = v.looseObject({
  Role: v.unknown(),
  Timeout: v.number(),
  Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }),
  ReservedConcurrentExecutions: v.optional(v.number()),
});

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly principal: unknown;
  readonly condition: unknown;
}

interface Found {
  readonly id: string;
  /** Below the service: `Data/Orders`. */
  readonly path: string;
  readonly properties: Record<string, unknown>;
  readonly deletionPolicy: string | undefined;
}

export class StageTemplate {
  readonly resources: v.InferOutput<typeof template>['Resources'];
  readonly outputs: Readonly<Record<string, string>>;

  constructor(synthesized: unknown) {
    const parsed = v.parse(template, synthesized);
    this.resources = parsed.Resources;
    this.outputs = Object.fromEntries(
      Object.entries(parsed.Outputs).map(([name, { Value }]) => [name, this.words(Value)]),
    );
  }

  of(type: string): Found[] {
    return Object.entries(this.resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties, DeletionPolicy }]) => ({
        id,
        path: this.pathOf(id),
        properties: Properties,
        deletionPolicy: DeletionPolicy,
      }));
  }

  types(): string[] {
    return [...new Set(Object.values(this.resources).map(({ Type }) => Type))];
  }

  /** By name: `SubmitOrders`. */
  functions() {
    return this.of('AWS::Lambda::Function').map(({ id, path, properties }) => ({
      id,
      path,
      name: path.split('/').at(-2) ?? path,
      properties: v.parse(functionProperties, properties),
    }));
  }

  /** Of the policies of resources: of queues, buckets and topics. */
  statements(type: string): Statement[] {
    return this.inWords(
      this.of(type).flatMap(({ properties: found }) => v.parse(policy, found).PolicyDocument.Statement),
    );
  }

  /** What all roles may do, or one of them, by its logical id. */
  roleStatements(roleId?: string): Statement[] {
    return this.inWords(
      this.of('AWS::IAM::Role')
        .filter(({ id }) => roleId === undefined || id === roleId)
        .flatMap(({ properties: found }) => v.parse(role, found).Policies),
    );
  }

  private inWords(statements: readonly v.InferOutput<typeof statement>[]): Statement[] {
    return statements.map(({ Effect, Action, Resource, Principal, Condition }) => ({
      effect: Effect,
      actions: Action,
      resources: [Resource].flat().map((one) => this.words(one)),
      principal: Principal,
      condition: Condition,
    }));
  }

  /** What a function's role may do, by resource. */
  allowed(name: string): Record<string, string[]> {
    const found = this.functions().find((fn) => fn.name === name);
    if (found === undefined) throw new Error(`there is no function ${name}`);
    return this.allowedBy(found.properties.Role);
  }

  allowedBy(role: unknown): Record<string, string[]> {
    const allowed: Record<string, string[]> = {};
    for (const { actions, resources } of this.roleStatements(roleIdOf(role))) {
      for (const one of resources) allowed[one] = [...(allowed[one] ?? []), ...actions].sort();
    }
    return allowed;
  }

  /** An intrinsic as words, a resource by its path: `Data/Bodies/reports/*`. */
  words(value: unknown): string {
    if (typeof value === 'string') return value;
    const parsed = v.parse(properties, value);
    const [[name, argument] = ['', undefined]] = Object.entries(parsed);
    if (name === 'Ref') return this.pathOf(v.parse(v.string(), argument));
    if (name === 'Fn::GetAtt') {
      const [id, attribute] = v.parse(v.tuple([v.string(), v.string()]), argument);
      return attribute === 'Arn' ? this.pathOf(id) : `${this.pathOf(id)}.${attribute}`;
    }
    if (name === 'Fn::Join') {
      const [separator, parts] = v.parse(v.tuple([v.string(), v.array(v.unknown())]), argument);
      return parts.map((part) => this.words(part)).join(separator);
    }
    throw new Error(`no words for ${JSON.stringify(value)}`);
  }

  private pathOf(id: string): string {
    const path = this.resources[id]?.Metadata?.['aws:cdk:path'];
    if (path === undefined) return id;
    return (
      path
        .split('/')
        .slice(1)
        // As in logical ids.
        .filter((part) => part !== 'Resource' && part !== 'Default')
        .join('/')
    );
  }
}

function roleIdOf(role: unknown): string {
  const { 'Fn::GetAtt': found } = v.parse(
    v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }),
    role,
  );
  return found[0];
}

/** The bundles are not copied: the template is the same without. */
const TEMPLATE_ALONE = {
  'aws:cdk:enable-path-metadata': true,
  'aws:cdk:disable-asset-staging': true,
};

/** Settings that leave each other's resources alone, so that one synthesis, of half a second, is enough for the tests of all. */
export const SETTINGS = { encryption: 'kms', alarmEmail: 'ops@example.com', monthlyBudgetUsd: 100 } as const;
export const MORE_SETTINGS = {
  backup: { days: 30, copyTo: 'arn:aws:backup:eu-west-1:111122223333:backup-vault:copies' },
  computeMemoryMb: '10240',
  extractMaxLines: '0',
  warmReadUnits: 12_000,
  warmWriteUnits: 40_000,
  reservedConcurrency: '{"ComputeReport": 20}',
  tracing: true,
  apiThrottle: { ingest: 900, keyed: 300, open: 40, routes: { 'GET /api/v1/reports': 7 } },
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000',
} as const;
export const EDGE = {
  edge: true,
  webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/Acl/0a1b2c3d',
  directAccess: 'closed',
} as const;
/** With the most resources. */
export const LARGEST = {
  ...{ ...SETTINGS, ...EDGE, canaryMinutes: 10, tracing: true },
  bedrockModelId: 'eu.amazon.nova-lite-v1:0',
} as const;

const synthesized = new Map<string, { template: StageTemplate; edge: unknown }>();

/** Fails on any finding of cdk-nag that isn't accepted with a reason, as every synthesis does. `npm run templates` finds what CloudFormation would refuse. */
export function synthesizeStage(
  stage: string,
  context: Readonly<Record<string, unknown>> = {},
): StageTemplate {
  return synthesizeAll(stage, context).template;
}

/** That of the rules of its edge; undefined if it has none. */
export function edgeTemplate(stage: string, context: Readonly<Record<string, unknown>>): unknown {
  return synthesizeAll(stage, context).edge;
}

/** A stack with less than a service in it. */
export function stackOf(build: (stack: Stack) => void): StageTemplate {
  return inFolder((outdir) => {
    const stack = new Stack(new App({ outdir, builtinCloudFormationValidation: false }), 'Part');
    inlinePolicies(stack);
    build(stack);
    return new StageTemplate({ Outputs: {}, ...Template.fromStack(stack).toJSON() });
  });
}

function synthesizeAll(stage: string, context: Readonly<Record<string, unknown>>) {
  const name = JSON.stringify([stage, context]);
  const known = synthesized.get(name);
  if (known !== undefined) return known;
  const found = inFolder((outDir) => {
    const settings = { ...context, ...TEMPLATE_ALONE };
    const { template, edge } = synthesize(stage, outDir, settings, addSecurityRules, false);
    return { template: new StageTemplate(template), edge };
  });
  synthesized.set(name, found);
  return found;
}

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'order-analytics-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
