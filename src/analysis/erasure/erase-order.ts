// Removes erased data from a stored order: lines and order-level values are erased if an import before the erasure
// wrote them; later ones stay.
import { withoutOlder } from '../ingest/merge.ts';
import { type OrderPart, ROOT_PATH, type StoredLine } from '../ingest/stored-order.ts';
import type { Erasure } from './erasure.ts';

/** The change of one part, on the condition that it still has the version that was read. */
export type PartChange =
  | { readonly kind: 'delete'; readonly part: OrderPart }
  /** `part` has the next version. */
  | { readonly kind: 'put'; readonly part: OrderPart };

/** Changes that must happen together, and what each erasure removes by them. */
export interface ErasureStep {
  readonly changes: readonly PartChange[];
  readonly erased: ReadonlyMap<string, ErasedRows>;
}

export interface ErasedRows {
  readonly orders: number;
  readonly lines: number;
}

/**
 * The steps that erase an order, in their order; none when it stays as it is. `parts`: all stored parts. `erasures`:
 * those that apply to it, ascending by id.
 *
 * The leaves of a split order come first, each in a step of its own, since together they may exceed a transaction. The
 * root and its links to the leaves come last, so that a run that starts over finds the customer there. A newer import
 * that writes to any leaf writes the root too: the last step then meets a conflict.
 */
export function eraseOrder(
  parts: ReadonlyMap<string, OrderPart>,
  erasures: readonly Erasure[],
): ErasureStep[] {
  const root = parts.get(ROOT_PATH);
  if (root === undefined || erasures.length === 0) return [];
  if (!root.split) return createUndividedStep(root, erasures);
  const steps: ErasureStep[] = [];
  let isLeft = false;
  for (const [path, part] of parts) {
    if (path === ROOT_PATH || part.split) continue;
    const { kept, taken, isSame } = separateLines(part.lines, erasures);
    const stays = kept.size > 0 || isRemovedSince(part, erasures);
    if (stays) isLeft = true;
    if (isSame && stays) continue;
    steps.push({
      changes: [
        !stays ? { kind: 'delete', part } : { kind: 'put', part: withNextVersion({ ...part, lines: kept }) },
      ],
      erased: new Map([...taken].map(([id, lines]) => [id, { orders: 0, lines }])),
    });
  }
  const joints = [...parts.values()].filter((part) => part.split && part.path !== ROOT_PATH);
  const last = isLeft ? withoutOldValues(root, erasures) : undefined;
  if (isLeft && last === root) return steps;
  const first = erasures[0];
  steps.push({
    changes:
      last === undefined
        ? [root, ...joints].map((part) => ({ kind: 'delete', part }))
        : [{ kind: 'put', part: withNextVersion(last) }],
    erased: new Map(first === undefined ? [] : [[first.erasureId, { orders: 1, lines: 0 }]]),
  });
  return steps;
}

function createUndividedStep(root: OrderPart, erasures: readonly Erasure[]): ErasureStep[] {
  const { kept, taken, isSame } = separateLines(root.lines, erasures);
  const left = withoutOldValues(root, erasures);
  // Keep the fact that a newer import left an order without rows, in case older imports follow.
  const stays =
    kept.size > 0 ||
    (root.completeAs ?? '') > (erasures.at(-1)?.erasureId ?? '') ||
    isRemovedSince(root, erasures);
  if (isSame && stays && left === root) return [];
  const [first] = erasures;
  const owners = taken.size > 0 || first === undefined ? taken : new Map([[first.erasureId, 0]]);
  return [
    {
      changes: [
        stays
          ? { kind: 'put', part: withNextVersion({ ...left, lines: kept }) }
          : { kind: 'delete', part: root },
      ],
      erased: new Map([...owners].map(([id, count]) => [id, { orders: 1, lines: count }])),
    },
  ];
}

/** Whether a line was removed after the erasures: older imports that are applied late must not restore it. */
function isRemovedSince({ removed }: OrderPart, erasures: readonly Erasure[]): boolean {
  const last = erasures.at(-1)?.erasureId ?? '';
  return [...(removed?.values() ?? [])].some(({ importId }) => importId > last);
}

/**
 * The first erasure that is newer than its import removes a line. Other lines lose the fields that are older than the
 * last erasure.
 */
function separateLines(lines: ReadonlyMap<string, StoredLine>, erasures: readonly Erasure[]) {
  const kept = new Map<string, StoredLine>();
  const taken = new Map<string, number>();
  for (const [key, line] of lines) {
    const by = erasures.find(({ erasureId }) => line.importId < erasureId);
    if (by === undefined) kept.set(key, withoutOlder(line, erasures.at(-1)?.erasureId ?? ''));
    else taken.set(by.erasureId, (taken.get(by.erasureId) ?? 0) + 1);
  }
  const isSame = kept.size === lines.size && [...kept].every(([key, line]) => line === lines.get(key));
  return { kept, taken, isSame };
}

/** Returns the same object if nothing is erased. */
function withoutOldValues(part: OrderPart, erasures: readonly Erasure[]): OrderPart {
  const newest = erasures.at(-1)?.erasureId ?? '';
  const isOld = (value: { readonly importId: string } | undefined) =>
    value !== undefined && value.importId < newest;
  if (![part.customerId, part.orderDate, part.contact].some(isOld)) return part;
  return {
    ...part,
    customerId: isOld(part.customerId) ? undefined : part.customerId,
    orderDate: isOld(part.orderDate) ? undefined : part.orderDate,
    contact: isOld(part.contact) ? undefined : part.contact,
  };
}

function withNextVersion(part: OrderPart): OrderPart {
  return { ...part, version: part.version + 1 };
}
