// Every recorded call of a function is allowed by its role, and every grant of a role is used by a recorded call or has
// a reason. A test run that makes a call which is not recorded fails: see check-run.ts.
import { beforeAll, describe, expect, it } from 'vitest';
import { synthesizeStage } from '../lib/template.ts';
import { type Call, grantsOf, isAllowed, matches, type Statement, uses } from './policy.ts';
import { readRecordedCalls } from './recorded-calls.ts';
import { type FunctionRole, functionRoles } from './roles.ts';
import { type ExcusedGrants, UNUSED_GRANTS } from './unused-grants.ts';

const recorded = readRecordedCalls();
const callsOf = (role: FunctionRole): readonly Call[] => recorded.filter(({ fn }) => fn === role.id);

function denied(role: FunctionRole, calls: readonly Call[]): string[] {
  return calls
    .filter((call) => !isAllowed(role.statements, call))
    .map(({ action, resource }) => `${role.name} may not ${action} on ${resource}`);
}

function unused(role: FunctionRole, calls: readonly Call[], excuses: readonly ExcusedGrants[]): string[] {
  return grantsOf(role.statements)
    .filter((grant) => !calls.some((call) => uses(call, grant)))
    .filter((grant) => !excuses.some((excuse) => isExcused(role.name, grant, excuse)))
    .map(({ action, resource }) => `${role.name} does not use ${action} on ${resource}`);
}

function isExcused(name: string, grant: Call, { functions, action, resource }: ExcusedGrants): boolean {
  return (
    (functions === undefined || functions.includes(name)) &&
    matches(action, grant.action, 'i') &&
    matches(resource, grant.resource)
  );
}

describe.each(['dev', 'prod'])('%s', (stage) => {
  let roles: FunctionRole[];
  beforeAll(() => {
    roles = functionRoles(synthesizeStage(stage));
  });

  it('has recorded calls of every function, and of no other', () => {
    const names = new Set(recorded.map(({ fn }) => fn));
    expect([...names].sort()).toEqual(roles.map(({ id }) => id).sort());
  });

  it('allows every function the calls that it makes', () => {
    expect(roles.flatMap((role) => denied(role, callsOf(role)))).toEqual([]);
  });

  it('grants no function what it does not use, unless there is a reason', () => {
    expect(roles.flatMap((role) => unused(role, callsOf(role), UNUSED_GRANTS))).toEqual([]);
  });

  it('notices every grant that is taken away from a function that uses it', () => {
    for (const role of roles) {
      for (const call of callsOf(role)) {
        const statements = role.statements.filter((one) => !isAllowed([one], call));
        expect(denied({ ...role, statements }, [call])).toHaveLength(1);
      }
    }
  });

  it('notices a grant of something that the function does not do', () => {
    const more: Statement = {
      Effect: 'Allow',
      Action: ['dynamodb:Scan'],
      Resource: ['*'],
      Condition: {},
    };
    for (const role of roles) {
      const found = unused({ ...role, statements: [...role.statements, more] }, callsOf(role), UNUSED_GRANTS);
      expect(found).toEqual([`${role.name} does not use dynamodb:Scan on *`]);
    }
  });
});

it('has no reason for a grant that is used, or that no role has', () => {
  const roles = ['dev', 'prod'].flatMap((stage) => functionRoles(synthesizeStage(stage)));
  const needless = UNUSED_GRANTS.filter(
    (excuse) =>
      !roles.some((role) =>
        grantsOf(role.statements).some(
          (grant) =>
            isExcused(role.name, grant, excuse) && !callsOf(role).some((call) => uses(call, grant)),
        ),
      ),
  );
  expect(needless).toEqual([]);
});

const allow = (rest: Partial<Statement>): Statement => ({ Effect: 'Allow', Condition: {}, ...rest });
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Orders';
const call: Call = { action: 'dynamodb:GetItem', resource: TABLE };

describe('a decision', () => {
  it.each<[string, Statement[], boolean]>([
    ['refuses what nothing allows', [], false],
    ['allows the action on the resource', [allow({ Action: ['dynamodb:GetItem'], Resource: [TABLE] })], true],
    ['takes wildcards', [allow({ Action: ['DynamoDB:Get*'], Resource: ['arn:aws:*:table/Order?'] })], true],
    ['refuses another action', [allow({ Action: ['dynamodb:PutItem'], Resource: [TABLE] })], false],
    ['refuses a longer name', [allow({ Action: ['dynamodb:GetItem'], Resource: [`${TABLE}/index/i`] })], false],
    ['compares resources by case', [allow({ Action: ['*'], Resource: [TABLE.toLowerCase()] })], false],
    [
      'lets a refusal win',
      [
        allow({ Action: ['*'], Resource: ['*'] }),
        { ...allow({ Action: ['dynamodb:*'], Resource: [TABLE] }), Effect: 'Deny' },
      ],
      false,
    ],
    ['excludes actions', [allow({ NotAction: ['dynamodb:*'], Resource: ['*'] })], false],
    ['excludes resources', [allow({ Action: ['dynamodb:*'], NotResource: ['arn:aws:s3:::*'] })], true],
    [
      'refuses where a condition’s key is missing',
      [allow({ Action: ['*'], Resource: ['*'], Condition: { StringEquals: { 'aws:SourceAccount': ['1'] } } })],
      false,
    ],
  ])('%s', (_, statements, expected) => {
    expect(isAllowed(statements, call)).toBe(expected);
  });

  it('allows where every condition holds, and refuses to guess an operator', () => {
    const on = (condition: Statement['Condition']): Statement[] => [
      allow({ Action: ['*'], Resource: ['*'], Condition: condition }),
    ];
    const context = { 'aws:SourceAccount': '1' };
    expect(isAllowed(on({ StringEquals: { 'aws:SourceAccount': ['2', '1'] } }), { ...call, context })).toBe(true);
    expect(isAllowed(on({ StringLike: { 'aws:SourceAccount': ['2*'] } }), { ...call, context })).toBe(false);
    expect(() => isAllowed(on({ DateLessThan: { 'aws:CurrentTime': ['x'] } }), { ...call, context })).toThrow(
      'DateLessThan',
    );
  });
});
