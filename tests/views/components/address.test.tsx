import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Address } from '#src/components/address.tsx';

it.each([
  ['ann@example.org', ['ann@', 'example.', 'org']],
  ['ann.of.the-hill@example.org', ['ann.', 'of.', 'the-hill@', 'example.', 'org']],
])('breaks %s only after @ and dots, and is copied whole', (address, parts) => {
  const { container } = render(<Address>{address}</Address>);
  expect(container.innerText).toBe(address);
  expect(container.querySelector('bdi')?.innerHTML.split('<wbr>')).toEqual(parts);
  expect(container.querySelectorAll('bdi span').length).toBe(0);
});

it('lets a part that is longer than any column break anywhere', () => {
  const name = 'x'.repeat(64);
  const { container } = render(<Address>{`${name}@example.org`}</Address>);
  const [long, ...more] = container.querySelectorAll('bdi span');
  expect([long?.textContent, more]).toEqual([`${name}@`, []]);
});
