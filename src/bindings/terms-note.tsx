import { m } from 'messages';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { slot, withElements } from '#src/components/slots.tsx';
import { useTerms } from './public-config.ts';

/** The terms that people accept by joining a show or registering; renders nothing if the operator has set none. */
export const TermsNote = () => <TermsText terms={useTerms()} />;

interface TermsTextProps {
  readonly terms: PublicConfig['terms'];
}

export function TermsText({ terms: { termsUrl, privacyUrl, minimumAge } }: TermsTextProps) {
  const accepted = acceptedText(termsUrl !== undefined, privacyUrl !== undefined);
  if (accepted === null && minimumAge === undefined) return null;
  return (
    <p>
      {accepted !== null &&
        withElements(
          accepted,
          <Page url={termsUrl}>{m.termsTerms()}</Page>,
          <Page url={privacyUrl}>{m.termsPrivacyNotice()}</Page>,
        )}
      {accepted !== null && minimumAge !== undefined && ' '}
      {minimumAge !== undefined && m.termsMinimumAge({ minimumAge })}
    </p>
  );
}

/** What people accept, with slots for the links; null if there is nothing to accept. */
function acceptedText(hasTerms: boolean, hasPrivacyNotice: boolean): string | null {
  const [terms, privacyNotice] = [slot(0), slot(1)];
  if (hasTerms && hasPrivacyNotice) return m.termsAcceptBoth({ terms, privacyNotice });
  if (hasTerms) return m.termsAcceptTerms({ terms });
  return hasPrivacyNotice ? m.termsAcceptPrivacyNotice({ privacyNotice }) : null;
}

interface PageProps {
  readonly url: string | undefined;
  readonly children: string;
}

const Page = ({ url, children }: PageProps) => (
  <a href={url} target="_blank" rel="noreferrer">
    {children}
  </a>
);
