// list_sources: whether the orders of connected shops are complete. Shops are connected by a person: their credentials
// do not belong in a conversation.
import * as v from 'valibot';
import type { ListSourcesResponse } from '../../../packages/client/src/contract.ts';
import { listSources } from '../../contract/endpoints/sources.ts';
import { source } from '../../contract/resources/orders/sources.ts';
import { described } from '../../contract/schema/described.ts';
import { nextCursor, pageFields, readPage } from '../page.ts';
import { pickFields, pickMembers, type Tool } from '../tool.ts';

const row = v.object(
  pickFields(source, [
    ...(['source_id', 'kind', 'name', 'dataset_id', 'status', 'paused_because'] as const),
    ...(['connection', 'events', 'last_event_at'] as const),
  ]),
);

export const listSourcesTool: Tool = {
  name: 'list_sources',
  title: 'List connected shops',
  description:
    'The shops of the account: the dataset of each, how far its orders have been read, what the last comparison repaired, and why it stopped. While a connection has no read_until, reports on its dataset lack orders. Shops are connected in the console or on the command line, because their credentials are secret.',
  operations: [listSources],
  input: v.object(pageFields),
  answer: v.object({ sources: described(v.array(row), 'Oldest first.'), next_cursor: nextCursor }),
  run: ({ ask, args }) =>
    readPage(args, 'sources', async (query) => {
      const { sources, next_cursor: next } = await ask<ListSourcesResponse>(listSources, { query });
      return { items: sources.map((one) => pickMembers(row, one)), next };
    }),
};
