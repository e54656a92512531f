// What the local cloud reads out of a template, apart from running it.
import { expect, it } from 'vitest';
import { checkTypes } from '../../local/resource-types.ts';
import { createResolver } from '../../local/template.ts';

it('omits properties that are set to AWS::NoValue', () => {
  const resolve = createResolver(new Map());
  const nothing = { Ref: 'AWS::NoValue' };
  expect(
    resolve({
      DelaySeconds: nothing,
      Tags: ['a', nothing],
      Name: { 'Fn::Join': ['-', ['a', nothing, 'b']] },
    }),
  ).toEqual({ Tags: ['a'], Name: 'a-b' });
});

it.each(['AWS::IAM::ManagedPolicy', 'AWS::Logs::ResourcePolicy', 'AWS::KMS::Alias', 'AWS::Budgets::Budget'])(
  'leaves out %s',
  (Type) => {
    expect(() => checkTypes({ It: { Type } })).not.toThrow();
  },
);
