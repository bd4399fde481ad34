import { m } from 'messages';
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
  return plain === '' ? m.mailUnnamedShow() : m.mailShow({ plain });
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
        known === '' ? m.mailHello() : m.mailHelloName({ known }),
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
        m.mailVerifyYourEmailAddress({ name: brand.name }),
        null,
        m.mailWelcomePleaseVerifyYour({ name: brand.name }),
        verifyLink(email, secret),
        m.mailLinkWorks24Hours(),
      ),
    verifyAgain: ({ email, secret }) =>
      letter(
        m.mailVerifyYourEmailAddress({ name: brand.name }),
        null,
        m.mailAddressWasUsedAgain({ name: brand.name }),
        verifyLink(email, secret),
        m.mailLinkWorks24HoursLink(),
        m.mailNotYouPleaseDont({ forgotLink }),
      ),
    verifySignedIn: ({ email, secret }) =>
      letter(
        m.mailVerifyYourEmailAddress({ name: brand.name }),
        null,
        m.mailSomeoneHasJustLogged({ name: brand.name }),
        verifyLink(email, secret),
        m.mailLinkWorksOneDay(),
        m.mailIfYouHaventJust({ appUrl }),
      ),
    registerAgain: () =>
      letter(
        m.mailPleaseRegisterAgain({ name: brand.name }),
        null,
        m.mailYouAskedAnotherLink({ name: brand.name }),
        `${appUrl}/register`,
        m.mailThenOpenLinkEmail(),
      ),
    alreadyRegistered: (to) =>
      letter(
        m.mailYouAlreadyHaveAccount({ name: brand.name }),
        to,
        m.mailAddressWasUsedRegister({ name: brand.name }),
        m.mailLogLogin({ appUrl }),
        m.mailForgotYourPasswordChoose({ forgotLink }),
        m.mailNotYouJustIgnore(),
      ),
    reset: ({ secret, ...to }) =>
      letter(
        m.mailChooseNewPassword({ name: brand.name }),
        to,
        m.mailChooseNewPasswordWith(),
        resetLink(secret),
        m.mailLinkWorksOneHour(),
      ),
    passwordChanged: (to) =>
      letter(
        m.mailYourPasswordWasChanged({ name: brand.name }),
        to,
        m.mailYourPasswordHasJust(),
        m.mailWasntYouChooseNew({ forgotLink }),
      ),
    confirmAddress: ({ email, secret }) =>
      letter(
        m.mailConfirmYourNewEmail({ name: brand.name }),
        null,
        m.mailPleaseConfirmAsNew({ name: brand.name }),
        verifyLink(email, secret),
        m.mailLinkWorks24HoursUntil(),
      ),
    addressInUse: () =>
      letter(
        m.mailAddressAlreadyUse({ name: brand.name }),
        null,
        m.mailSomeoneTriedUseAddress({ name: brand.name }),
        m.mailNotYouJustIgnore(),
      ),
    addressChanging: ({ secret, ...to }) =>
      letter(
        m.mailYourEmailAddressBeing({ name: brand.name }),
        to,
        m.mailNewEmailAddressWas(),
        m.mailNotYouTakeYour(),
        `${appUrl}/cancel-email-change/${secret}`,
        m.mailLinkWorks7Days(),
      ),
    producing: (to, title) =>
      letter(
        m.mailYouCanNowRun({ name: brand.name }),
        to,
        m.mailAdminMadeYouProducer({ titleIn: titleInText(title) }),
        `${appUrl}/control`,
        m.mailDidntExpectJustIgnore(),
      ),
    invitedToProduce: (title) =>
      letter(
        m.mailYoureInvitedRunShow({ name: brand.name }),
        null,
        m.mailAdminInvitesYouProducer({ titleIn: titleInText(title) }),
        `${appUrl}/register`,
        m.mailDidntExpectJustIgnore(),
      ),
    takenBack: ({ secret, ...to }) =>
      letter(
        m.mailChooseNewPassword({ name: brand.name }),
        to,
        m.mailYourAccountBackAddress(),
        resetLink(secret),
        m.mailLinkWorksOnce60Minutes({ forgotLink }),
      ),
  };
}
