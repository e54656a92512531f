// Roles: each holds its permissions as one inline policy, within the limits of IAM and without circular dependencies.

import { Duration } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { allowModel } from '../../lib/functions/model-permission.ts';
import { ServiceFunction } from '../../lib/functions/service-function.ts';
import { LARGEST, type StageTemplate, synthesizeStack, synthesizeStage } from './template.ts';

/**
 * Half of the 10,240 characters that IAM allows for all inline policies of a role: during an update, a role can have
 * the policies of two releases.
 */
const MOST_CHARACTERS = 5_120;
/** The longest ARN of a bucket: 63 characters after its prefix. ARNs of other resources of this service are shorter. */
const BUCKET_ARN = `arn:aws:s3:::${'b'.repeat(63)}`;
const OTHER_ARN = 'a'.repeat(128);

/** The document as AWS stores it, with an ARN of the greatest length for each reference. */
function resolveIntrinsics({ resources }: StageTemplate, document: unknown): unknown {
  return JSON.parse(JSON.stringify(document), (name, value) => {
    if (name === 'Fn::GetAtt')
      return resources[value[0]]?.Type === 'AWS::S3::Bucket' ? BUCKET_ARN : OTHER_ARN;
    if (name === 'Fn::Join') return value[1].join(value[0]);
    if (name === 'Ref') return value.startsWith('AWS::') ? 'ap-southeast-1' : OTHER_ARN;
    return value?.Ref ?? value?.['Fn::GetAtt'] ?? value?.['Fn::Join'] ?? value;
  });
}

/** Ids of the resources that a resource is created after. */
function listRequirements({ resources }: StageTemplate, id: string): string[] {
  const { Properties, DependsOn = [] } = resources[id] ?? {};
  const named = JSON.stringify(Properties).matchAll(/"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/g);
  return [...DependsOn, ...[...named].flatMap(([, other = '']) => (other in resources ? [other] : []))];
}

/** The first circle that is found, as a path; undefined if each resource can be created after those that it needs. */
function findCircle(template: StageTemplate): string | undefined {
  const done = new Set<string>();
  const walk = (id: string, path: readonly string[]): string | undefined => {
    if (done.has(id)) return undefined;
    if (path.includes(id)) return [...path, id].join(' needs ');
    for (const other of listRequirements(template, id)) {
      const found = walk(other, [...path, id]);
      if (found !== undefined) return found;
    }
    done.add(id);
    return undefined;
  };
  return Object.keys(template.resources)
    .map((id) => walk(id, []))
    .find((found) => found !== undefined);
}

describe.each<[string, Readonly<Record<string, unknown>>]>([
  ['by default', {}],
  ['with every setting', LARGEST],
])('the roles of prod %s', (_, context) => {
  const template = synthesizeStage('prod', context);

  it('have one inline policy each', () => {
    expect(template.listTypes()).not.toContain('AWS::IAM::Policy');
    for (const { path, properties } of template.findByType('AWS::IAM::Role')) {
      const [policy, ...others] = [properties.Policies ?? []].flat();
      expect([path, policy, others]).toMatchObject([path, { PolicyDocument: expect.anything() }, []]);
    }
  });

  it('use less than half of the characters that IAM allows', () => {
    for (const { path, properties } of template.findByType('AWS::IAM::Role')) {
      const characters = JSON.stringify(resolveIntrinsics(template, properties.Policies)).length;
      expect([path, characters < MOST_CHARACTERS]).toEqual([path, true]);
    }
  });

  it('cause no circular dependency', () => {
    expect(findCircle(template)).toBeUndefined();
  });
});

it('finds a circle if a role is allowed on a function that needs the role', () => {
  const template = synthesizeStage('dev');
  const [role] = template.findByType('AWS::IAM::Role');
  const id = role?.id ?? '';
  const [fn] = template
    .listFunctions()
    .filter(({ properties }) => JSON.stringify(properties.Role).includes(id));
  const Policies = [{ Resource: { 'Fn::GetAtt': [fn?.id ?? '', 'Arn'] } }];
  const broken = Object.assign(Object.create(template), {
    resources: { ...template.resources, [id]: { Properties: { Policies }, DependsOn: [] } },
  });
  expect(findCircle(broken)).toContain(id);
});

// Permissions to call language models. Other permissions are checked against the calls of each run of the engines
// (test/permissions); cdk-nag refuses wildcards and managed policies without a reason.

describe('insights by a model', () => {
  const listModelGrants = (template: StageTemplate): string[] =>
    template
      .listRoleStatements()
      .filter(({ actions }) => actions.some((action) => action.startsWith('bedrock:')))
      .map(({ actions, resources, condition }) =>
        [`${actions} ${resources}`, ...(condition === undefined ? [] : [JSON.stringify(condition)])].join(
          ' if ',
        ),
      );

  it('have no permission unless a model is named', () => {
    expect(listModelGrants(synthesizeStage('dev'))).toEqual([]);
  });

  it('may call the named model only', () => {
    expect(listModelGrants(synthesizeStage('dev', { bedrockModelId: 'amazon.nova-lite-v1:0' }))).toEqual([
      'bedrock:InvokeModel arn:AWS::Partition:bedrock:AWS::Region::foundation-model/amazon.nova-lite-v1:0',
    ]);
  });

  it.each(['us', 'eu', 'jp', 'au', 'us-gov', 'apac', 'global'])(
    'may call an inference profile of %s, and its model through that profile only',
    (geography) => {
      const [profile, model, ...rest] = listModelGrants(
        synthesizeStack((stack) => {
          const fn = new ServiceFunction(stack, 'PublishReport', {
            ...{ entry: 'report/publish', description: 'one that calls a model', environment: {} },
            ...{
              timeout: Duration.minutes(1),
              memoryMb: 256,
              logRetention: RetentionDays.ONE_DAY,
              key: undefined,
            },
          });
          allowModel(fn, `${geography}.amazon.nova-lite-v1:0`);
        }),
      );
      const arn = `:inference-profile/${geography}.amazon.nova-lite-v1:0`;
      expect(profile).toMatch(new RegExp(`^bedrock:InvokeModel arn:.*${arn}$`));
      expect(model).toContain(':bedrock:*::foundation-model/amazon.nova-lite-v1:0 if ');
      expect(model).toContain('bedrock:InferenceProfileArn');
      expect(model).toContain(arn);
      expect(rest).toEqual([]);
    },
  );

  it('may call an application inference profile, and any model through that profile only', () => {
    const arn = 'arn:aws:bedrock:eu-central-1:111122223333:application-inference-profile/a1b2c3';
    expect(listModelGrants(synthesizeStage('dev', { bedrockModelId: arn }))).toEqual([
      `bedrock:InvokeModel ${arn}`,
      `bedrock:InvokeModel arn:AWS::Partition:bedrock:*::foundation-model/* if ${JSON.stringify({
        StringEquals: { 'bedrock:InferenceProfileArn': arn },
      })}`,
    ]);
  });
});
