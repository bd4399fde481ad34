import { m } from 'messages';
import MenuIcon from 'lucide-react/icons/menu';
import {
  Children,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './app-shell.module.css';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { OpenDialogs } from './open-dialogs.ts';

/** One link per child; the current link has `aria-current="page"`, which a router's `NavLink` sets. */
interface NavProps {
  readonly children: ReactNode;
}

function Links({ children }: NavProps) {
  return (
    <ul className={styles['links']}>
      {Children.map(children, (link) => (
        <li>{link}</li>
      ))}
    </ul>
  );
}

/** The product's logo, a lamp that is lit while `live`. Hidden from screen readers. */
function Sign({ live = false }: { readonly live?: boolean | undefined }) {
  return (
    <svg
      viewBox="0 0 32 32"
      className={classes(styles['sign'], live && styles['lit'])}
      aria-hidden="true"
    >
      <rect width="32" height="32" rx="9" />
      <circle cx="16" cy="16" r="6" />
    </svg>
  );
}

export interface HeaderProps {
  /** The link home with the product's name, usually `<Link to="/">{brand.name}</Link>`. */
  readonly brand: ReactNode;
  /** One link per child. */
  readonly nav: ReactNode;
  /** Badge, Welcome link and Logout at the end of the header; on a phone below the links in the menu. */
  readonly account?: ReactNode;
  /** The choice of the language, before `account`. */
  readonly language?: ReactNode;
  /** Lights the lamp in the sign while a question is open. */
  readonly live?: boolean | undefined;
}

/** The breakpoint at which the menu becomes a row; the same as in the styles. */
const DESKTOP = '(min-width: 60rem)';

const hide = (menu: HTMLElement | null): void => {
  if (menu?.matches(':popover-open') === true) menu.hidePopover();
};
const closeMenu = (event: MouseEvent<HTMLElement>): void => {
  const pressed = event.target instanceof Element ? event.target.closest('a, button') : null;
  if (pressed !== null) hide(event.currentTarget);
};

/** Name and navigation; on a phone the navigation is a popover behind 'Menu'. */
export function Header({ brand, nav, account, language, live }: HeaderProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Closes an open menu when the window becomes wide, as it would overlap the row.
    const desktop = window.matchMedia(DESKTOP);
    const close = () => hide(menu.current);
    desktop.addEventListener('change', close);
    return () => desktop.removeEventListener('change', close);
  }, []);
  return (
    <header data-bar className={styles['header']}>
      <div className={styles['brand']}>
        <Sign live={live} />
        {brand}
      </div>
      <div className={styles['opener']}>
        <IconButton label={m.uiMenu()} icon={<MenuIcon />} popoverTarget={id} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- closes after its links were used, by key or pointer */}
      <div ref={menu} id={id} popover="auto" className={styles['menu']} onClick={closeMenu}>
        <nav aria-label={m.uiMain()}>
          <Links>{nav}</Links>
        </nav>
        <div className={styles['account']}>
          {language}
          {account}
        </div>
      </div>
    </header>
  );
}

export interface SidebarProps extends NavProps {
  /** E.g. 'Admin'. */
  readonly label: string;
  /** Leaves room for the sidebar while it is empty. */
  readonly waiting?: boolean | undefined;
  /** The path of the current page. */
  readonly at: string;
}

/** The producer's navigation: a column on a desktop, a row under the header on a phone. */
export function Sidebar({ label, waiting = false, at, children }: SidebarProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the row scrolls sideways: the current link is brought to its middle.
    const row = nav.current?.firstElementChild;
    const links = [...(row?.querySelectorAll('a') ?? [])];
    const link = links.find((each) => each.pathname === at)?.getBoundingClientRect();
    if (!row || !link) return;
    const { left, width } = row.getBoundingClientRect();
    row.scrollLeft += link.left + link.width / 2 - left - width / 2;
  }, [at]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className={styles['sidebar']}
      data-waiting={waiting || undefined}
    >
      <Links>{children}</Links>
    </nav>
  );
}

/** One link per child. */
export function Footer({ children }: NavProps) {
  return (
    <footer className={styles['footer']}>
      <nav aria-label={m.uiHelp()}>
        <Links>{children}</Links>
      </nav>
    </footer>
  );
}

export interface AppShellProps {
  readonly header: ReactNode;
  readonly sidebar?: ReactNode;
  readonly footer: ReactNode;
  /** The bar that producers see while a show is live. With it, the header stays in place while scrolling. */
  readonly live?: ReactNode;
  /** A `ConnectionStrip`, shown under the header, on a phone at the bottom. */
  readonly strip?: ReactNode;
  /** A `Banner` or `LiveRegion`, mounted for the life of the page. */
  readonly announcements?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every screen: skip link, header, sidebar for admins, `main`, footer. */
export function AppShell(props: AppShellProps) {
  const { header, live, sidebar, footer, strip, announcements, children } = props;
  const [dialogs, setDialogs] = useState<readonly HTMLElement[]>([]);
  const enter = useCallback((dialog: HTMLElement) => {
    setDialogs((open) => [...open, dialog]);
    return () => setDialogs((open) => open.filter((each) => each !== dialog));
  }, []);
  const dialog = dialogs.at(-1);
  return (
    <div className={styles['shell']}>
      <a href="#main" className={styles['skip']}>
        {m.uiSkipContent()}
      </a>
      <div className={styles['top']}>
        {header}
        {live !== undefined && (
          <div className={styles['live']} data-live-bar="">
            {live}
          </div>
        )}
        {strip}
      </div>
      <div className={sidebar === undefined ? styles['plain'] : styles['withSidebar']}>
        {sidebar}
        <main id="main" tabIndex={-1}>
          <OpenDialogs value={enter}>{children}</OpenDialogs>
        </main>
      </div>
      {footer}
      {/* Inside an open modal dialog, as it hides everything outside it, also from screen readers. */}
      {dialog === undefined ? announcements : createPortal(announcements, dialog)}
    </div>
  );
}
