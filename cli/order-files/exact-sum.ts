// Sums of money that are right to the cent: Neumaier's compensated summation carries what an addition rounds away
// (Neumaier 1974, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen).

export class ExactSum {
  #sum = 0;
  #compensation = 0;

  add(amount: number): void {
    const sum = this.#sum + amount;
    this.#compensation +=
      Math.abs(this.#sum) >= Math.abs(amount) ? this.#sum - sum + amount : amount - sum + this.#sum;
    this.#sum = sum;
  }

  /** Rounded to 4 decimals: some currencies have 3. */
  get value(): number {
    return Math.round((this.#sum + this.#compensation) * 1e4) / 1e4 + 0;
  }
}
