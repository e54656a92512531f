// A list of the service, read page by page as the reader asks for more.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CallOptions, OrderAnalytics } from '../../client/src/index.ts';
import { service } from './service.ts';

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

interface Pages<Row> {
  readonly rows: readonly Row[];
  /** Undefined when all rows have been read. */
  readonly more: (() => void) | undefined;
  readonly isReading: boolean;
  /** Undefined as long as nothing failed. */
  readonly problem: unknown;
}

type Read<Row> = (client: OrderAnalytics, cursor: string, call: CallOptions) => Promise<Page<Row>>;

/** `first` is there already; the component is another one (its `key`) for another list. */
export function usePages<Row>(first: Page<Row>, read: Read<Row>): Pages<Row> {
  const [later, setLater] = useState<Page<Row>>({ rows: [], next: first.next });
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<unknown>(undefined);
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(new DOMException('no longer shown', 'AbortError')), []);
  const { next } = later;
  const more = async (cursor: string): Promise<void> => {
    const client = service.value;
    if (client === undefined || isReading) return;
    const { signal } = controller.current;
    setReading(true);
    setProblem(undefined);
    try {
      const page = await read(client, cursor, { signal });
      if (!signal.aborted) setLater({ rows: [...later.rows, ...page.rows], next: page.next });
    } catch (error) {
      if (!signal.aborted) setProblem(error);
    }
    if (!signal.aborted) setReading(false);
  };
  return {
    rows: later.rows.length === 0 ? first.rows : [...first.rows, ...later.rows],
    more: next === undefined ? undefined : () => void more(next),
    isReading,
    problem,
  };
}
