import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import * as z from 'zod/mini';

const tokenLinkSchema = z.object({ token: z._default(z.string(), '') });
const verificationLinkSchema = z.object({
  email: z._default(z.nullable(z.string()), null),
  hash: z._default(z.nullable(z.string()), null),
});
const storedSchema = z.object({ link: z.record(z.string(), z.unknown()) });

/** The token of a reset link, from its path or its query; empty when it has none. */
export const useResetLink = (): z.infer<typeof tokenLinkSchema> =>
  useMailedLink(tokenLinkSchema, '/reset-password');

/** The token of the link that takes an account back; empty when it has none. */
export const useCancelEmailChangeLink = (): z.infer<typeof tokenLinkSchema> =>
  useMailedLink(tokenLinkSchema, '/cancel-email-change');

/** Address and hash of a verification link, null where it has none. */
export const useVerificationLink = (): z.infer<typeof verificationLinkSchema> =>
  useMailedLink(verificationLinkSchema, '/verify-email');

/**
 * What a mailed link carries. It leaves the address for the history entry's own state (threat 54): a
 * reload still has it, no log, referrer or glance does. `path`: the address without it.
 */
function useMailedLink<Link extends object>(schema: z.ZodMiniType<Link>, path: string): Link {
  const params = useParams();
  const { pathname, search: query, state } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() =>
    schema.parse({
      ...storedSchema.safeParse(state).data?.link,
      // Some mail programs show a link as HTML writes it.
      ...Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&'))),
      ...params,
    }),
  );

  const isBare = pathname === path && query === '';
  useEffect(() => {
    if (!isBare) void navigate(path, { replace: true, state: { link } });
  }, [isBare, path, link, navigate]);
  return link;
}
