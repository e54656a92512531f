// Whether a text of a language model may be shown: it cites only figures and products that it was given, and holds
// neither markup nor addresses. Names are put in afterwards, so that no name was ever in the model's hands.
import { OwnError } from '../errors.ts';
import type { ModelBrief } from './model-brief.ts';

/** The model's answer broke a rule; the message says which, never what it wrote. */
export class UnusableAnswerError extends OwnError {
  override readonly name = 'UnusableAnswerError';
}

const FIGURE = /\d+(?:[.,]\d+)*/g;
const CODE = /\b([PR])(\d+)\b/g;
const FORBIDDEN = /[<>`{}[\]\\]|https?:|www\.|\p{Cc}/iu;

export class AnswerCheck {
  private readonly brief: ModelBrief;
  private readonly figures: readonly number[];

  constructor(brief: ModelBrief) {
    this.brief = brief;
    // Codes hold digits too, but are no figures.
    this.figures = [...brief.facts.replaceAll(CODE, '').matchAll(FIGURE)].map(([text]) => Number(text));
  }

  /** The text with products' names. Throws UnusableAnswerError. */
  text(text: string): string {
    if (FORBIDDEN.test(text))
      throw new UnusableAnswerError('it holds markup, an address or control characters');
    for (const [cited] of text.replaceAll(CODE, '').matchAll(FIGURE)) {
      if (!this.isGiven(cited)) throw new UnusableAnswerError('it cites a figure that it was not given');
    }
    return text.replaceAll(CODE, (_, kind: string, number: string) => {
      const name = kind === 'P' ? this.brief.products[Number(number) - 1] : undefined;
      if (name === undefined)
        throw new UnusableAnswerError('it cites a product or rule that it was not given');
      return name;
    });
  }

  rule(code: string) {
    const rule = this.brief.rules[Number(/^R(\d+)$/.exec(code)?.[1]) - 1];
    if (rule === undefined) throw new UnusableAnswerError('it rests on a rule that it was not given');
    return rule;
  }

  /** A given figure, or one rounded to the places that are shown; a comma parts thousands. */
  private isGiven(cited: string): boolean {
    if (/,(?!\d{3}(?!\d))/.test(cited)) return false;
    const plain = cited.replaceAll(',', '');
    const value = Number(plain);
    const places = plain.split('.')[1]?.length ?? 0;
    const step = 10 ** places;
    return this.figures.some(
      (figure) => Math.abs(Math.round(figure * step) / step - value) < 0.5 / step / 1_000,
    );
  }
}
