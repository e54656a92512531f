// A table or drawing that may be wider than the screen: it scrolls alone, also by keyboard.
import { type ComponentChildren, h } from 'preact';

export interface ScrollProps {
  /** Says what it holds to who does not see it. */
  readonly label: string;
  /** Default: as wide as what it holds needs. */
  readonly class?: string;
  readonly onScroll?: (top: number) => void;
  readonly children?: ComponentChildren;
}

export function Scroll({ label, class: name = 'scroll', onScroll, children }: ScrollProps) {
  const scrolled = onScroll && {
    onScroll: ({ currentTarget }: { readonly currentTarget: { readonly scrollTop: number } }) =>
      onScroll(currentTarget.scrollTop),
  };
  // Without a place in the order of focus, it can't be scrolled by keyboard.
  return h('section', { class: name, 'aria-label': label, tabIndex: 0, ...scrolled }, children);
}
