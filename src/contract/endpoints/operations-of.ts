// The kinds of operations: what every read, creation, change and deletion has in common, so that an endpoint states the
// rest.
import {
  CHANGE_REFUSALS,
  KEYED_REFUSALS,
  KEYLESS_REFUSALS,
  NOT_FOUND,
  PAYLOAD_TOO_LARGE,
  PRECONDITION_FAILED,
  PUBLISHABLE_REFUSALS,
} from '../errors/refusals.ts';
import { RATE_HEADERS, type RequestHeader, type ResponseHeader } from '../headers.ts';
import type { AnswerSpec, Operation, Tag } from '../operation.ts';

interface Draft extends Omit<Operation, 'method' | 'path' | 'operationId' | 'tag' | 'answers'> {
  /** If it succeeds. Its headers come beside those of its kind. */
  readonly answer: Pick<AnswerSpec, 'description' | 'body' | 'mediaType' | 'maybeHeaders'> &
    Partial<Pick<AnswerSpec, 'status' | 'headers'>>;
  /** Beside those of its kind; of a creation and an erasure, all. */
  readonly refusals?: readonly AnswerSpec[];
}

type Operations = <const Id extends string>(
  operationId: Id,
  path: Operation['path'],
  draft: Draft,
) => Operation & { readonly operationId: Id };

interface Kind {
  readonly method: Operation['method'];
  readonly status: number;
  readonly takes?: readonly RequestHeader[];
  readonly headers: readonly ResponseHeader[];
  readonly maybeHeaders?: readonly ResponseHeader[];
  readonly refusals: (draft: Draft) => readonly AnswerSpec[];
}

/** On a response to a request that created or started something. */
const STARTED_HEADERS: readonly ResponseHeader[] = [...RATE_HEADERS, 'Location'];
/** On a response to a change: `ETag` is for the next one. */
export const CHANGED_HEADERS: readonly ResponseHeader[] = [...RATE_HEADERS, 'ETag'];
const READ_HEADERS: readonly ResponseHeader[] = [...RATE_HEADERS, 'ETag', 'Cache-Control'];

const UNCHANGED: AnswerSpec = {
  status: 304,
  description: 'Nothing has changed since the response that `If-None-Match` names.',
  headers: READ_HEADERS,
  maybeHeaders: ['Vary', 'Preference-Applied'],
  sharedAs: 'Unchanged',
};

const listMissing = ({ pathParameters }: Draft): readonly AnswerSpec[] => (pathParameters ? [NOT_FOUND] : []);

function readRefusals(draft: Draft): readonly AnswerSpec[] {
  const { keyless, publishable, refusals = [] } = draft;
  const forAll = keyless ? KEYLESS_REFUSALS : publishable ? PUBLISHABLE_REFUSALS : KEYED_REFUSALS;
  return [UNCHANGED, ...listMissing(draft), ...refusals, ...forAll];
}

/**
 * `read`: a conditional GET. `create`: a POST that may be repeated. `act`: any other. `erase`: a DELETE that takes
 * time.
 */
export function defineOperations(
  tag: Tag,
): Readonly<Record<'read' | 'create' | 'change' | 'replace' | 'remove' | 'erase' | 'act', Operations>> {
  const defineKind =
    (kind: Kind): Operations =>
    (operationId, path, draft) => {
      const { answer, refusals: _, headers: taken = [], ...rest } = draft;
      const { headers = [], maybeHeaders = [], ...answered } = answer;
      const takes = [...(kind.takes ?? []), ...taken];
      const maybe = [...(kind.maybeHeaders ?? []), ...maybeHeaders];
      return {
        ...rest,
        method: kind.method,
        path,
        operationId,
        tag,
        ...(takes.length > 0 && { headers: takes }),
        answers: [
          {
            status: kind.status,
            ...answered,
            headers: [...kind.headers, ...headers],
            ...(maybe.length > 0 && { maybeHeaders: maybe }),
          },
          ...kind.refusals(draft),
        ],
      };
    };
  return {
    read: defineKind({
      method: 'GET',
      status: 200,
      takes: ['If-None-Match'],
      headers: READ_HEADERS,
      refusals: readRefusals,
    }),
    create: defineKind({
      method: 'POST',
      status: 201,
      takes: ['Idempotency-Key'],
      headers: STARTED_HEADERS,
      maybeHeaders: ['Idempotent-Replayed'],
      refusals: (draft) => [...listMissing(draft), ...(draft.refusals ?? [])],
    }),
    change: defineKind({
      method: 'PATCH',
      status: 200,
      takes: ['If-Match'],
      headers: CHANGED_HEADERS,
      refusals: ({ refusals = [] }) => [...refusals, ...CHANGE_REFUSALS, ...KEYED_REFUSALS],
    }),
    replace: defineKind({
      method: 'PUT',
      status: 200,
      takes: ['If-Match'],
      headers: CHANGED_HEADERS,
      refusals: ({ refusals = [] }) => [
        ...refusals,
        PRECONDITION_FAILED,
        PAYLOAD_TOO_LARGE,
        ...KEYED_REFUSALS,
      ],
    }),
    remove: defineKind({
      method: 'DELETE',
      status: 200,
      headers: RATE_HEADERS,
      refusals: (draft) => [...(draft.refusals ?? []), ...listMissing(draft), ...KEYED_REFUSALS],
    }),
    erase: defineKind({
      method: 'DELETE',
      status: 202,
      headers: STARTED_HEADERS,
      refusals: ({ refusals = [] }) => refusals,
    }),
    act: defineKind({
      method: 'POST',
      status: 200,
      headers: RATE_HEADERS,
      refusals: (draft) => [...listMissing(draft), ...(draft.refusals ?? KEYED_REFUSALS)],
    }),
  };
}
