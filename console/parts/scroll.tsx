// A table that may be wider than the screen: it scrolls alone, also by keyboard.
import type { ComponentChildren } from 'preact';

export interface ScrollProps {
  /** Says what it holds to who does not see it. */
  readonly label: string;
  readonly children: ComponentChildren;
}

export function Scroll({ label, children }: ScrollProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a place in the order of focus, it can't be scrolled by keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
