// What the parts use of Preact's types, for the programs that run in Node: Preact's own bring the types of the DOM with
// them, and would let the service's code name `document`. The console checks the same parts against Preact's own.
export type ComponentChild = VNode | string | number | bigint | boolean | null | undefined;
export type ComponentChildren = ComponentChild | readonly ComponentChild[] | ComponentChildren[];

export interface VNode<P = unknown> {
  readonly type: unknown;
  readonly props: P & { readonly children: ComponentChildren };
}

type Attributes = { readonly key?: string | number | undefined };
type Values = Readonly<Record<string, unknown>>;

export function h(type: string, props: Values | null, ...children: ComponentChildren[]): VNode;
export function h<P>(
  type: (props: P) => ComponentChildren,
  props: Attributes & Omit<P, 'children'>,
  ...children: ComponentChildren[]
): VNode;
export function Fragment(props: { readonly children?: ComponentChildren }): ComponentChildren;
