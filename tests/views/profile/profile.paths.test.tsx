import { screen } from '@testing-library/react';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { profileForm } from '#machines/account/forms.ts';
import { ProfileScreen } from '#src/screens/profile/profile.tsx';
import { describeForm } from '#tests/support/form-paths.tsx';
import { fill } from '#tests/support/screens.tsx';

const ann = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 } as const;
const good = { name: 'Anna', email: ann.email, password: '', confirmation: '' };

describeForm('profile', {
  machine: profileForm,
  screen: (form) => <ProfileScreen form={form} user={ann} brand={DEFAULT_BRAND} />,
  open: (user) => user.click(screen.getByRole('button', { name: 'Edit Profile' })),
  good,
  bad: { ...good, password: 'violet42' },
  value: 'Please confirm the new address.',
  submit: async (user, { name, email, password, confirmation }) => {
    await fill(user, {
      Name: name,
      Email: email,
      'New password (optional)': password,
      'Confirm new password': confirmation,
    });
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  },
  edit: (user) => user.type(screen.getByLabelText(/^New password/), 'a'),
  leads: false,
  again: (user) => user.click(screen.getByRole('button', { name: 'Edit Profile' })),
  faces: {
    editing: { heading: 'Profile', buttons: ['Save Changes', 'Cancel'], success: '' },
    submitting: { heading: 'Profile', buttons: ['Saving…', 'Cancel'], success: '' },
    succeeded: {
      heading: 'Profile',
      buttons: ['Edit Profile'],
      success: 'Please confirm the new address.',
    },
  },
});
