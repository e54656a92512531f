// The one control behind which stands how a figure was computed and tested: what a merchant need not read to act.
import { type ComponentChildren, h } from 'preact';
import { getPartWords } from './long-text.ts';

export function HowSure({ children }: { readonly children?: ComponentChildren }) {
  return h('details', { class: 'sure' }, h('summary', null, getPartWords().howSure), children);
}
