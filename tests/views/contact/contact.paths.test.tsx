import { screen } from '@testing-library/react';
import { contactForm } from '#machines/account/forms.ts';
import { ContactScreen } from '#src/screens/contact/contact.tsx';
import { describeForm } from '#tests/support/form-paths.tsx';
import { fill } from '#tests/support/screens.tsx';

const good = { name: 'Ann', email: 'ann@example.org', subject: 'bug-report', message: 'Hello!' };

describeForm('contact [R3.contact-name R3.contact-email R3.contact-message]', {
  isWhole: true,
  machine: contactForm,
  screen: (form) => <ContactScreen form={form} user={null} />,
  good,
  bad: { ...good, message: '' },
  value: null,
  submit: async (user, { name, email, subject, message }) => {
    await fill(user, { Name: name, Email: email, Message: message });
    await user.selectOptions(screen.getByLabelText('Subject'), subject);
    await user.click(screen.getByRole('button', { name: 'Send Message' }));
  },
  edit: (user) => user.type(screen.getByLabelText('Message'), '!'),
  leads: false,
  again: (user) => user.click(screen.getByRole('button', { name: 'Write Another' })),
  faces: {
    editing: { heading: 'Contact', buttons: ['Send Message'], success: '' },
    submitting: { heading: 'Contact', buttons: ['Sending…'], success: '' },
    succeeded: {
      heading: 'Message Sent',
      buttons: ['Write Another'],
      success: 'Thank you for your message!',
    },
  },
});
