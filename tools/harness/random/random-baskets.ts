// Draws seeded baskets in which some products are far more common than others.
import { createRandom } from './random.ts';

/** Draws up to `size` distinct products per basket; the first products are the most likely. */
export function drawBaskets(seed: number, products: number, baskets: number, size: number): string[][] {
  const random = createRandom(seed);
  return Array.from({ length: baskets }, () => {
    const chosen = new Set<string>();
    const length = Math.floor(random() * (size + 1));
    for (let i = 0; i < length; i++) chosen.add(`p${Math.floor(random() ** 2 * products)}`);
    return [...chosen];
  });
}
