// Runs a valibot schema and turns its first issue into an error that names the field and what was expected.
import * as v from 'valibot';
import { InvalidRequestError } from './errors/errors.ts';
import { excerpt } from './excerpt.ts';
import { MAX_CUSTOM_KEY_LENGTH } from './schema/limits.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** Throws InvalidRequestError for the first issue only: a request with 10,000 bad rows gets one clear sentence. */
export function parseRequest<S extends Schema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const { path, problem } = findProblem(issue);
  throw new InvalidRequestError(formatPath(path), problem);
}

interface Problem {
  readonly path: readonly { readonly key: unknown }[];
  readonly problem: string;
}

/** For a union, the deepest problem of the option that the value matches best. */
function findProblem(issue: v.BaseIssue<unknown>): Problem {
  const own = { path: issue.path ?? [], problem: describeProblem(issue) };
  const [deepest] = (issue.type === 'union' ? (issue.issues ?? []) : [])
    .map(findProblem)
    .filter(({ path }) => path.length > 0)
    .sort((a, b) => b.path.length - a.path.length);
  return deepest === undefined ? own : { path: [...own.path, ...deepest.path], problem: deepest.problem };
}

/** `orders[3].line_items[0].quantity`; undefined for the body itself. A key may be any text of any length. */
function formatPath(keys: Problem['path']): string | undefined {
  let path = '';
  for (const { key } of keys) {
    const name = excerpt(String(key), MAX_CUSTOM_KEY_LENGTH);
    if (typeof key === 'number') path += `[${key}]`;
    else path += path === '' ? name : `.${name}`;
  }
  return path === '' ? undefined : path;
}

function describeProblem(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object' && issue.expected === 'never') return issue.message;
  if (issue.received === 'undefined') return 'required';
  return issue.message;
}
