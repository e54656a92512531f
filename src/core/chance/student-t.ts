// Student's t distribution with a whole number of degrees of freedom: finite sums (Abramowitz & Stegun 1964, 26.7.3 and
// 26.7.4), so that no expansion is needed where there are few of them.

/** P(|T| <= t) for t >= 0. */
export function centralProbability(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const square = Math.cos(angle) ** 2;
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? Math.cos(angle) : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let next = isOdd ? 3 : 2; next <= degrees - 2; next += 2) {
    term *= ((next - 1) / next) * square;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

/** The t that the distribution stays within, on both sides of 0, with this probability: below 1. `degrees`: 1 or more. */
export function twoSidedQuantile(probability: number, degrees: number): number {
  let above = 1;
  while (centralProbability(above, degrees) < probability) above *= 2;
  let below = 0;
  for (;;) {
    const middle = (below + above) / 2;
    if (middle <= below || middle >= above) return above;
    if (centralProbability(middle, degrees) < probability) below = middle;
    else above = middle;
  }
}
