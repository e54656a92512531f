// Guards of src/http.
import { type Mutation, mutationsOf } from '../mutation.ts';

const BODY = ['test/http/read-body.test.ts'];
const IDS = ['test/end-to-end/http/ids-in-paths.test.ts'];
const WAIT = ['test/http/prefer-wait.test.ts'];

export const HTTP: readonly Mutation[] = [
  ...mutationsOf('src/http/audit.ts', ['test/http/audit.test.ts'], {
    'refusals-not-audited': {
      guard: 'The audit list has what was changed, not what was refused.',
      text: 'response.statusCode < 300',
      becomes: 'response.statusCode < 500',
    },
    'reads-not-audited': {
      guard: 'The audit list has no reads.',
      text: 'READING.includes(method)',
      becomes: 'false',
    },
    'customers-not-audited': {
      guard: 'The audit list keeps no id of a customer.',
      text: "route.startsWith('/customers')",
      becomes: "route.startsWith('/none')",
    },
    'agents-cut': {
      guard: 'A client does not decide the size of an entry.',
      text: '.slice(0, MOST_OF_AGENT)',
      becomes: '',
    },
    'audit-fails-alone': {
      guard: 'A change is not reported as failed because its entry could not be written.',
      text: "measure('AuditEntriesNotWritten');",
      becomes: 'throw error;',
    },
  }),
  ...mutationsOf('src/http/admission/idempotency.ts', ['test/http/idempotency.test.ts'], {
    'refusals-not-kept': {
      guard: 'A refused request can be sent again under its key.',
      text: 'statusCode < 400',
      becomes: 'statusCode <= 400',
    },
    'key-of-its-request': {
      guard: 'A key that another request has used is refused.',
      text: 'if (outcome.fingerprint !== fingerprint)',
      becomes: 'if (false)',
    },
  }),
  ...mutationsOf('src/http/admission/admit.ts', [], {
    'keys-remembered': {
      guard: 'An instance remembers the accounts of so many keys.',
      text: 'accountOf.size >= MAX_REMEMBERED',
      becomes: 'accountOf.size < 0',
      survives: 'It bounds the memory of an instance, which no answer shows.',
    },
  }),
  ...mutationsOf('src/http/admission/admit.ts', ['test/http/admit.test.ts'], {
    'refused-until': {
      guard: 'An address that was refused is counted again when it has room.',
      text: 'wait <= 0 ||',
      becomes: 'wait < 0 ||',
    },
    'refused-for-a-window': {
      guard: 'After a clock was set back, nobody is refused for longer than a window.',
      text: '|| wait > RATE_WINDOW_MS',
      becomes: '',
    },
    'refused-time-left': {
      guard: 'A refusal from memory tells the time that is left.',
      text: '?? now) - now',
      becomes: '?? now)',
    },
    'refused-remembered': {
      guard: 'A function remembers a bounded number of addresses and keys.',
      text: 'if (refusedUntil.size >= MAX_REMEMBERED) refusedUntil.clear();',
      becomes: '',
    },
  }),
  ...mutationsOf('src/http/admission/cross-origin.ts', [], {
    'preflight-kept': {
      guard: 'A browser keeps a preflight response for two hours.',
      text: 'PREFLIGHT_SECONDS = 7_200',
      becomes: 'PREFLIGHT_SECONDS = 0',
      noticedBy: ['test/http/publishable.test.ts'],
    },
  }),
  ...mutationsOf('src/http/query.ts', [], {
    'given-once': {
      guard: 'A parameter of one value that is given twice is refused.',
      text: 'raw.getAll(name).length > 1',
      becomes: 'raw.getAll(name).length > 2',
      noticedBy: ['test/http/query.test.ts'],
    },
  }),
  ...mutationsOf('src/http/bodies/json-bounds.ts', ['test/http/json-bounds.test.ts'], {
    'end-of-string': {
      guard: 'What stands in a string is not counted as structure.',
      text: 'json[i] !== QUOTE; i++)',
      becomes: 'json[i] === QUOTE; i++)',
    },
    'unfinished-string': {
      guard: 'A string that does not end ends with the text.',
      text: 'i < json.length && json[i] !== QUOTE',
      becomes: 'json[i] !== QUOTE',
    },
    'json-depth': {
      guard: 'JSON is refused from one level beyond the limit.',
      text: '++depth > maxDepth',
      becomes: '++depth >= maxDepth',
    },
    'json-values': {
      guard: 'JSON is refused from one structural character beyond the limit.',
      text: '++structural > structuralCharacters',
      becomes: '++structural >= structuralCharacters',
    },
  }),
  ...mutationsOf('src/schema/limits.ts', [], {
    'longest-hold': {
      guard: 'A read is held for 20 seconds at most: the gateway allows 30.',
      text: 'LONGEST_HELD_READ_SECONDS = 20',
      becomes: 'LONGEST_HELD_READ_SECONDS = 40',
      noticedBy: WAIT,
    },
  }),
  ...mutationsOf('src/http/prefer-wait.ts', WAIT, {
    'polls-of-a-hold': {
      guard: 'A held read is read again after 50 ms, then less often, every 400 ms in the end.',
      text: '[50, 400]',
      becomes: '[400, 400]',
    },
    'share-of-a-pause': {
      guard: 'A held read answers late by a quarter of the time so far at most.',
      text: 'PAUSE_SHARE = 0.25',
      becomes: 'PAUSE_SHARE = 1',
    },
    'poll-after': {
      guard: 'A response says to ask again after a second.',
      text: 'POLL_AFTER_SECONDS = 1',
      becomes: 'POLL_AFTER_SECONDS = 10',
    },
    'poll-after-no-hold': {
      guard: 'A read that could not be held says to ask again later than others.',
      text: 'NOT_HELD_POLL_AFTER_SECONDS = 3',
      becomes: 'NOT_HELD_POLL_AFTER_SECONDS = 1',
    },
    'preference-applied': {
      guard: 'The preference is confirmed only where it was stated.',
      text: 'waitSeconds > 0 &&',
      becomes: 'waitSeconds >= 0 &&',
    },
    'end-of-a-hold': {
      guard: 'A held read ends in time.',
      text: 'clock() + pause <= began + waitSeconds * 1_000',
      becomes: 'clock() <= began + 2 * waitSeconds * 1_000',
    },
  }),
  ...mutationsOf('src/http/endpoint.ts', IDS, {
    'cursor-of-its-list': {
      guard: 'A cursor continues the list alone that it was answered for.',
      text: '[accountId, event.rawPath, named]',
      becomes: '[accountId]',
      noticedBy: ['test/end-to-end/agents/agents.test.ts'],
    },
    'dot-segments': {
      guard: 'No path names the parent of something by the id . or ..',
      text: 'refuseDotSegments(event.pathParameters ?? {});',
      becomes: '',
    },
  }),
  ...mutationsOf('src/http/sealed-cursor.ts', ['test/http/sealed-cursor.test.ts'], {
    'cursor-spelling': {
      guard: 'A cursor followed by other bytes is refused.',
      text: "bytes.toString('base64url') !== sealed",
      becomes: 'false',
    },
  }),
  ...mutationsOf('src/schema/dataset-fields.ts', IDS, {
    'reserved-slug': {
      guard: 'A write to /datasets/./recommendations is not one to a dataset.',
      text: "slug !== 'recommendations'",
      becomes: "slug !== ''",
    },
  }),
  ...mutationsOf('functions/http/unknown-route.ts', IDS, {
    'writes-are-not-redirected': {
      guard: 'A write is never redirected: its path may have lost an id.',
      text: "method !== 'GET' && method !== 'HEAD'",
      becomes: 'false',
    },
  }),
  ...mutationsOf(
    'client/src/transport.ts',
    ['test/contract/ids-in-paths.test.ts', 'test/cli/ids-in-paths.test.ts'],
    {
      'whole-ids': {
        guard: 'The client requests nothing for an id that would leave the path.',
        text: 'requireWholeIds(request);',
        becomes: '',
      },
      'encoded-ids': {
        guard: 'The customers and orders . and .. are named in base64url.',
        text: "id !== '.' && id !== '..'",
        becomes: "id !== '' || id.length === 0",
        noticedBy: ['test/contract/ids-in-paths.test.ts'],
      },
    },
  ),
  ...mutationsOf('src/http/bodies/raw-body.ts', [], {
    'event-bytes': {
      guard: 'An event is accepted up to its limit, and no further.',
      text: 'bytes.length > maxBytes',
      becomes: 'bytes.length >= maxBytes',
      noticedBy: ['test/http/raw-body.test.ts'],
    },
  }),
  ...mutationsOf('src/http/bodies/parse-json.ts', [], {
    'escaped-prototype-keys': {
      guard: 'A key that reaches a prototype is refused, also when it is written with escapes.',
      text: String.raw`|\\u00[567]/`,
      becomes: '/',
      noticedBy: BODY,
    },
  }),
  ...mutationsOf('src/http/bodies/read-body.ts', BODY, {
    'body-bytes': {
      guard: 'A body is accepted up to its limit, and no further.',
      text: 'bytes.length > limits.bytes',
      becomes: 'bytes.length >= limits.bytes',
    },
    'body-inflation': {
      guard: 'The error of a body that decompresses too far names the limit that it met.',
      text: 'rated < textBytes',
      becomes: 'rated <= textBytes + 1_000_000_000',
    },
  }),
];
