// A list: all entries, read page by page on demand, or a single page.
import type { CallOptions, Transport } from './transport.ts';

export interface List<Entry, Page> extends AsyncIterable<Entry> {
  /** One page as the service returns it; its next_cursor is the query's cursor for the next page. */
  page(): Promise<Page>;
}

interface Pageable {
  readonly next_cursor?: string;
}

export function createList<Entry, Page extends Pageable>(
  transport: Transport,
  path: string,
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  entriesOf: (page: Page) => readonly Entry[],
  { signal, onWait }: CallOptions,
): List<Entry, Page> {
  const read = async (cursor: string | undefined): Promise<Page> => {
    const asked = { ...query, cursor };
    return transport.read<Page>({ path, query: asked, signal, onWait });
  };
  return {
    page: () => read(query.cursor),
    async *[Symbol.asyncIterator]() {
      for (let cursor = query.cursor; ; ) {
        const page = await read(cursor);
        yield* entriesOf(page);
        cursor = page.next_cursor;
        if (cursor === undefined) return;
      }
    },
  };
}
