// Whether a text of a language model may be shown. It is a sentence with slots, `{lift}`: what stands in them is filled
// in here, from the report; what stands between them is checked, and holds no figure, name or link.
import { OwnError } from '../errors.ts';
import { refusalOf } from './free-text.ts';
import type { BriefFinding, ModelBrief } from './model-brief.ts';

/** The model's answer broke a rule; the message says which, never what it wrote. */
export class UnusableAnswerError extends OwnError {
  override readonly name = 'UnusableAnswerError';
}

const SLOT = /\{([a-z_]+)\}/u;
/** What may stand next to a slot: nothing that its figure could run into. */
const BEFORE_SLOT = /(?:^|[ ("“])$/u;
const AFTER_SLOT = /^(?:$|[ ,;:.!?)"”]|['’]s(?![A-Za-z]))/u;

export class AnswerCheck {
  private readonly brief: ModelBrief;
  private readonly used = new Set<string>();

  constructor(brief: ModelBrief) {
    this.brief = brief;
  }

  /** `id`: of the finding that the text is about. The text with its slots filled in. Throws UnusableAnswerError. */
  text(id: string, text: string): string {
    const { slots, products } = this.finding(id);
    // Odd parts are the names of slots.
    const parts = text.split(SLOT);
    const free = parts.filter((_, at) => at % 2 === 0);
    for (const [at, part] of free.entries()) {
      const isFirst = at === 0;
      const isLast = at === free.length - 1;
      if (
        (!isLast && !BEFORE_SLOT.test(part)) ||
        (!isFirst && !AFTER_SLOT.test(part)) ||
        (!isFirst && !isLast && part === '')
      )
        throw new UnusableAnswerError('it joins a slot to a word or to another slot');
      this.refuseOtherProducts(part, products);
    }
    // As one text, in which a slot is a word: nothing can be spelled around it.
    const refusal = refusalOf(free.join('figure'));
    if (refusal !== undefined) throw new UnusableAnswerError(refusal);
    return parts
      .map((part, at) => {
        if (at % 2 === 0) return part;
        const filled = Object.hasOwn(slots, part) ? slots[part] : undefined;
        if (filled === undefined)
          throw new UnusableAnswerError('it uses a slot that the finding does not have');
        return filled;
      })
      .join('');
  }

  /** The same; throws for a finding that was cited before, too. */
  cite(id: string, text: string): string {
    if (this.used.has(id)) throw new UnusableAnswerError('it cites a finding twice');
    this.used.add(id);
    return this.text(id, text);
  }

  private finding(id: string): BriefFinding {
    const finding = this.brief.findings.get(id);
    if (finding === undefined) throw new UnusableAnswerError('it refers to a finding that it was not given');
    return finding;
  }

  /** Only the report fills in names: a model that writes one guessed it, or obeyed an injected prompt. */
  private refuseOtherProducts(free: string, own: readonly string[]): void {
    const words = ` ${wordsOf(free)} `;
    for (const product of this.brief.products) {
      if (own.includes(product)) continue;
      const name = wordsOf(product);
      if (name !== '' && words.includes(` ${name} `))
        throw new UnusableAnswerError('it names a product that its finding is not about');
    }
  }
}

function wordsOf(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
}
