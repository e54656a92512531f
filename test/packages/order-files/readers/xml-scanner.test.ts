// Tests that XmlScanner reads elements, attributes and texts in pieces of any size and refuses malformed XML.
import { describe, expect, it } from 'vitest';
import { XmlScanner } from '../../../../packages/order-files/tables/xml-scanner.ts';

/** Writes the start of an element as `(name key=value …:`, its texts unchanged and joined, and its end as `)`. */
function scanEvents(xml: string, pieceLength: number): string {
  let events = '';
  const scanner = new XmlScanner({
    open: (name, attributes) => {
      events += `(${name}${Object.entries(attributes)
        .map(([key, value]) => ` ${key}=${value}`)
        .join('')}:`;
    },
    text: (text) => {
      events += text;
    },
    close: () => {
      events += ')';
    },
  });
  for (let at = 0; at < xml.length; at += pieceLength) scanner.write(xml.slice(at, at + pieceLength));
  scanner.end();
  return events;
}

describe('XmlScanner', () => {
  it.each([
    ['<?xml version="1.0"?>\n<a/>\n', '(a:)'],
    ['<a><b x="1" y=\'2 "3"\' z = "a>b"/>c</a>', '(a:(b x=1 y=2 "3" z=a>b:)c)'],
    [
      '<x:row r="1"><c>Tea &amp; &lt;Milk&gt; &#8364;&#x20ac;</c></x:row >',
      '(x:row r=1:(c:Tea & <Milk> €€))',
    ],
    ['<a><![CDATA[1 < 2 && ]] 3]]>4<!-- no -- <b> --></a>', '(a:1 < 2 && ]] 34)'],
    ['<a t="&quot;&apos;">> ]</a>', '(a t="\':> ])'],
  ])('reads %j as %s in pieces of any size', (xml, events) => {
    for (const pieceLength of [1, 2, 3, 5, 7, 100]) expect(scanEvents(xml, pieceLength)).toBe(events);
  });

  it.each([
    '',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '</a>',
    'text',
    '<a/>text',
    '<a>&unknown;</a>',
    '<a>&amp</a>',
    '<a>& b</a>',
    '<a>&#x110000;</a>',
    '<a b=c/>',
    '<a b="1"c="2"/>',
    '<a b="<"/>',
    '< a/>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
    '<a><!-- </a>',
    '<a',
  ])('refuses %j as damaged in pieces of any size', (xml) => {
    for (const pieceLength of [1, 2, 3, 100])
      expect(() => scanEvents(xml, pieceLength)).toThrow(
        expect.objectContaining({ problem: expect.objectContaining({ code: 'table_damaged' }) }),
      );
  });
});
