// A sum of money, exact in the decimals that a price may carry, whatever the order of its terms.
import { MAX_SCALE, roundedTo, unitsOf } from '../../src/core/money/decimal.ts';
import { MoneySums } from '../../src/core/money/money-sums.ts';

/** Some currencies have 3. */
const DECIMALS = 4;

export class ExactSum {
  private readonly sums = new MoneySums(1, MAX_SCALE);

  add(amount: number): void {
    this.sums.add(0, unitsOf(amount, MAX_SCALE));
  }

  /** Rounded to 4 decimals. */
  get value(): number {
    return roundedTo(this.sums.amountAt(0), DECIMALS);
  }
}
