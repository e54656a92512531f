// Explains in the reader's language why a file can't be read, and what is unusual in it: texts with placeholders, whose
// numbers and lists are formatted here.

import { COMPOSED_BY } from '../../../packages/order-files/columns/column-flags.ts';
import type { Doubt } from '../../../packages/order-files/doubts/doubts.ts';
import type { FileProblem, FileProblemCode } from '../../../packages/order-files/problems/file-problems.ts';
import { ORDER_LISTS, type OrderListWords } from '../../../packages/order-files/problems/order-list-words.ts';
import { ENGLISH_ROWS } from '../../../packages/order-files/problems/row-problem-words.ts';
import type { RowProblemWords } from '../../../packages/order-files/problems/row-problems.ts';
import type { Choice, ChoiceCode } from '../../../packages/order-files/problems/way-out.ts';
import {
  ENGLISH_REMARKS,
  formatRemark,
  type Remark,
  type RemarkCode,
} from '../../../packages/order-files/totals/remarks.ts';
import { formatAmountText } from '../../../packages/order-files/values/amount-text.ts';
import { formatJson } from '../../../packages/order-files/values/bytes.ts';
import { createFormatter } from '../../../packages/report-parts/figures.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import type german from '../texts/de/files-de.json';
import en from '../texts/en/files.json' with { type: 'json' };

export interface FileWords {
  readonly problem: (problem: FileProblem) => string;
  readonly remark: (remark: Remark) => string;
  /** A question about a problem of this code, whose answers are `choices`. */
  readonly question: (code: FileProblemCode, choices: readonly Choice[]) => string;
  readonly choice: (choice: Choice) => string;
  /** Other texts of questions. */
  readonly ask: FileTexts['ask'];
  /** Texts on why a row is rejected. */
  readonly row: RowProblemWords;
}

/** A sentence that one language lacks is a compile error. */
interface FileTexts extends Omit<typeof en, 'remark' | 'problem' | 'choice' | 'accept'> {
  readonly problem: Readonly<Record<FileProblemCode, string>>;
  readonly choice: Readonly<Record<Exclude<ChoiceCode, 'accept'>, string>>;
  readonly accept: Readonly<Record<Doubt, string>>;
}

/** A header may have thousands of names. */
const MOST_LISTED = 60;
const MOST_CHARACTERS = 60;
const MOST_GUESTS = 10;

/** Formats numbers in the language, each with its count for singular and plural, and lists of names in quotes. */
function createValues(about: object, { part }: FileTexts, locale: string): Record<string, string | number> {
  const { number } = createFormatter(locale);
  const entries = Object.entries(about).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'number') return [[name, number(value)] as const, [`${name}Count`, value] as const];
    if (typeof value === 'string') return [[name, value] as const];
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return [];
    const quoted = value.slice(0, MOST_LISTED).map((one) => fill(part.quoted, { name: formatJson(one) }));
    return [[name, quoted.join(', ') + (value.length > MOST_LISTED ? ', …' : '')] as const];
  });
  return Object.fromEntries(entries);
}

