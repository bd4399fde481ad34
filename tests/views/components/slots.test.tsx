import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { slot, withElements } from '#src/components/slots.tsx';

it('a text has its elements where its language puts them', () => {
  const { container } = render(
    <p>{withElements(`${slot(1)}: ${slot(0)} points`, <b>7</b>, <i>Ada</i>)}</p>,
  );
  expect(container.innerHTML).toBe('<p><i>Ada</i>: <b>7</b> points</p>');
});
