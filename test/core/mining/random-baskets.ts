// Seeded baskets in which some products are far more common than others.

/** Up to `size` distinct products a basket, the first ones the likeliest. */
export function randomBaskets(seed: number, products: number, baskets: number, size: number): string[][] {
  const random = mulberry32(seed);
  return Array.from({ length: baskets }, () => {
    const chosen = new Set<string>();
    const length = Math.floor(random() * (size + 1));
    for (let i = 0; i < length; i++) chosen.add(`p${Math.floor(random() ** 2 * products)}`);
    return [...chosen];
  });
}

/** A small generator of numbers in [0, 1) (Tommy Ettinger's mulberry32, public domain). */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
