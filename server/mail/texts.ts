import type { Brand } from '#machines/contract/brand.ts';

/** The content of a mail, as plain text. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/**
 * The recipient. The name is used only if the address is verified, because anybody can register any name with any
 * address.
 */
interface Addressee {
  readonly name: string;
  readonly isVerified: boolean;
}

export interface MailTexts {
  verify(to: { email: string; secret: string }): MailText;
  /** The address was registered again while its verification is pending. */
  verifyAgain(to: { email: string; secret: string }): MailText;
  /** One of several people who registered the address has signed in. */
  verifySignedIn(to: { email: string; secret: string }): MailText;
  /** Another link was requested for an address with several registrations. */
  registerAgain(): MailText;
  /** The address of an existing account was registered. */
  alreadyRegistered(to: Addressee): MailText;
  reset(to: Addressee & { secret: string }): MailText;
  passwordChanged(to: Addressee): MailText;
  /** Sent to the new address. */
  confirmAddress(to: { email: string; secret: string }): MailText;
  /** Sent to the new address if it has an account of its own. */
  addressInUse(): MailText;
  /** Sent to the old address. */
  addressChanging(to: Addressee & { secret: string }): MailText;
  /** An admin lets the owner of an account run one show. */
  producing(to: Addressee, title: string): MailText;
  /** An admin lets a person without an account run one show. */
  invitedToProduce(title: string): MailText;
  /** Sent to the old address after the account was given back. */
  takenBack(to: Addressee & { secret: string }): MailText;
}

/** Matches the characters of a word in a name, including the joiners that the spelling of some languages needs. */
const OF_A_WORD = /^(?:[\p{L}\p{M}\p{Nd}'’-]|\u200c|\u200d)+$/u;

/**
 * Whether a word contains no character that a mail program could read as part of a link, under any Unicode
 * normalisation.
 */
const isPlain = (word: string): boolean => {
  const stem = word.endsWith('.') ? word.slice(0, -1) : word;
  return stem !== '' && Array.from(stem).every((sign) => OF_A_WORD.test(sign.normalize('NFKC')));
};

/**
 * Returns a name that is safe in a mail: without anything that mail programs turn into links, because the recipient may
 * not have chosen it. An unsafe word is removed as a whole: without its odd characters, the rest could form a link.
 */
export const plainName = (name: string): string => name.split(/\s+/u).filter(isPlain).join(' ');

/** A show's title as a mail quotes it. */
const titleInText = (title: string): string => {
  const plain = plainName(title);
  return plain === '' ? 'a show' : `the show "${plain}"`;
};

/** All mails of the product. Links start with the configured public address only. */
export function mailTexts(brand: Brand, appUrl: string): MailTexts {
  const letter = (
    subject: string,
    to: Addressee | null,
    ...paragraphs: readonly string[]
  ): MailText => {
    const known = to?.isVerified === true ? plainName(to.name) : '';
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
  const resetLink = (secret: string): string => `${appUrl}/reset-password/${secret}`;
  const forgotLink = `${appUrl}/forgot-password`;

  return {
    verify: ({ email, secret }) =>
      letter(
        `Verify your email address for ${brand.name}`,
        null,
        `Welcome to ${brand.name}. Please verify your email address with this link:`,
        verifyLink(email, secret),
        "The link works for 24 hours. If you didn't register, please don't open it: someone else may have used your address.",
      ),
    verifyAgain: ({ email, secret }) =>
      letter(
        `Verify your email address for ${brand.name}`,
        null,
        `This address was used again to register for ${brand.name}. Open this link to verify it, with the password entered this time:`,
        verifyLink(email, secret),
        'The link works for 24 hours. A link in an earlier email goes with the password entered then. The first link you open counts.',
        `Not you? Please don't open the link: someone else may have used your address. You can always choose a new password at ${forgotLink}`,
      ),
    verifySignedIn: ({ email, secret }) =>
      letter(
        `Verify your email address for ${brand.name}`,
        null,
        `Someone has just logged in to ${brand.name} with this address, which was used to register more than once. Open this link to verify it, with the password of that login:`,
        verifyLink(email, secret),
        'The link works for 24 hours.',
        `If you haven't just logged in, please don't open the link: someone else may have used your address. Choose your own password at ${appUrl}/register`,
      ),
    registerAgain: () =>
      letter(
        `Please register again for ${brand.name}`,
        null,
        `You asked for another link to verify your email address. It was used to register for ${brand.name} more than once, perhaps not only by you. Please register again with the password you want:`,
        `${appUrl}/register`,
        'Then open the link in the email we send you. Not you? Just ignore this email.',
      ),
    alreadyRegistered: (to) =>
      letter(
        `You already have an account at ${brand.name}`,
        to,
        `This address was used to register for ${brand.name}, but you already have an account. Nothing has changed.`,
        `Log in at ${appUrl}/login`,
        `Forgot your password? Choose a new one at ${forgotLink}`,
        'Not you? Just ignore this email.',
      ),
    reset: ({ secret, ...to }) =>
      letter(
        `Choose a new password for ${brand.name}`,
        to,
        'Choose a new password with this link:',
        resetLink(secret),
        "The link works once, for 60 minutes. Didn't ask for it? Just ignore this email: your password stays the same.",
      ),
    passwordChanged: (to) =>
      letter(
        `Your password for ${brand.name} was changed`,
        to,
        'Your password has just been changed, and your other devices are logged out.',
        `Wasn't you? Choose a new password right away: ${forgotLink}`,
      ),
    confirmAddress: ({ email, secret }) =>
      letter(
        `Confirm your new email address for ${brand.name}`,
        null,
        `Please confirm this as the new address of your account at ${brand.name}:`,
        verifyLink(email, secret),
        'The link works for 24 hours. Until then your old address stays in use. Not you? Just ignore this email.',
      ),
    addressInUse: () =>
      letter(
        `This address is already in use at ${brand.name}`,
        null,
        `Someone tried to use this address for another account at ${brand.name}. It already belongs to your account, so nothing has changed.`,
        'Not you? Just ignore this email.',
      ),
    addressChanging: ({ secret, ...to }) =>
      letter(
        `Your email address at ${brand.name} is being changed`,
        to,
        "A new email address was entered for your account. It takes effect once it's confirmed.",
        'Not you? Take your account back with this link:',
        `${appUrl}/cancel-email-change/${secret}`,
        "The link works for 7 days, even after the new address is confirmed. It keeps your account on this address and logs out all devices, and you choose a new password. Was it you? Then there's nothing to do.",
      ),
    producing: (to, title) =>
      letter(
        `You can now run a show at ${brand.name}`,
        to,
        `An admin made you a producer of ${titleInText(title)}. You can run this show and no other. Log in and open the control room:`,
        `${appUrl}/control`,
        "Didn't expect this? Just ignore this email.",
      ),
    invitedToProduce: (title) =>
      letter(
        `You're invited to run a show at ${brand.name}`,
        null,
        `An admin invites you to be a producer of ${titleInText(title)}. Register with this address and a password of your own, and you can run this show:`,
        `${appUrl}/register`,
        "Didn't expect this? Just ignore this email.",
      ),
    takenBack: ({ secret, ...to }) =>
      letter(
        `Choose a new password for ${brand.name}`,
        to,
        'Your account is back on this address, and all devices are logged out. The old password no longer works. Choose a new one with this link:',
        resetLink(secret),
        `The link works once, for 60 minutes. After that, ask for a new one at ${forgotLink}`,
      ),
  };
}
