import { Parser } from 'saxen';

export type Attributes = Readonly<Record<string, string>>;

interface XmlHandlers {
  /** `tag` has no namespace prefix. */
  readonly open?: (tag: string, attributes: Attributes) => void;
  readonly close?: (tag: string) => void;
  readonly text?: (text: string) => void;
}

/** Reads an XML document from its beginning to its end. @throws what a handler throws, or an Error for malformed XML */
export function readXml(xml: string, { open, close, text }: XmlHandlers): void {
  const parser = new Parser().on('error', (error) => {
    throw error;
  });
  if (open !== undefined)
    parser.on('openTag', (name, attributes) => open(localName(name), decodedAll(attributes())));
  if (close !== undefined) parser.on('closeTag', (name) => close(localName(name)));
  if (text !== undefined)
    parser.on('text', (part) => text(decoded(part))).on('cdata', (part) => text(part));
  if (xml !== '') parser.parse(xml);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const decodedAll = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, decoded(value)]));

const ENTITIES: Attributes = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes entities. saxen's own decoder breaks characters beyond U+FFFF. */
const decoded = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(?:#(\d+)|#x([\da-f]+)|(\w+));/giu,
        (entity, decimal?: string, hex?: string, word?: string) => {
          if (word !== undefined) return ENTITIES[word] ?? entity;
          return String.fromCodePoint(
            hex === undefined ? Number(decimal) : Number.parseInt(hex, 16),
          );
        },
      )
    : text;
