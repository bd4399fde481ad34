import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** A path of this site, perhaps with a query. */
  readonly to: string;
  /** Kept in the history entry of the page. */
  readonly state?: unknown;
}

/**
 * A link within the page, on the router's own hooks. The router's `Link` and `NavLink` would add the code of its
 * framework mode to the first load (2 KiB).
 */
export function Link({ to, state, target, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, {
    state,
    ...(target !== undefined && { target }),
  });
  return (
    <a {...rest} target={target} href={useHref(to)} onClick={follow}>
      {children}
    </a>
  );
}

/** A link of a navigation, marked on the page that it leads to. */
export function NavLink(props: LinkProps) {
  const isHere = useLocation().pathname.toLowerCase() === props.to.toLowerCase();
  return <Link {...props} aria-current={isHere ? 'page' : undefined} />;
}
