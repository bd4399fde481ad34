import { expect, it } from 'vitest';
import { harmlessSvg } from '#server/logo.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg"';

it('keeps the shapes and paints of a logo', () => {
  const svg = `<svg ${NS} viewBox="0 0 9 9"><defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><path fill="url(#a)" d="M0 0h9v9z"/><use href="#a"/></svg>`;
  expect(harmlessSvg(`<?xml version="1.0"?><!-- made -->\n${svg}\n`)).toBe(svg);
});

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script in a script', '<script><script/>x</script>'],
  ['foreign content', '<foreignObject><body onload="x()"></body></foreignObject>'],
  ['an image from elsewhere', '<image href="https://a.example/x.png"/>'],
  ['what moves', '<animate attributeName="href" to="javascript:x()"/>'],
  ['a style', '<style>@import url(https://a.example)</style>'],
])('leaves out %s', (_, inner) => {
  expect(harmlessSvg(`<svg ${NS}>${inner}<path d="M0 0"/></svg>`)).toBe(
    `<svg ${NS}><path d="M0 0"/></svg>`,
  );
});

it.each([
  'onclick="x()"',
  'href="https://a.example"',
  'xlink:href="javascript:x()"',
  'fill="url(https://a.example/#a)"',
  `style='background:url("//a.example")'`,
  'href="&#106;avascript:x()"',
])('leaves out the attribute %s', (attribute) => {
  expect(harmlessSvg(`<svg ${NS}><path ${attribute} d="M0 0"/></svg>`)).toBe(
    `<svg ${NS}><path d="M0 0"/></svg>`,
  );
});

it.each([
  ['a document type', `<!DOCTYPE svg [<!ENTITY a "b">]><svg ${NS}></svg>`],
  ['a page', '<html><body></body></html>'],
  ['an element that does not end', `<svg ${NS}><script></svg>`],
  ['no XML', 'a logo'],
  ['a bracket in an attribute', `<svg ${NS}><path d="<script>"/></svg>`],
  ['too much', `<svg ${NS}>${' '.repeat(200_000)}</svg>`],
])('accepts no %s', (_, source) => {
  expect(harmlessSvg(source)).toBeNull();
});
