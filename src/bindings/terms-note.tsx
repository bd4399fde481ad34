import { m } from 'messages';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { useTerms } from './public-config.ts';

/** The terms that people accept by joining a show or registering; renders nothing if the operator has set none. */
export const TermsNote = () => <TermsText terms={useTerms()} />;

interface TermsTextProps {
  readonly terms: PublicConfig['terms'];
}

export function TermsText({ terms: { termsUrl, privacyUrl, minimumAge } }: TermsTextProps) {
  const pages = [
    { url: termsUrl, label: 'terms' },
    { url: privacyUrl, label: m.uiPrivacyNotice() },
  ].flatMap(({ url, label }) => (url === undefined ? [] : [{ url, label }]));
  if (pages.length === 0 && minimumAge === undefined) return null;
  return (
    <p>
      {pages.length > 0 && m.uiContinuingYouAccept()}
      {pages.map(({ url, label }, index) => (
        <span key={label}>
          {index > 0 && m.uiAndThe()}
          <a href={url} target="_blank" rel="noreferrer">
            {label}
          </a>
        </span>
      ))}
      {pages.length > 0 && '. '}
      {minimumAge !== undefined && m.uiYouMustLeastYears({ minimumAge })}
    </p>
  );
}
