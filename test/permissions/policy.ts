// Evaluates calls against identity policies, as IAM does without other policies: a matching Deny refuses, a matching
// Allow grants, and everything else is refused.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
import * as v from 'valibot';

const texts = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((given) => [given].flat()),
);
export const statement = v.pipe(
  v.strictObject({
    Sid: v.optional(v.string()),
    Effect: v.picklist(['Allow', 'Deny']),
    Action: v.optional(texts),
    NotAction: v.optional(texts),
    Resource: v.optional(texts),
    NotResource: v.optional(texts),
    Condition: v.optional(v.record(v.string(), v.record(v.string(), texts)), {}),
  }),
  v.check(
    ({ Action, NotAction }) => (Action === undefined) !== (NotAction === undefined),
    'expected Action or NotAction',
  ),
  v.check(
    ({ Resource, NotResource }) => (Resource === undefined) !== (NotResource === undefined),
    'expected Resource or NotResource',
  ),
);
export type Statement = v.InferOutput<typeof statement>;

export interface Call {
  readonly action: string;
  readonly resource: string;
  /** Values of condition keys: `aws:SourceAccount`. */
  readonly context?: Readonly<Record<string, string>> | undefined;
}

/** Whether a text matches a pattern with wildcards. Pass the flag `i` for actions, which have no case; ARNs have it. */
export function isMatch(pattern: string, text: string, flags = ''): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, flags).test(text);
}

const isAction = (patterns: readonly string[], action: string): boolean =>
  patterns.some((pattern) => isMatch(pattern, action, 'i'));
const isResource = (patterns: readonly string[], resource: string): boolean =>
  patterns.some((pattern) => isMatch(pattern, resource));

const OPERATORS: Readonly<Record<string, (expected: string, found: string) => boolean>> = {
  StringEquals: (expected, found) => expected === found,
  StringLike: (expected, found) => isMatch(expected, found),
  ArnLike: (expected, found) => isMatch(expected, found),
};

function isConditionMet(
  condition: Statement['Condition'],
  context: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(condition).every(([operator, keys]) => {
    const compare = OPERATORS[operator];
    if (compare === undefined) throw new Error(`no rule says what the operator ${operator} compares`);
    return Object.entries(keys).every(([key, expected]) => {
      const found = context[key];
      return found !== undefined && expected.some((one) => compare(one, found));
    });
  });
}

function isApplicable(given: Statement, { action, resource, context = {} }: Call): boolean {
  const { Action, NotAction = [], Resource, NotResource = [], Condition } = given;
  return (
    (Action === undefined ? !isAction(NotAction, action) : isAction(Action, action)) &&
    (Resource === undefined ? !isResource(NotResource, resource) : isResource(Resource, resource)) &&
    isConditionMet(Condition, context)
  );
}

export function isAllowed(statements: readonly Statement[], call: Call): boolean {
  const matching = statements.filter((one) => isApplicable(one, call));
  return matching.length > 0 && matching.every(({ Effect }) => Effect === 'Allow');
}

/** One action on one resource pattern that a statement allows. */
export interface Grant {
  readonly action: string;
  readonly resource: string;
}

/** Grants of statements that name their actions and resources. Throws on NotAction and NotResource. */
export function listGrants(statements: readonly Statement[]): Grant[] {
  return statements.flatMap(({ Effect, Action, Resource }) => {
    if (Effect === 'Deny') return [];
    if (Action === undefined || Resource === undefined)
      throw new Error('a statement allows all but what it names: its use cannot be told');
    return Action.flatMap((action) => Resource.map((resource) => ({ action, resource })));
  });
}

export function isGrantUsed(call: Call, { action, resource }: Grant): boolean {
  return isMatch(action, call.action, 'i') && isMatch(resource, call.resource);
}
