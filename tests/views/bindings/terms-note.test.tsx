import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TermsText } from '#src/bindings/terms-note.tsx';

it.each([
  [{}, ['']],
  [{ minimumAge: 16 }, ['You must be at least 16 years old.']],
  [
    { privacyUrl: 'https://show.example/privacy' },
    ['By continuing you accept the privacy notice.', 'https://show.example/privacy'],
  ],
  [
    {
      termsUrl: 'https://show.example/terms',
      privacyUrl: 'https://show.example/privacy',
      minimumAge: 12,
    },
    [
      'By continuing you accept the terms and the privacy notice. You must be at least 12 years old.',
      'https://show.example/terms',
      'https://show.example/privacy',
    ],
  ],
])('names what the operator has configured: %j', (terms, [text, ...addresses]) => {
  const { container } = render(<TermsText terms={terms} />);
  const links = [...container.querySelectorAll('a')].map(({ href }) => href);
  expect([container.textContent, links]).toEqual([text, addresses]);
});
