import { m } from 'messages';
import Compass from 'lucide-react/icons/compass';
import { linkButton } from '#src/components/button.tsx';
import { Link } from '#src/components/link.tsx';
import { Result } from '#src/components/result.tsx';

export default function NotFoundView() {
  return (
    <Result
      icon={<Compass />}
      title={m.notFoundPageNotFound()}
      words={<p>{m.notFoundWeCouldntFindPage()}</p>}
      ways={
        <>
          <Link to="/" className={linkButton('primary')}>
            {m.notFoundGoHome()}
          </Link>
          <Link to="/support" className={linkButton()}>
            {m.notFoundSupport()}
          </Link>
        </>
      }
    />
  );
}
