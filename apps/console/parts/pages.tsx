// Reads a list of the service page by page, on request.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { CallOptions, OrderAnalytics } from '../../../packages/client/src/index.ts';
import { getTexts } from '../app/words/language.ts';
import { Action } from './sending.tsx';

interface Page<Row> {
  readonly rows: readonly Row[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

interface Pages<Row> {
  readonly rows: readonly Row[];
  /** The button for the next page, if there is one. `reading`: its title while the page loads. */
  readonly more: (reading?: string) => ComponentChildren;
}

type Read<Row> = (client: OrderAnalytics, cursor: string, call: CallOptions) => Promise<Page<Row>>;

/** `first` is loaded already; another list needs another component (`key`). */
export function usePages<Row>(first: Page<Row>, read: Read<Row>): Pages<Row> {
  const [later, setLater] = useState<Page<Row>>({ rows: [], next: first.next });
  const { next } = later;
  return {
    rows: later.rows.length === 0 ? first.rows : [...first.rows, ...later.rows],
    more: (reading) =>
      next !== undefined && (
        <Action
          title={getTexts().more}
          sendingTitle={reading}
          work={async (client, call) => {
            const page = await read(client, next, call);
            setLater({ rows: [...later.rows, ...page.rows], next: page.next });
          }}
        />
      ),
  };
}
