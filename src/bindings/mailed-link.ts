import { useEffect, useState } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';

const tokenLinkSchema = z.object({ token: z._default(z.string(), '') });
const verificationLinkSchema = z.object({
  email: z._default(z.nullable(z.string()), null),
  hash: z._default(z.nullable(z.string()), null),
});
const storedSchema = z.object({ link: z.record(z.string(), z.unknown()) });

/** The token of a reset link, from its path or query; empty if it has none. */
export const useResetLink = (): z.infer<typeof tokenLinkSchema> =>
  useMailedLink(tokenLinkSchema, '/reset-password');

/** The token of a link that cancels a change of address; empty if it has none. */
export const useCancelEmailChangeLink = (): z.infer<typeof tokenLinkSchema> =>
  useMailedLink(tokenLinkSchema, '/cancel-email-change');

/** Address and hash of a verification link; null for missing parts. */
export const useVerificationLink = (): z.infer<typeof verificationLinkSchema> =>
  useMailedLink(verificationLinkSchema, '/verify-email');

/**
 * Reads a mailed link's secrets and moves them from the URL to the state of the history entry (threat 54), so that they
 * survive reloads but do not appear in logs and referrers. `path`: the URL without them.
 */
function useMailedLink<Link extends object>(schema: z.ZodMiniType<Link>, path: string): Link {
  const params = useMatch(`${path}/:token`)?.params;
  const { pathname, search: query, state } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() =>
    schema.parse({
      ...storedSchema.safeParse(state).data?.link,
      // Some mail programs escape `&` in links as HTML does.
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
