// A link within the console: followed without loading the page, unless the reader opens it in another tab.
import type { ComponentChildren } from 'preact';
import { isLong } from '../../../packages/report-parts/long-text.ts';
import { bringIntoView, buildHref, follow, type Place } from '../app/address.ts';

interface ToProps {
  readonly place: Place;
  readonly current?: boolean;
  readonly class?: string;
  /** Accessible name, if the text alone is ambiguous. */
  readonly label?: string;
  /** Id of the element to scroll to, if the place shows it already. */
  readonly anchor?: string;
  readonly children: ComponentChildren;
}

export function To({ place, current = false, class: name, label, anchor, children }: ToProps) {
  return (
    <a
      href={buildHref(place)}
      class={isLong(children) ? `${name ?? ''} cut` : name}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (follow(event, place) && anchor !== undefined) bringIntoView(anchor);
      }}
    >
      {children}
    </a>
  );
}
