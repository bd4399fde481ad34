import { m } from 'messages';
import { useSelector } from '@xstate/react';
import {
  type AuthActor,
  selectBusy,
  selectIsRedirecting,
  selectMessage,
  selectVerification,
} from '#machines/account/auth.ts';
import { textIn } from '#src/bindings/form.ts';
import { useAuth } from '#src/bindings/runtime.tsx';
import { standaloneLink } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { FormCard } from '#src/components/form-card.tsx';
import { Cluster, Page } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { useGivenEmail } from './given-email.ts';
import { VerificationPanel } from './verification-panel.tsx';

export default function LoginView() {
  return <LoginScreen auth={useAuth()} />;
}

export function LoginScreen({ auth }: { readonly auth: AuthActor }) {
  const given = useGivenEmail();
  const message = useSelector(auth, selectMessage) ?? undefined;
  const isArriving = useSelector(auth, selectIsRedirecting);
  const busy = useSelector(auth, selectBusy) || isArriving;
  const verification = useSelector(auth, selectVerification, isSamePanel);
  return (
    <Page title={m.loginLogin()} lead={m.loginLogPlay()} width="narrow">
      <FormCard
        label={m.loginLogin()}
        submit={m.loginLogin()}
        submitting={m.loginLogging()}
        busy={busy}
        error={busy ? undefined : message}
        success={isArriving ? m.loginYoureLogged() : undefined}
        onEdit={() => auth.send({ type: 'login.edited' })}
        onSubmit={(data) =>
          auth.send({
            type: 'login.submit',
            email: textIn(data, 'email'),
            password: textIn(data, 'password'),
          })
        }
      >
        <TextField
          label={m.commonEmail()}
          name="email"
          type="email"
          defaultValue={given}
          autoComplete="username"
          required
        />
        <PasswordField
          label={m.commonPassword()}
          name="password"
          autoComplete="current-password"
          required
        />
      </FormCard>
      {verification !== null && (
        // The key gives each login attempt a resend form of its own.
        <VerificationPanel key={verification.resend.sessionId} {...verification} />
      )}
      <Cluster spread>
        <Link to="/forgot-password" className={standaloneLink}>
          {m.loginForgotPassword()}
        </Link>
        <Link to="/join" className={standaloneLink}>
          {m.loginJoinWithCode()}
        </Link>
        <Link to="/register" className={standaloneLink}>
          {m.loginRegister()}
        </Link>
      </Cluster>
    </Page>
  );
}

type Panel = ReturnType<typeof selectVerification>;
const isSamePanel = (a: Panel, b: Panel): boolean =>
  a?.resend === b?.resend && a?.email === b?.email && a?.sent === b?.sent;
