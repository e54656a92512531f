// The labels of all partitions in the sequence in which one function of the whole dataset meets them: it breaks ties.
import type { PlacedLabels } from './packed-baskets.ts';

export class JoinedLabels {
  private readonly indexOf = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly places: number[] = [];

  /** Per label of the partition: an index for `sequence`. */
  add({ labels, place }: PlacedLabels): Uint32Array {
    const own = new Uint32Array(labels.length);
    for (const [at, label] of labels.entries()) {
      const known = this.indexOf.get(label);
      if (known === undefined) {
        own[at] = this.texts.length;
        this.indexOf.set(label, this.texts.length);
        this.texts.push(label);
        this.places.push(place[at]);
      } else {
        own[at] = known;
        this.places[known] = Math.min(this.places[known], place[at]);
      }
    }
    return own;
  }

  get size(): number {
    return this.texts.length;
  }

  /** To be called when all are added. */
  sequence(): { readonly labels: readonly string[]; readonly indexOf: Uint32Array } {
    const { places, texts } = this;
    const order = Uint32Array.from(places.keys()).sort((a, b) => places[a] - places[b]);
    const indexOf = new Uint32Array(order.length);
    for (const [index, label] of order.entries()) indexOf[label] = index;
    return { labels: Array.from(order, (label) => texts[label]), indexOf };
  }
}
