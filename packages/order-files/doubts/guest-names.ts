// Recognizes cells that name no customer: marks of a missing value, and names of nobody in particular such as "Walk-in
// Customer", which are proposed as guests.
import { listWords } from '../columns/column-words.ts';

/** Marks of a missing value in databases, spreadsheets and statistics programs, in small letters. */
const ABSENT = new Set(
  (
    'nan n/a #n/a na n.a. n.a #na <na> <n/a> \\n null <null> (null) [null] #null! none nil nil. undefined empty ' +
    '<empty> (empty) [empty] blank <blank> (blank) - -- --- – — . ? #ref! #value! #name? (none) none. missing (missing) (not set) notset n/d n.d. s/d k.a. -1 0 keine ninguno nessuno'
  ).split(' '),
);
/** Guests in the exports of shops. */
const GUESTS = new Set(['guest', 'gast', 'invité', 'invitado']);
/** The marks and guests that exports of shops are known to have: they are not remarked on. */
const USUAL = new Set([...GUESTS, '0', 'null', 'none']);
const LONGEST_MARK = 9;

/** `usual`: in the exports of shops, it means a guest. */
export function findAbsence(cell: string): 'usual' | 'mark' | undefined {
  if (cell.length > LONGEST_MARK) return undefined;
  const word = cell.toLowerCase();
  if (USUAL.has(word)) return 'usual';
  return ABSENT.has(word) ? 'mark' : undefined;
}

/** Words that mean nobody in particular, in ten languages and more; several words of a name are one here. */
const NOBODY = new Set(
  (
    'walkin walkins guest guests anonymous anonymus anon unknown unregistered nonregistered notregistered nonmember ' +
    'notamember noname noaccount nocustomer unnamed unidentified unassigned unspecified notspecified passerby passersby ' +
    'overthecounter generalpublic houseaccount houseaccounts offthestreet onetime oneoff poscustomer possale instore ' +
    'storecustomer enduser endcustomer notavailable notprovided notset nobody sundry sundries dummycustomer ' +
    // German
    'laufkunde laufkunden laufkundschaft passant passanten barverkauf barkunde barkunden thekenverkauf ladenverkauf ' +
    'kassenverkauf gast gaste gastkunde gastkonto gastbestellung unbekannt anonym ohnekunde keinkunde einmalkunde ' +
    'kassenkunde privatkunde sammelkunde barzahler thekenkunde ladenkunde endkunde endverbraucher ' +
    // French
    'comptoir passage anonyme inconnu invite nonidentifie passager clientdivers clientsdivers sansnom sanscompte ' +
    // Spanish and Portuguese
    'mostrador consumidorfinal consumidoresfinales publicogeneral publicoengeneral anonimo desconocido invitado ' +
    'sinnombre sinidentificar noidentificado sinregistro contado clientevarios clientesvarios balcao avulso ' +
    'desconhecido convidado naoidentificado semnome semcadastro consumidornaoidentificado ' +
    // Italian
    'ospite ospiti albanco banco anonimo sconosciuto occasionale dipassaggio passaggio clientefinale ' +
    // Dutch
    'balie toonbank baliverkoop balieverkoop balieklant anoniem onbekend losseverkoop losklant winkelverkoop ' +
    'winkelklant contantverkoop ' +
    // Polish
    'detaliczny detaliczna detal gosc anonimowy nieznany paragonowy paragon niezarejestrowany gotowkowy ' +
    // Turkish
    'misafir perakende anonim bilinmeyen nihaituketici pesin muhtelif ' +
    // Russian
    'розничный розница гость аноним неизвестный неизвестно физлицо физическоелицо частноелицо безимени'
  )
    .split(' ')
    .map(normalizeName),
);
/** Words that mean nobody in particular together with a customer, a sale or a shop. */
const WITH_CUSTOMER = new Set(
  (
    'consumidor consumidores cash counter general generic default misc miscellaneous various casual occasional ' +
    'temporary dummy public retail private kasse allgemein allgemeiner diverse sonstige generique occasionnel occasionnels divers particulier ' +
    'defaut generico generica genericos final ocasional varios varias efectivo dinheiro geral padrao generale ' +
    'contanti predefinito finale privato contant algemeen algemene standaard particuliere ogolny domyslny gotowka ' +
    'indywidualny genel varsayilan nakit общий наличные наличный'
  )
    .split(' ')
    .map(normalizeName),
);
/** Words for a customer or a sale. */
const CUSTOMERS = new Set([
  ...(
    'consumer consumers consumatore consumateur consument konsument tuketici visitor people users publik pubblico ' +
    'publico public kundin покупатели'
  )
    .split(' ')
    .map(normalizeName),
  ...[...listWords('customer'), ...listWords('sale'), ...listWords('id')],
]);
/** Words that change nothing. */
const FILLERS = new Set(
  'pos till shop store the of in at au aux de du di da do del la le el al en im am an per por para и в'.split(
    ' ',
  ),
);
/** In scripts without blanks, a whole name. */
const WHOLE = new Set(
  (
    '散客 门店散客 散户 散戶 游客 遊客 訪客 访客 匿名 匿名客户 匿名客戶 未知 未知客户 零售客户 零售客戶 零售 门市客户 门市 現金客戶 现金客户 非会员 非會員 普通顾客 ' +
    '路人 过路客 無名 无名 一般客 一般 一般顧客 一般のお客様 一般客様 ゲスト 非会員 不明 匿名 店頭客 店頭 店頭販売 現金客 現金売上 未登録 ゲスト購入 ビジター フリー客 飛び込み客 ' +
    '비회원 비회원고객 게스트 손님 일반고객 일반손님 일반 현금고객 미등록 미등록고객 익명 무명 방문고객 현금손님 비회원주문 알수없음'
  ).split(' '),
);
const LONGEST_NAME = 60;
/** The most words that are one in the lists. */
const MOST_JOINED = 3;

