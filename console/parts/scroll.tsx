// A table that may be wider than the screen: it scrolls alone, also by keyboard.
import type { ComponentChildren } from 'preact';

export interface ScrollProps {
  /** Says what it holds to who does not see it. */
  readonly label: string;
  /** Default: as wide as its table needs. */
  readonly class?: string;
  readonly onScroll?: (top: number) => void;
  readonly children: ComponentChildren;
}

export function Scroll({ label, class: name = 'scroll', onScroll, children }: ScrollProps) {
  return (
    <section
      class={name}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a place in the order of focus, it can't be scrolled by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => onScroll?.(currentTarget.scrollTop)}
    >
      {children}
    </section>
  );
}
