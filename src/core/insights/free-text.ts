// What a language model may write between slots: plain English without figures, names, links or markup. Whatever could be
// read as one of these is refused; nothing is repaired.

/** Western Latin: ASCII letters, also with the accents of loanwords (décor), and sentence punctuation. */
const WESTERN = /^[\p{ASCII}\u{a0}-\u{17f}’“”]*$/u;
const PLAIN = /^[\p{ASCII}’“”]*$/u;
const PLAIN_CHARACTERS = /^[A-Za-z ,;:.!?'’"“”()-]*$/u;
const ACCENTS = /\p{M}+/gu;
const MARK = /\p{M}/u;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;
const DIGIT = /\p{N}/u;
/** `shop.example`, `a:b`, `.5`: punctuation that joins what stands on its sides, or begins something. */
const JOINED = /[.,;:!?](?=[A-Za-z(])|(?:^|\s)[.,;:!?]|[.,;:!?]{2}/u;
/** A hyphen stands between letters; anywhere else it is a sign or a bullet. */
const LOOSE_HYPHEN = /(?<![A-Za-z])-|-(?![A-Za-z])/u;
/** But the article: a letter can stand for a number, and letters apart can spell a word. */
const LONE_LETTER = /(?<![a-z'’])(?!a(?![a-z]))[a-z](?![a-z'’])/iu;
const ROMAN_NUMERAL = /^(?=[ivxlcdm]{2})m*(?:cm|cd|d?c*)(?:xc|xl|l?x*)(?:ix|iv|v?i*)$/u;

/** Also joined or with an ending: twentyfive, tenfold, hundreds, fifths. */
const NUMBER_STEMS =
  'zero|nought|naught|nil|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|' +
  'sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fourty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|' +
  'million|billion|trillion|dozen|lakh|crore|first|second|third|fourth|fifth|eighth|ninth|twelfth|twentieth|thirtieth|' +
  'fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth|once|twice|thrice|double|doubling|doubly|triple|tripling|' +
  'treble|trebling|quadruple|quadrupling|quintuple|half|halve|halving|quarter|quartile|decile|single|couple|trio';
const NUMBER_WORD = new RegExp(`^(?:${NUMBER_STEMS})+(?:s|es|d|th|ths|fold|some|ly)?$`, 'u');
/** Of languages that a model may slip into, as far as they are not English words. */
const FOREIGN_NUMBERS = new Set(
  (
    'null eins zwei drei vier funf fuenf sechs sieben acht neun zehn elf zwolf zwoelf zwanzig dreissig vierzig funfzig sechzig ' +
    'siebzig achtzig neunzig hundert tausend million milliarde halb doppelt un deux trois quatre cinq sept huit neuf dix onze ' +
    'douze treize quatorze quinze seize vingt trente quarante cinquante soixante mille moitie double uno dos tres cuatro cinco ' +
    'seis siete ocho nueve diez doce veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil mitad ' +
    'doble tre quattro cinque sette otto nove dieci venti trenta cento mila meta doppio twee drie vijf zes zeven negen tien ' +
    'twintig dertig honderd duizend helft dubbel dois quatro oito dez vinte cem metade dobro'
  ).split(' '),
);
const SIGNS_AND_UNITS = new Set(
  (
    'plus minus negative percent percentage percents percentages pct cent cents pence penny pennies euro euros dollar dollars ' +
    'pound pounds sterling buck bucks quid yen yuan rupee rupees franc francs krona kronor usd eur gbp jpy chf inr times fold ' +
    'permille kilo kilos kilogram kilograms gram grams tonne tonnes ton tons litre litres liter liters metre metres meter meters'
  ).split(' '),
);
const LINKS = new Set(
  'http https www ftp mailto tel url urls href src javascript dot com dotcom slash'.split(' '),
);

/** Why the text may not be shown; undefined where it may. */
export function refusalOf(text: string): string | undefined {
  if (INVISIBLE.test(text)) return 'it contains a control, format or unassigned character';
  if (DIGIT.test(text)) return 'it contains a digit';
  if (text.normalize('NFKC') !== text || MARK.test(text))
    return 'it contains a character that stands for others';
  const bare = text.normalize('NFD').replaceAll(ACCENTS, '');
  if (!WESTERN.test(text) || !PLAIN.test(bare)) return 'it contains another script or a symbol';
  if (!PLAIN_CHARACTERS.test(bare)) return 'it contains markup, a sign or a unit';
  if (JOINED.test(bare)) return 'it contains a link, or punctuation inside a word';
  if (LOOSE_HYPHEN.test(bare)) return 'it contains a sign';
  if (LONE_LETTER.test(bare)) return 'it contains a single letter';
  return refusalOfWords(bare.toLowerCase().match(/[a-z]+/gu) ?? []);
}

function refusalOfWords(words: readonly string[]): string | undefined {
  for (const word of words) {
    if (NUMBER_WORD.test(word) || FOREIGN_NUMBERS.has(word) || (ROMAN_NUMERAL.test(word) && word !== 'mix'))
      return 'it contains a number in words';
    if (SIGNS_AND_UNITS.has(word)) return 'it contains a sign or a unit in words';
    if (LINKS.has(word)) return 'it contains a link';
  }
  return undefined;
}
