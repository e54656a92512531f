// A mutation removes one guard from the source. Whoever breaks that guard by accident should hear of it from a test.

/** A test file, or a drill by its name. */
export type Check = string;

export interface Mutation {
  readonly name: string;
  /** What no longer holds with the mutation. */
  readonly guard: string;
  readonly file: string;
  /** The text is the first after this one, which occurs once. Without it, the text itself occurs once. */
  readonly after?: string;
  readonly text: string;
  readonly becomes: string;
  /** Each of them notices the mutation; a drill does so within ten seeds. */
  readonly noticedBy: readonly Check[];
  /** Why nothing can notice it. */
  readonly survives?: string;
}

type InFile = Omit<Mutation, 'name' | 'file' | 'noticedBy'> & { readonly noticedBy?: readonly Check[] };

/** `usual`: what notices those that neither say who does, nor survive. */
export function mutationsOf(
  file: string,
  usual: readonly Check[],
  mutations: Readonly<Record<string, InFile>>,
): Mutation[] {
  return Object.entries(mutations).map(([name, mutation]) => {
    const noticedBy = mutation.survives === undefined ? usual : [];
    return { name, file, noticedBy, ...mutation };
  });
}

/** The condition always holds. Its values stay in use: DynamoDB refuses values that no expression uses. */
export function lifted(condition: string): Pick<Mutation, 'text' | 'becomes'> {
  return { text: `'${condition}'`, becomes: `'attribute_not_exists(never_set) OR (${condition})'` };
}

/** Where the text is. Throws unless there is exactly one such place. */
function placeOf({ name, after, text }: Mutation, source: string): number {
  const anchor = after ?? text;
  const first = source.indexOf(anchor);
  if (first === -1 || source.indexOf(anchor, first + 1) !== -1)
    throw new Error(`${name}: expected exactly one ${JSON.stringify(anchor)}`);
  if (after === undefined) return first;
  const place = source.indexOf(text, first + after.length);
  if (place === -1)
    throw new Error(`${name}: ${JSON.stringify(text)} does not follow ${JSON.stringify(after)}`);
  return place;
}

export function mutated(mutation: Mutation, source: string): string {
  const place = placeOf(mutation, source);
  return source.slice(0, place) + mutation.becomes + source.slice(place + mutation.text.length);
}

export function isDrill(check: Check): boolean {
  return !check.endsWith('.test.ts');
}
