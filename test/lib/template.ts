// A synthesized stage, readable by resource type and construct path, so that tests can check all resources of a type.
// Policies are plain records: `{ 'Data/Service': ['dynamodb:GetItem'] }`.
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
/** Roles with inline policies only: policies that are separate resources, or managed, would be missing here. */
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
      Object.entries(parsed.Outputs).map(([name, { Value }]) => [name, this.toWords(Value)]),
    );
  }

  findByType(type: string): Found[] {
    return Object.entries(this.resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties, DeletionPolicy }]) => ({
        id,
        path: this.getPath(id),
        properties: Properties,
        deletionPolicy: DeletionPolicy,
      }));
  }

  listTypes(): string[] {
    return [...new Set(Object.values(this.resources).map(({ Type }) => Type))];
  }

  /** All functions, with their short names: `SubmitOrders`. */
  listFunctions() {
    return this.findByType('AWS::Lambda::Function').map(({ id, path, properties }) => ({
      id,
      path,
      name: path.split('/').at(-2) ?? path,
      properties: v.parse(functionProperties, properties),
    }));
  }

  /** Statements of resource policies of one type: of queues, buckets or topics. */
  listStatements(type: string): Statement[] {
    return this.toStatements(
      this.findByType(type).flatMap(
        ({ properties: found }) => v.parse(policy, found).PolicyDocument.Statement,
      ),
    );
  }

  /** Statements of all roles, or of the role with the logical id. */
  listRoleStatements(roleId?: string): Statement[] {
    return this.toStatements(
      this.findByType('AWS::IAM::Role')
        .filter(({ id }) => roleId === undefined || id === roleId)
        .flatMap(({ properties: found }) => v.parse(role, found).Policies),
    );
  }

  private toStatements(statements: readonly v.InferOutput<typeof statement>[]): Statement[] {
    return statements.map(({ Effect, Action, Resource, Principal, Condition }) => ({
      effect: Effect,
      actions: Action,
      resources: [Resource].flat().map((one) => this.toWords(one)),
      principal: Principal,
      condition: Condition,
    }));
  }

  /** Actions that a function's role allows, by resource. */
  listAllowed(name: string): Record<string, string[]> {
    const found = this.listFunctions().find((fn) => fn.name === name);
    if (found === undefined) throw new Error(`there is no function ${name}`);
    return this.listAllowedByRole(found.properties.Role);
  }

  listAllowedByRole(role: unknown): Record<string, string[]> {
    const allowed: Record<string, string[]> = {};
    for (const { actions, resources } of this.listRoleStatements(getRoleId(role))) {
      for (const one of resources) allowed[one] = [...(allowed[one] ?? []), ...actions].sort();
    }
    return allowed;
  }

  /** An intrinsic as text with the paths of resources: `Data/Bodies/reports/*`. */
  toWords(value: unknown): string {
    if (typeof value === 'string') return value;
    const parsed = v.parse(properties, value);
    const [[name, argument] = ['', undefined]] = Object.entries(parsed);
    if (name === 'Ref') return this.getPath(v.parse(v.string(), argument));
    if (name === 'Fn::GetAtt') {
      const [id, attribute] = v.parse(v.tuple([v.string(), v.string()]), argument);
      return attribute === 'Arn' ? this.getPath(id) : `${this.getPath(id)}.${attribute}`;
    }
    if (name === 'Fn::Join') {
      const [separator, parts] = v.parse(v.tuple([v.string(), v.array(v.unknown())]), argument);
      return parts.map((part) => this.toWords(part)).join(separator);
    }
    throw new Error(`no words for ${JSON.stringify(value)}`);
  }

  private getPath(id: string): string {
    const path = this.resources[id]?.Metadata?.['aws:cdk:path'];
    if (path === undefined) return id;
    return (
      path
        .split('/')
        .slice(1)
        // Logical ids leave these parts out, too.
        .filter((part) => part !== 'Resource' && part !== 'Default')
        .join('/')
    );
  }
}

function getRoleId(role: unknown): string {
  const { 'Fn::GetAtt': found } = v.parse(
    v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }),
    role,
  );
  return found[0];
}

/** Synthesizes without copying bundles: the template is the same. */
const TEMPLATE_ALONE = {
  'aws:cdk:enable-path-metadata': true,
  'aws:cdk:disable-asset-staging': true,
};

/** Settings that affect different resources, so that their tests share one synthesis of half a second. */
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
/** The settings with the most resources. */
export const LARGEST = {
  ...{ ...SETTINGS, ...EDGE, canaryMinutes: 10, tracing: true },
  bedrockModelId: 'eu.amazon.nova-lite-v1:0',
  mailFrom: 'digest@example.com',
} as const;

const synthesized = new Map<string, { template: StageTemplate; edge: unknown }>();

/**
 * Throws on any finding of cdk-nag without a reason, as every synthesis does. `npm run templates` validates for
 * CloudFormation.
 */
export function synthesizeStage(
  stage: string,
  context: Readonly<Record<string, unknown>> = {},
): StageTemplate {
  return synthesizeAll(stage, context).template;
}

/** The template of the stack with the edge's rules; undefined if the stage has none. */
export function synthesizeEdge(stage: string, context: Readonly<Record<string, unknown>>): unknown {
  return synthesizeAll(stage, context).edge;
}

/** A stack with single constructs instead of the service. */
export function synthesizeStack(build: (stack: Stack) => void): StageTemplate {
  return useTempFolder((outdir) => {
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
  const found = useTempFolder((outDir) => {
    const settings = { ...context, ...TEMPLATE_ALONE };
    const { template, edge } = synthesize(stage, outDir, settings, addSecurityRules, false);
    return { template: new StageTemplate(template), edge };
  });
  synthesized.set(name, found);
  return found;
}

function useTempFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'order-analytics-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
