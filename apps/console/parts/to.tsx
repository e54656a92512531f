// A link within the console: followed without loading the page, unless the reader opens it in another tab.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isLong } from '../../../packages/report-parts/long-text.ts';
import { buildHref, follow, type Place } from '../app/address.ts';

/** For a row of links that scrolls on a phone: the current one is in the row. */
export function useCurrentShown(current: string): RefObject<HTMLElement> {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = row.current?.querySelector('[aria-current]');
    if (shown instanceof HTMLElement) row.current?.scrollTo(shown.offsetLeft - row.current.offsetLeft, 0);
  }, [current]);
  return row;
}

interface ToProps {
  readonly place: Place;
  readonly current?: boolean;
  readonly class?: string;
  /** Accessible name, if the text alone is ambiguous. */
  readonly label?: string;
  /** Id of the part of the place that the link names. Default: its heading. */
  readonly anchor?: string | undefined;
  readonly children: ComponentChildren;
}

export function To({ place, current = false, class: name, label, anchor, children }: ToProps) {
  return (
    <a
      href={buildHref(place)}
      class={isLong(children) ? `${name ?? ''} cut` : name}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => follow(event, place, anchor)}
    >
      {children}
    </a>
  );
}
