// Finds circles in a graph of imports: Tarjan's strongly connected components (Depth-first search and linear graph
// algorithms, SIAM J. Comput. 1(2), 1972).

export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/**
 * Members are ascending; circles are ordered by their first member. A node that points to itself is a circle of one.
 */
export function findCircles(arrows: readonly Arrow[]): string[][] {
  const targets = Map.groupBy(arrows, ({ from }) => from);
  const indices = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const circles: string[][] = [];

  function visit(node: string): number {
    const index = indices.size;
    let low = index;
    indices.set(node, index);
    path.push(node);
    onPath.add(node);
    for (const { to } of targets.get(node) ?? []) {
      const known = indices.get(to);
      if (known === undefined) low = Math.min(low, visit(to));
      else if (onPath.has(to)) low = Math.min(low, known);
    }
    if (low !== index) return low;
    const members = path.splice(path.lastIndexOf(node));
    for (const member of members) onPath.delete(member);
    const pointsToItself = (targets.get(node) ?? []).some(({ to }) => to === node);
    if (members.length > 1 || pointsToItself) circles.push(members.sort());
    return low;
  }

  for (const { from } of arrows) if (!indices.has(from)) visit(from);
  return circles.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
