import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * After a navigation the screen's heading takes the focus, and a new screen is read from its top. The
 * router waits for a screen's code, so both are there together. The first screen leaves the focus alone.
 */
export function Arrival() {
  const { pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const place = document.querySelector('main h1') ?? document.querySelector('main');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    // The browser knows where a reader was on the way back.
    if (!isReturn) window.scrollTo(0, 0);
  }, [pathname, isReturn]);
  return null;
}
