// A sum of logarithms at the price of a product: a logarithm costs ten multiplications, and likelihoods sum many.

/** Far from the greatest double, so that one more factor never overflows. */
const FULL = 1e200;

/** Σ ln of factors between 1 and 1e100, one logarithm for every few hundred of them. */
export class LogOfProduct {
  private product = 1;
  private log = 0;

  multiply(factor: number): void {
    this.product *= factor;
    if (this.product < FULL) return;
    this.log += Math.log(this.product);
    this.product = 1;
  }

  value(): number {
    return this.log + Math.log(this.product);
  }
}
