import type { Brand } from '#machines/contract/brand.ts';

/** A text mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export interface MailTexts {
  verify(to: { name: string; email: string; secret: string }): MailText;
  /** Somebody registered with an address that waits for its verification already. */
  verifyAgain(to: { name: string; email: string; secret: string }): MailText;
  /** Somebody registered with the address of an account. */
  alreadyRegistered(to: { name: string }): MailText;
  reset(to: { name: string; secret: string }): MailText;
  passwordChanged(to: { name: string }): MailText;
  /** To the new address. */
  confirmAddress(to: { name: string; email: string; secret: string }): MailText;
  /** To the new address, when it has an account of its own. */
  addressInUse(): MailText;
  /** To the old address. */
  addressChanging(to: { name: string; email: string }): MailText;
}

/**
 * A name as a mail may carry it: without anything that a mail program would make a link of, because
 * whoever registers chooses the name and the recipient.
 */
export const plainName = (name: string): string =>
  name
    .replaceAll(/[a-z][a-z\d+.-]*:\/\/\S*/gi, '')
    .replaceAll(/\S*(?:www\.|@)\S*/gi, '')
    .replaceAll(/[^\s/]+\.[\p{L}\d-]{2,}\S*/gu, '')
    .replaceAll(/[<>[\]()"\\/]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Every mail of the product. Links begin with the configured public address and nothing else. */
export function mailTexts(brand: Brand, appUrl: string): MailTexts {
  const letter = (subject: string, name: string, ...paragraphs: readonly string[]): MailText => {
    const known = plainName(name);
    return {
      subject,
      text: [
        known === '' ? 'Hello,' : `Hello ${known},`,
        ...paragraphs,
        `${brand.name}\n${appUrl}`,
      ].join('\n\n'),
    };
  };
  const verifyLink = (email: string, secret: string): string =>
    `${appUrl}/verify-email?${new URLSearchParams({ email, hash: secret }).toString()}`;
  const forgotLink = `${appUrl}/forgot-password`;

  return {
    verify: ({ name, email, secret }) =>
      letter(
        `Verify your email address for ${brand.name}`,
        name,
        `Welcome to ${brand.name}. Please verify your email address with this link:`,
        verifyLink(email, secret),
        'The link works for 24 hours. If you did not register, you need not do anything.',
      ),
    verifyAgain: ({ name, email, secret }) =>
      letter(
        `Verify your email address for ${brand.name}`,
        name,
        `This address was entered again to register for ${brand.name}. The account exists already and keeps the password it was first made with; it only waits for this link:`,
        verifyLink(email, secret),
        `The link works for 24 hours. If you do not remember the password, choose a new one at ${forgotLink}`,
        'If this was not you, you need not do anything.',
      ),
    alreadyRegistered: ({ name }) =>
      letter(
        `You already have an account at ${brand.name}`,
        name,
        `This address was entered to register for ${brand.name}, but it has an account already. Nothing has been changed.`,
        `Sign in at ${appUrl}/login`,
        `If you do not remember the password, choose a new one at ${forgotLink}`,
        'If this was not you, you need not do anything.',
      ),
    reset: ({ name, secret }) =>
      letter(
        `Choose a new password for ${brand.name}`,
        name,
        'You can choose a new password with this link:',
        `${appUrl}/reset-password/${secret}`,
        'The link works once and for 60 minutes. If you did not ask for it, you need not do anything: your password stays as it is.',
      ),
    passwordChanged: ({ name }) =>
      letter(
        `Your password for ${brand.name} was changed`,
        name,
        'Your password has just been changed, and other devices have been signed out.',
        `If this was not you, choose a new password at once: ${forgotLink}`,
      ),
    confirmAddress: ({ name, email, secret }) =>
      letter(
        `Confirm your new email address for ${brand.name}`,
        name,
        `Please confirm this address as the new one of your account at ${brand.name}:`,
        verifyLink(email, secret),
        'The link works for 24 hours. Until then your old address stays in use. If this was not you, you need not do anything.',
      ),
    addressInUse: () =>
      letter(
        `This address is already in use at ${brand.name}`,
        '',
        `Somebody wanted to use this address for another account at ${brand.name}. It belongs to your account already, so nothing has been changed.`,
        'If this was not you, you need not do anything.',
      ),
    addressChanging: ({ name, email }) =>
      letter(
        `Your email address at ${brand.name} is being changed`,
        name,
        `A new email address was entered for your account: ${hidden(email)}. It will be used once it has been confirmed.`,
        `If this was not you, choose a new password at once: ${forgotLink}`,
      ),
  };
}

/** `somebody@example.org` as `s***@example.org`: enough to recognise one's own. */
const hidden = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');
