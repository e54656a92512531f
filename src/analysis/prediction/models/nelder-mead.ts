// Minimises functions of the three or four parameters of a likelihood. No randomness: equal input gives equal output.

export interface MinimumSettings {
  /** Length of the first simplex's edges. */
  readonly step: number;
  /** Stops if the values of all vertices lie this close together, and the vertices within `step` of the best. */
  readonly tolerance: number;
  /** Evaluations of the objective after which the search gives up. */
  readonly maxEvaluations: number;
}

export interface Minimum {
  readonly point: readonly number[];
  readonly value: number;
  readonly evaluations: number;
  /** False if the search gave up, or found no finite value. */
  readonly converged: boolean;
}

interface Vertex {
  readonly point: readonly number[];
  readonly value: number;
}

/**
 * The simplex search of Nelder & Mead (1965), "A Simplex Method for Function Minimization", The Computer Journal 7,
 * 308–313, with their coefficients: reflection 1, expansion 2, contraction ½, shrinkage ½. A value of the objective
 * that is not finite counts as the worst, which keeps the search inside the caller's bounds.
 */
export function minimizeByNelderMead(
  objective: (point: readonly number[]) => number,
  start: readonly number[],
  { step, tolerance, maxEvaluations }: MinimumSettings,
): Minimum {
  let evaluations = 0;
  const evaluateAt = (point: readonly number[]): Vertex => {
    evaluations++;
    const value = objective(point);
    return { point, value: Number.isFinite(value) ? value : Number.MAX_VALUE };
  };
  let simplex = sortVertices([
    evaluateAt(start),
    ...start.map((x, axis) => evaluateAt(start.with(axis, x + step))),
  ]);
  for (;;) {
    const [best] = simplex;
    const worst = simplex.at(-1);
    const second = simplex.at(-2);
    if (best === undefined || worst === undefined || second === undefined)
      throw new RangeError('No parameters.');
    const spread = worst.value - best.value;
    const converged =
      best.value < Number.MAX_VALUE && spread <= tolerance && computeReach(simplex, best) <= step;
    if (converged || evaluations >= maxEvaluations) return { ...best, evaluations, converged };
    const others = simplex.slice(0, -1);
    const centre = computeCentroid(others);
    const reflected = evaluateAt(interpolatePoint(centre, worst.point, -1));
    let replacement: Vertex | undefined = reflected;
    if (reflected.value < best.value) {
      const expanded = evaluateAt(interpolatePoint(centre, worst.point, -2));
      if (expanded.value < reflected.value) replacement = expanded;
    } else if (reflected.value >= second.value) {
      const outside = reflected.value < worst.value;
      const contracted = evaluateAt(interpolatePoint(centre, worst.point, outside ? -0.5 : 0.5));
      replacement = contracted.value <= Math.min(reflected.value, worst.value) ? contracted : undefined;
    }
    simplex = sortVertices(
      replacement === undefined
        ? [best, ...simplex.slice(1).map(({ point }) => evaluateAt(interpolatePoint(best.point, point, 0.5)))]
        : [...others, replacement],
    );
  }
}

/** Stable, so that ties keep the older vertex first. */
function sortVertices(simplex: readonly Vertex[]): Vertex[] {
  return simplex.toSorted((left, right) => left.value - right.value);
}

/** The point at `share` of the way from one point to another; negative on the far side. */
function interpolatePoint(from: readonly number[], to: readonly number[], share: number): number[] {
  return from.map((x, axis) => x + share * (to[axis] - x));
}

function computeCentroid(vertices: readonly Vertex[]): number[] {
  const [first] = vertices;
  return first.point.map(
    (_, axis) => vertices.reduce((sum, { point }) => sum + point[axis], 0) / vertices.length,
  );
}

/** The longest distance of a vertex from the best one, on any axis. */
function computeReach(vertices: readonly Vertex[], best: Vertex): number {
  return Math.max(...vertices.flatMap(({ point }) => point.map((x, axis) => Math.abs(x - best.point[axis]))));
}
