// Scans XML of spreadsheets piece by piece: elements, attributes, texts, CDATA. Supports no document type, hence only
// the five built-in entities. Rejects XML that is not well-formed as damaged. https://www.w3.org/TR/xml/
import { OrderFileError } from '../problems/errors.ts';

export interface XmlHandlers {
  readonly open?: ((name: string, attributes: Readonly<Record<string, string>>) => void) | undefined;
  /** A text may come in parts. */
  readonly text?: ((text: string) => void) | undefined;
  readonly close?: ((name: string) => void) | undefined;
}

/** The length of the longest mark that decides what follows it. */
const LONGEST_MARK = '<![CDATA['.length;
const LONGEST_ENTITY = 12;
const NAME = /<(\/?)([^\s<>/=!?"'&]+)/y;
const ATTRIBUTE = /\s+([^\s<>/="'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
/** The beginning of attributes or of a tag's end while the rest is missing. */
const UNFINISHED = /\s*(?:\/|[^\s<>/="'&]+\s*(?:=\s*(?:"[^"<]*|'[^'<]*)?)?)?$/y;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export class XmlScanner {
  private readonly handlers: XmlHandlers;
  /** Text that needs more input to be scanned. */
  private rest = '';
  private readonly names: string[] = [];
  private hasRoot = false;

  constructor(handlers: XmlHandlers) {
    this.handlers = handlers;
  }

  /** The number of open elements. */
  get depth(): number {
    return this.names.length;
  }

  /** The number of characters that wait for more input. */
  get held(): number {
    return this.rest.length;
  }

  /** Throws OrderFileError for XML that is not well-formed. */
  write(piece: string): void {
    this.rest += piece;
    let at = 0;
    for (let next = this.next(at); next !== undefined; next = this.next(at)) at = next;
    this.rest = this.rest.slice(at);
  }

  /** Ends the input. */
  end(): void {
    if (this.rest !== '' || this.names.length > 0 || !this.hasRoot) throw createDamagedError();
  }

  /** Returns where the markup or text at `at` ends; undefined if more input is needed. */
  private next(at: number): number | undefined {
    const { rest } = this;
    if (at >= rest.length) return undefined;
    if (rest[at] !== '<') return this.text(at);
    const mark = rest[at + 1];
    if (mark === '?') return findEnd(rest, '?>', at);
    if (mark !== '!') return mark === undefined ? undefined : this.tag(at);
    if (rest.startsWith('<!--', at)) return findEnd(rest, '-->', at + 4);
    if (rest.startsWith('<![CDATA[', at)) {
      const end = findEnd(rest, ']]>', at);
      if (end !== undefined) this.handlers.text?.(rest.slice(at + LONGEST_MARK, end - 3));
      return end;
    }
    if (rest.length - at >= LONGEST_MARK) throw createDamagedError();
    return undefined;
  }

  private text(at: number): number | undefined {
    const { rest } = this;
    const tag = rest.indexOf('<', at);
    let end = tag === -1 ? rest.length : tag;
    if (tag === -1) {
      const entity = rest.lastIndexOf('&');
      if (entity >= at && !rest.includes(';', entity) && rest.length - entity < LONGEST_ENTITY) end = entity;
    }
    if (end === at) return undefined;
    const text = decodeEntities(rest.slice(at, end));
    if (this.names.length > 0) this.handlers.text?.(text);
    else if (text.trim() !== '') throw createDamagedError();
    return end;
  }

  private tag(at: number): number | undefined {
    const { rest } = this;
    NAME.lastIndex = at;
    const found = NAME.exec(rest);
    if (found === null) {
      if (rest.length - at > 2) throw createDamagedError();
      return undefined;
    }
    const [, slash, name = ''] = found;
    let from = NAME.lastIndex;
    const attributes: Record<string, string> = {};
    ATTRIBUTE.lastIndex = from;
    for (let one = ATTRIBUTE.exec(rest); one !== null; one = ATTRIBUTE.exec(rest)) {
      from = ATTRIBUTE.lastIndex;
      attributes[one[1] ?? ''] = decodeEntities(one[2] ?? one[3] ?? '');
    }
    TAG_END.lastIndex = from;
    const end = TAG_END.exec(rest);
    if (end === null) {
      UNFINISHED.lastIndex = from;
      if (!UNFINISHED.test(rest)) throw createDamagedError();
      return undefined;
    }
    if (slash === '/') this.close(name);
    else {
      if (this.names.length === 0 && this.hasRoot) throw createDamagedError();
      this.hasRoot = true;
      this.names.push(name);
      this.handlers.open?.(name, attributes);
      if (end[1] === '/') this.close(name);
    }
    return end.index + end[0].length;
  }

  private close(name: string): void {
    if (this.names.pop() !== name) throw createDamagedError();
    this.handlers.close?.(name);
  }
}

function findEnd(text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from);
  return at === -1 ? undefined : at + mark.length;
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([^;&]*);?/g, (whole, name: string) => {
    const point = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
    const code =
      point === null
        ? undefined
        : Number.parseInt(point[1] ?? point[2] ?? '', point[1] === undefined ? 10 : 16);
    if (code !== undefined && code > 0x10ffff) throw createDamagedError();
    const character = code === undefined ? ENTITIES[name] : String.fromCodePoint(code);
    if (character === undefined || !whole.endsWith(';')) throw createDamagedError();
    return character;
  });
}

const createDamagedError = (): OrderFileError => new OrderFileError(undefined, { code: 'table_damaged' });
