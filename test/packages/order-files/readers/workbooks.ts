// Builds ZIP archives and Excel workbooks for tests part by part.
import {
  BlobWriter,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
  type ZipWriterConstructorOptions,
} from '@zip.js/zip.js';

export async function createZip(
  parts: Readonly<Record<string, string | Uint8Array>>,
  options: ZipWriterConstructorOptions = {},
): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter(), options);
  for (const [name, part] of Object.entries(parts))
    await writer.add(name, typeof part === 'string' ? new TextReader(part) : new Uint8ArrayReader(part));
  return Buffer.from(await (await writer.close()).arrayBuffer());
}

/** Parts of a workbook with the sheets March and April & May, in the XML that Excel writes. */
export const XLSX = {
  '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/workbook.xml':
    '<workbook xmlns:r="x"><workbookPr/><sheets><sheet name="March" sheetId="1" r:id="rId1"/><sheet name="April &amp; May" sheetId="2" r:id="rId2"/></sheets></workbook>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy hh:mm"/><numFmt numFmtId="165" formatCode="0.00 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>order_id</t></si><si><t>Customer</t></si><si><t>Date</t></si><si><t>Product</t></si><si><t>Price</t></si><si><t>Qty</t></si><si><r><t>Tea, </t></r><r><t xml:space="preserve">"loose"</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si><si><t>ann</t></si></sst>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
    <row r="1"><c r="A1" t="inlineStr"><is><t>Orders of March</t></is></c></row>
    <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="s"><v>2</v></c><c r="D3" t="s"><v>3</v></c><c r="E3" t="s"><v>4</v></c><c r="F3" t="s"><v>5</v></c></row>
    <row r="4"><c r="A4"><v>1001</v></c><c r="B4" t="s"><v>7</v></c><c r="C4" s="1"><v>46082.416666666664</v></c><c r="D4" t="s"><v>6</v></c><c r="E4" s="2"><v>4.4999999999999996</v></c><c r="F4"><f>1+1</f><v>2</v></c></row>
    <row r="5"><c r="A5"><v>1002</v></c><c r="C5" s="3"><v>46083</v></c><c r="D5" t="str"><f>A1</f><v>Milk&#10;fresh</v></c><c r="E5"><v>1.25</v></c><c r="F5" t="e"><v>#N/A</v></c></row>
    <row r="6"/>
    <row r="9"><c r="A9"><v>1003</v></c><c r="D9" t="inlineStr"><is><t>Mug</t></is></c><c r="E9"><v>12</v></c><c r="F9"><v>1</v></c></row>
  </sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row><c t="inlineStr"><is><t>order_id</t></is></c><c t="inlineStr"><is><t>product</t></is></c></row><row><c><v>7</v></c><c t="inlineStr"><is><t>Tea</t></is></c></row></sheetData></worksheet>',
};

/** A workbook whose cells are all texts. */
export function createWorkbook(
  sheets: Readonly<Record<string, readonly (readonly string[])[]>>,
): Promise<Buffer> {
  const names = Object.keys(sheets);
  const files = Object.values(sheets).map((rows, index) => {
    const cells = rows.map((row) =>
      row.map((text) => `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`).join(''),
    );
    const data = cells.map((row) => `<row>${row}</row>`).join('');
    return [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet><sheetData>${data}</sheetData></worksheet>`,
    ] as const;
  });
  const listed = names.map(
    (name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const targets = names.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return createZip({
    '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="x"><sheets>${listed.join('')}</sheets></workbook>`,
    ...Object.fromEntries(files),
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
