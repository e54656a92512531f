// A link within the console: followed without loading the page, unless the reader wants it in another tab.
import type { ComponentChildren } from 'preact';
import { go, hrefOf, type Place } from '../address.ts';

export interface ToProps {
  readonly place: Place;
  readonly current?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function To({ place, current = false, class: name, children }: ToProps) {
  return (
    <a
      href={hrefOf(place)}
      class={name}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(place);
      }}
    >
      {children}
    </a>
  );
}
