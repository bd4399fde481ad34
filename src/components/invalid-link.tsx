import { m } from 'messages';
import LinkOff from 'lucide-react/icons/link-2-off';
import { linkButton } from './button.tsx';
import { Link } from './link.tsx';
import { Result } from './result.tsx';

export interface InvalidLinkProps {
  readonly title: string;
  /** The reason and what to do. */
  readonly reason: string;
  /** The label of the link to the page that sends a new mail. */
  readonly way: string;
}

/** A mailed link that has expired or is incomplete. */
export function InvalidLink({ title, reason, way }: InvalidLinkProps) {
  return (
    <Result
      icon={<LinkOff />}
      tone="danger"
      title={title}
      words={<p>{reason}</p>}
      ways={
        <>
          <Link to="/forgot-password" className={linkButton('primary')}>
            {way}
          </Link>
          <Link to="/login" className={linkButton()}>
            {m.uiBackLogin()}
          </Link>
        </>
      }
    />
  );
}