/** The first letters of all these names: nearly all other names have others. */
const FIRST_LETTERS = 3;
const BEGINNINGS = new Set([
  ...[...NOBODY, ...WITH_CUSTOMER, ...CUSTOMERS, ...FILLERS].map((word) => word.slice(0, FIRST_LETTERS)),
  // The first word of several that are one in the lists.
  ...['not', 'no', 'non'],
]);

/**
 * Returns the name in small letters without accents, punctuation and numbers if it names nobody in particular; undefined
 * for any other. `Cash Customer 1` and `CASH CUSTOMER` are one.
 */
export function findGuestName(name: string): string | undefined {
  if (name.length > LONGEST_NAME || !mayBeGuest(name)) return undefined;
  const plain = normalizeName(name);
  const whole = plain.replaceAll(/[^\p{L}]/gu, '');
  if (WHOLE.has(whole)) return whole;
  const words = plain.split(/[^\p{L}]+/u).filter((word) => word !== '');
  let isNobody = false;
  let isPartly = false;
  let hasCustomer = false;
  for (let at = 0; at < words.length; ) {
    const joined = findJoined(words, at);
    const word = words[at] ?? '';
    if (joined > 0) isNobody = true;
    else if (isIn(WITH_CUSTOMER, word)) isPartly = true;
    else if (CUSTOMERS.has(word)) hasCustomer = true;
    else if (!FILLERS.has(word)) return undefined;
    at += Math.max(1, joined);
  }
  return isNobody || (isPartly && (hasCustomer || words.length === 1)) ? words.join(' ') : undefined;
}

/** The number of words from this one on that mean nobody together; 0 for none. */
function findJoined(words: readonly string[], at: number): number {
  for (let length = MOST_JOINED; length > 0; length--)
    if (at + length <= words.length && isIn(NOBODY, words.slice(at, at + length).join(''))) return length;
  return 0;
}

/** Endings of German and Dutch adjectives, and plurals. */
const ENDINGS = ['', 'e', 'er', 'en', 'es', 's'];
const SHORTEST_STEM = 5;

function isIn(words: ReadonlySet<string>, word: string): boolean {
  return ENDINGS.some((ending) => {
    const stem = word.endsWith(ending) ? word.slice(0, word.length - ending.length) : '';
    return words.has(stem) && (ending === '' || stem.length >= SHORTEST_STEM);
  });
}

/** False for nearly every other name, by its first letters; ids such as `C123` have one word alone. */
function mayBeGuest(name: string): boolean {
  let from = 0;
  while (from < name.length && !isLetter(name.charCodeAt(from))) from++;
  let end = from;
  while (end < name.length && isLetter(name.charCodeAt(end))) end++;
  for (let at = from; at < from + FIRST_LETTERS && at < name.length; at++)
    if (name.charCodeAt(at) > 0x7e) return true;
  if (!BEGINNINGS.has(name.slice(from, Math.min(end, from + FIRST_LETTERS)).toLowerCase())) return false;
  for (let at = end; at < name.length; at++) if (isLetter(name.charCodeAt(at))) return true;
  const word = name.slice(from, end).toLowerCase();
  return isIn(NOBODY, word) || isIn(WITH_CUSTOMER, word);
}

/** True for letters of ASCII, and for all characters beyond it. */
function isLetter(code: number): boolean {
  return code > 0x7e || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
}

/** Small letters without accents. */
function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss');
}

/** The form in which names of guests are compared: small letters, without commas, which separate the names of a list. */
export function toGuestKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[,\s]+/g, ' ')
    .trim();
}
