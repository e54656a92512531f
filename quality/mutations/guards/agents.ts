// Guards of src/agents and its function.
import { type Mutation, mutationsOf } from '../mutation.ts';

const ADMISSION = ['test/end-to-end/agents/agents-admission.test.ts'];
const TOOLS = ['test/end-to-end/agents/agents.test.ts'];
const STDIO = ['test/cli/commands/mcp.test.ts'];

export const AGENTS: readonly Mutation[] = [
  ...mutationsOf('cli/commands/agents/message-lines.ts', STDIO, {
    'lines-bounded': {
      guard: 'A message above the limit is refused over standard input, too, and the connection stays open.',
      text: 'return this.size > this.options.maxBytes;',
      becomes: 'return false;',
    },
    'refused-under-its-id': {
      guard: 'The refusal of a message names the request, so that its client does not wait.',
      text: 'FIRST.exec(this.head) ?? LAST.exec(tail)',
      becomes: 'FIRST.exec(this.head)',
    },
  }),
  ...mutationsOf('src/agents/http-messages.ts', ADMISSION, {
    'one-message-a-request': {
      guard: 'A request that counts once is one message.',
      text: 'if (Array.isArray(body))',
      becomes: 'if (false)',
    },
    'origins-of-agents': {
      guard: 'Pages of unknown origins call no tools.',
      text: 'origin !== undefined && !known.includes(origin)',
      becomes: 'false',
    },
    'no-subscriptions': {
      guard: 'No request holds the function open to hear of changes.',
      text: 'maxSubscriptions: 0',
      becomes: 'maxSubscriptions: 1',
    },
  }),
  ...mutationsOf('src/agents/page.ts', TOOLS, {
    'cursor-of-an-agent': {
      guard: 'A cursor of a tool followed by other bytes is refused.',
      text: 'cursorOf(found) !== cursor',
      becomes: 'false',
    },
  }),
  ...mutationsOf('src/agents/server.ts', [], {
    'filters-by-hidden-ids': {
      guard:
        'The figures of a filtered report do not tell which ids exist, unless the connection allows ids.',
      text: 'if (!customerIds) refuseIdFilters(args);',
      becomes: '',
      noticedBy: [...TOOLS, ...STDIO],
    },
    'names-cut': {
      guard: 'An error repeats an excerpt of an unknown argument, whatever the length of its name.',
      text: 'excerpt(other, MAX_NAME_LENGTH)',
      becomes: 'other',
      noticedBy: [...TOOLS, ...STDIO],
    },
    'ids-are-arguments-if-allowed': {
      guard: 'A model cannot filter by the id of a customer, unless the connection allows ids.',
      text: 'customerIds && inputWithIds',
      becomes: 'inputWithIds',
      noticedBy: TOOLS,
    },
  }),
  ...mutationsOf('src/agents/tools/customers.ts', [], {
    'ids-are-answers-if-allowed': {
      guard: 'Answers name no customer, unless the connection allows ids.',
      text: 'customerIds ? { customer_id, ...figures } : figures',
      becomes: '({ customer_id, ...figures })',
      noticedBy: TOOLS,
    },
  }),
  ...mutationsOf('src/agents/page.ts', TOOLS, {
    'answers-fit': {
      guard: 'An answer ends where it would exceed its bytes.',
      text: 'at > 0 && used > bytes',
      becomes: 'at > 1_000 && used > bytes',
    },
    'answers-go-on': {
      guard: 'An answer continues within a page of the API.',
      text: 'end < items.length ? [page, end]',
      becomes: 'end < 0 ? [page, end]',
    },
  }),
];