function createProblemWriter(
  texts: FileTexts,
  lists: OrderListWords,
  locale: string,
): (problem: FileProblem) => string {
  const { part } = texts;
  const { number, percent } = createFormatter(locale);
  const formatMoney = (amount: number, currency?: string): string =>
    formatAmountText(amount, locale, currency);
  const formatValues = (about: object) => createValues(about, texts, locale);

  /** Adds placeholders that a problem's sentence needs besides the problem's own numbers and texts. */
  function describeFurther(problem: FileProblem): Record<string, string | number> {
    switch (problem.code) {
      case 'missing_columns':
      case 'missing_prices': {
        const { names = '' } = formatValues({ names: Object.values(problem.guesses) });
        return { perhaps: names === '' ? '' : fill(part.perhaps, { names }) };
      }
      case 'amount_readings':
        return { count: problem.readings.length };
      case 'rows_are_orders': {
        const { column = '', example = '' } = problem.listed ?? {};
        const found = fill(part.productsInCell, { column, example: example.slice(0, MOST_CHARACTERS) });
        return { products: problem.listed === undefined ? part.withoutProducts : found };
      }
      case 'several_currencies': {
        const inEach = problem.currencies.map((one) =>
          fill(part.rowsIn, { ...formatValues(one), amount: formatMoney(one.amount, one.currency) }),
        );
        return { list: inEach.join(', ') };
      }
      case 'guest_customers': {
        const listed = problem.guests
          .slice(0, MOST_GUESTS)
          .map(({ name, orders }) =>
            fill(part.guest, { name: formatJson(name).slice(0, MOST_CHARACTERS), orders: number(orders) }),
          );
        return { list: listed.join(', ') + (problem.guests.length > MOST_GUESTS ? ', …' : '') };
      }
      case 'unknown_statuses':
        return { more: problem.isMore ? part.moreStatuses : '' };
      case 'ambiguous_dates':
        return { examples: problem.examples.map((one) => fill(part.dateExample, one)).join(' ') };
      case 'ambiguous_amounts': {
        const formatAmount = (value: number): string => value.toLocaleString(locale, { useGrouping: false });
        const examples = problem.examples.map(({ cell, point, comma }) =>
          fill(part.amountExample, { cell, point: formatAmount(point), comma: formatAmount(comma) }),
        );
        return { examples: examples.join(' ') };
      }
      case 'custom_field_name':
        return { names: problem.reserved.join(', ') };
      case 'order_list':
        return { list: lists[problem.exporter] };
      case 'foreign':
        return { what: texts.foreign[problem.kind] };
      case 'archive': {
        const { files, names } = problem;
        return { list: names.join(', ') + (files > names.length ? ', …' : '') };
      }
      case 'table_limit':
        return { what: fill(texts.limit[problem.limit], { most: number(problem.most) }) };
      case 'odd_dates': {
        const [from, to] = [String(problem.from), String(problem.to)];
        return { years: from === to ? from : fill(part.years, { from, to }) };
      }
      case 'scientific_ids':
        return { id: part.id[problem.field] };
      case 'repeated_products':
        return { share: percent(problem.percent / 100, 0) };
      case 'price_jumps': {
        const { low, high, currency, products, product } = problem;
        return {
          ...{ product: formatJson(product), others: number(products - 1) },
          ...{ low: formatMoney(low, currency), high: formatMoney(high, currency) },
        };
      }
      default:
        return {};
    }
  }

  /** Chooses another sentence for a problem that lacks what its usual one names. */
  function withoutIt(problem: FileProblem): string | undefined {
    if (problem.code === 'archive' && problem.files === 0) return part.emptyArchive;
    if (problem.code === 'archive_damaged' && problem.file === undefined) return part.damagedArchive;
    if (problem.code === 'table_limit' && problem.line === undefined) return '{what}';
    return problem.code === 'missing_rate' && problem.day === undefined ? part.rateWithoutDay : undefined;
  }

  return (problem) =>
    fill(withoutIt(problem) ?? texts.problem[problem.code], {
      ...formatValues(problem),
      ...describeFurther(problem),
    });
}

function createRemarkWriter<C extends RemarkCode>(
  texts: FileTexts & { readonly remark: Readonly<Record<C, string>> },
  locale: string,
): (remark: Remark<C>) => string {
  return (remark) => {
    const isFromLine = 'line' in remark && remark.code === 'read_as' && remark.line !== undefined;
    return fill(
      isFromLine ? texts.part.readFromLine : texts.remark[remark.code],
      createValues(remark, texts, locale),
    );
  };
}

function createQuestionWriter({
  question,
  choice: choiceTexts,
  accept,
  ask,
  part,
}: FileTexts): Pick<FileWords, 'question' | 'choice' | 'ask'> {
  const texts: Readonly<Partial<Record<string, string>>> = question;
  return {
    ask,
    question(code, choices) {
      const [first] = choices;
      const isPieceOrLine =
        choices.length > 0 &&
        choices.every((one) => one.name === first?.name && PIECE_OR_LINE.includes(one.code));
      const text = isPieceOrLine ? question.piece_or_line : (texts[code] ?? question.other);
      return fill(text, { column: first?.name ?? '' });
    },
    choice({ code, name, way }) {
      if (code === 'accept') return accept[way.accept?.[0] ?? 'orders'];
      const names = name?.split(COMPOSED_BY) ?? Object.values(way.columns ?? {});
      const areMany = code === 'composed_id' || code === 'column';
      const listed = names.map((one) => fill(part.quoted, { name: one })).join(', ');
      return fill(choiceTexts[code], { name: areMany ? listed : (name ?? '') });
    },
  };
}

const PIECE_OR_LINE: readonly ChoiceCode[] = ['unit_price', 'line_total'];

const own = createRemarkWriter<keyof typeof en.remark>(en, 'en');

export const ENGLISH_FILES: FileWords = {
  problem: createProblemWriter(en, ORDER_LISTS, 'en'),
  remark: (remark) =>
    formatRemark(
      { ...ENGLISH_REMARKS, read_as: own, mixed_encodings: own, amazon_without_refunds: own },
      remark,
    ),
  ...createQuestionWriter(en),
  row: ENGLISH_ROWS,
};

/** `row`: a separate script, which the worker that reads files also has. */
export function createGermanFiles(de: typeof german, row: RowProblemWords): FileWords {
  return {
    problem: createProblemWriter(de, de.orderList, 'de'),
    remark: createRemarkWriter<RemarkCode>(de, 'de'),
    ...createQuestionWriter(de),
    row,
  };
}
