// A drawing as one image with a name: it scrolls where the screen is narrow.
import { type ComponentChildren, h } from 'preact';
import { Scroll } from '../table.ts';

export interface DrawingProps {
  /** A class of the drawing, which tells its kind. */
  readonly kind: string;
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** `group` if it holds links. */
  readonly role?: 'img' | 'group';
  readonly children?: ComponentChildren;
}

export function Drawing({ kind, label, width, height, role = 'img', children }: DrawingProps) {
  const viewBox = `0 0 ${width} ${height}`;
  return h(
    Scroll,
    { label },
    h(
      'svg',
      { class: `drawing ${kind}`, viewBox, preserveAspectRatio: 'none', role, 'aria-label': label },
      children,
    ),
  );
}
