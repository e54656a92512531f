// Indexes of a part of a whole: those that occur, numbered as they come.

export class Renumbered {
  /** Of the part's indexes, those of the whole. */
  readonly ofWhole: number[] = [];
  /** Per index of the whole: one more than that of the part; 0 before it has come. */
  private readonly place: Uint32Array;

  /** `count`: indexes of the whole. */
  constructor(count: number) {
    this.place = new Uint32Array(count);
  }

  index(ofWhole: number): number {
    const known = this.place[ofWhole];
    if (known > 0) return known - 1;
    const place = this.ofWhole.push(ofWhole);
    this.place[ofWhole] = place;
    return place - 1;
  }

  /** For another part. */
  clear(): void {
    for (const ofWhole of this.ofWhole) this.place[ofWhole] = 0;
    this.ofWhole.length = 0;
  }
}
