import Compass from 'lucide-react/icons/compass';
import { Link } from 'react-router-dom';
import { linkButton } from '#src/components/button.tsx';
import { Result } from '#src/components/result.tsx';

export default function NotFoundView() {
  return (
    <Result
      icon={<Compass />}
      title="Page Not Found"
      words={<p>We couldn&apos;t find that page. The link may be old or mistyped.</p>}
      ways={
        <>
          <Link to="/" className={linkButton('primary')}>
            Go to Home
          </Link>
          <Link to="/support" className={linkButton()}>
            Support
          </Link>
        </>
      }
    />
  );
}
