import { m } from 'messages';
import { useState } from 'react';
import type { Brand } from '#machines/contract/brand.ts';
import { PASSWORD_MIN } from '#machines/contract/limits.ts';
import type { User } from '#machines/contract/entities.ts';
import type { ProfileValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { isGuest, roleName } from '#machines/contract/audience.ts';
import { GuestProfile } from './guest.tsx';
import { useFocusFirst, usePersonalCode } from './hook.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { useProfileForm } from '#src/bindings/forms.ts';
import { useBrand, useSignedIn } from '#src/bindings/runtime.tsx';
import { Address } from '#src/components/address.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { TextField } from '#src/components/field.tsx';
import { Actions, Form } from '#src/components/form.tsx';
import { Page } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import styles from './profile.module.css';

export default function ProfileView() {
  const user = useSignedIn();
  const code = usePersonalCode();
  return isGuest(user) ? <GuestProfile user={user} code={code} /> : <Account user={user} />;
}

const Account = ({ user }: { readonly user: User }) => (
  <ProfileScreen form={useProfileForm()} user={user} brand={useBrand()} />
);

export interface ProfileScreenProps {
  readonly form: SubmissionActor<ProfileValues>;
  readonly user: User;
  readonly brand: Brand;
}

export function ProfileScreen({ form, user, brand }: ProfileScreenProps) {
  const { done, message } = useForm(form, []);
  const [wantsEdit, setWantsEdit] = useState(false);
  const isEditing = wantsEdit && !done;
  const part = useFocusFirst<HTMLDivElement>(isEditing);
  return (
    <Page title={m.profileProfile()} width="narrow">
      <Spoken>{done && <Note tone="ok">{message}</Note>}</Spoken>
      <div ref={part}>
        {isEditing ? (
          <Edit
            form={form}
            user={user}
            onCancel={() => {
              form.send({ type: 'form.edited' });
              setWantsEdit(false);
            }}
          />
        ) : (
          <Card
            actions={
              <Button
                tone="primary"
                onClick={() => {
                  form.send({ type: 'form.again' });
                  setWantsEdit(true);
                }}
              >
                {m.profileEditProfile()}
              </Button>
            }
          >
            <dl className={styles['facts']}>
              <dt>{m.commonName()}</dt>
              <dd dir="auto" translate="no">
                {user.name}
              </dd>
              <dt>{m.commonEmail()}</dt>
              <dd>
                <Address>{user.email}</Address>
              </dd>
              <dt>{m.profileRole()}</dt>
              <dd>{roleName(user.role_id, brand)}</dd>
            </dl>
          </Card>
        )}
      </div>
      <Note>{m.profileYourNameAppearsLeaderboards()}</Note>
    </Page>
  );
}

interface EditProps {
  readonly form: SubmissionActor<ProfileValues>;
  readonly user: User;
  readonly onCancel: () => void;
}

function Edit({ form, user, onCancel }: EditProps) {
  const { busy, errors, error } = useForm(form, ['name', 'email', 'password', 'confirmation']);
  return (
    <Card>
      <Form
        label={m.profileProfile()}
        busy={busy}
        error={error}
        onEdit={(field) => form.send({ type: 'form.edited', field })}
        onSubmit={(data) =>
          form.send({
            type: 'form.submit',
            values: {
              name: textIn(data, 'name'),
              email: textIn(data, 'email'),
              password: textIn(data, 'password'),
              confirmation: textIn(data, 'confirmation'),
            },
          })
        }
      >
        <TextField
          label={m.commonName()}
          name="name"
          defaultValue={user.name}
          error={errors.name}
          autoComplete="nickname"
          required
        />
        <TextField
          label={m.commonEmail()}
          name="email"
          type="email"
          hint={m.profileWellEmailLinkYour()}
          defaultValue={user.email}
          error={errors.email}
          autoComplete="email"
          required
        />
        <PasswordField
          label={m.profileNewPasswordOptional()}
          name="password"
          hint={m.profileLeastCharactersLeaveEmpty({ passwordMin: PASSWORD_MIN })}
          error={errors.password}
          autoComplete="new-password"
        />
        <PasswordField
          label={m.profileConfirmNewPassword()}
          name="confirmation"
          error={errors.confirmation}
          autoComplete="new-password"
        />
        <Actions>
          <Button type="submit" tone="primary" busy={busy}>
            {busy ? m.profileSaving() : m.profileSaveChanges()}
          </Button>
          <Button disabled={busy} onClick={onCancel}>
            {m.commonCancel()}
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
