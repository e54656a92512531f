// Rules beyond chance whose incremental values are known between bounds, held until all rules are seen: only those that may be
// at the rank of a threshold, a few of a million, need what chance explains to the last digit.
import type { FoundRule } from './found-rule.ts';
import { incrementalValue } from './impact.ts';
import type { RuleSearchInput } from './rule-search.ts';
import { nthSmallest, type ValueBracket } from './value-bracket.ts';

/** 18 MB. */
const CAPACITY = 2 ** 19;
/** Of a value, far more than what is published as the same differs by. */
const ALIKE = 1e-10;

export class OpenRules {
  private readonly chance: RuleSearchInput['chance'];
  /** These get the rules; until then, only values beyond them. */
  private readonly brackets: readonly ValueBracket[];
  private readonly capacity: number;
  private size = 0;
  private isFull = false;
  private least = new Float64Array(1_024);
  private greatest = new Float64Array(1_024);
  private consequentValue = new Float64Array(1_024);
  private together = new Uint32Array(1_024);
  private antecedents = new Uint32Array(1_024);
  private consequents = new Uint32Array(1_024);

  constructor({ chance }: RuleSearchInput, brackets: readonly ValueBracket[]) {
    this.chance = chance;
    this.brackets = brackets;
    this.capacity = Math.min(CAPACITY, ...brackets.map(({ capacity }) => capacity));
  }

  /** A rule whose value is from `least` to `greatest`. */
  add(rule: FoundRule, least: number, greatest: number): void {
    if (this.size === this.least.length) this.grow();
    const at = this.size;
    this.least[at] = least;
    this.greatest[at] = greatest;
    this.consequentValue[at] = rule.consequentValue;
    this.together[at] = rule.together;
    this.antecedents[at] = rule.antecedentNode;
    this.consequents[at] = rule.consequentNode;
    this.size = at + 1;
    if (this.isFull || this.size === this.capacity) this.settleAll();
  }

  /** Adds them to one of the brackets, which is asked for the value of a rank then: those that may have it as they are, others by a bound. */
  settle(bracket: ValueBracket, rank: number): void {
    const { size, least, greatest } = this;
    // All other values of the bracket are beyond it. From 0, the lowest.
    const place = size - (rank - bracket.above);
    const isAmongThem = place >= 0 && place < size;
    const low = isAmongThem ? nthSmallest(least.slice(0, size), size, place) : Number.POSITIVE_INFINITY;
    const high = isAmongThem ? nthSmallest(greatest.slice(0, size), size, place) : Number.NEGATIVE_INFINITY;
    const below = low - ALIKE * Math.abs(low);
    for (let at = 0; at < size; at++) {
      if (least[at] > high) bracket.add(least[at]);
      else if (greatest[at] < below) bracket.add(greatest[at]);
      else bracket.add(this.valueOf(at));
    }
  }

  /** Where they are too many to be held. */
  private settleAll(): void {
    for (let at = 0; at < this.size; at++) {
      const value = this.valueOf(at);
      for (const bracket of this.brackets) bracket.add(value);
    }
    this.size = 0;
    this.isFull = true;
  }

  private valueOf(at: number): number {
    const { least, greatest } = this;
    if (least[at] === greatest[at]) return least[at];
    const expected = this.chance.expected(this.antecedents[at], this.consequents[at]);
    return incrementalValue(this.together[at], expected, this.consequentValue[at]);
  }

  private grow(): void {
    const grown = <T extends Float64Array | Uint32Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    const size = Math.min(this.capacity, 2 * this.size);
    this.least = grown(new Float64Array(size), this.least);
    this.greatest = grown(new Float64Array(size), this.greatest);
    this.consequentValue = grown(new Float64Array(size), this.consequentValue);
    this.together = grown(new Uint32Array(size), this.together);
    this.antecedents = grown(new Uint32Array(size), this.antecedents);
    this.consequents = grown(new Uint32Array(size), this.consequents);
  }
}
