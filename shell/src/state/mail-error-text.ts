import { LINK_TEXTS, LOGIN_FAILED } from './error-text.ts'

// Texts of the screens that open links and codes of mails. They are loaded with those screens.

/** A link of another account than the one that is signed in. */
export const OTHER_ACCOUNT =
  'That link belongs to another account, so nothing changed. Sign out before you open it.'
/** The same after the link has been used up. */
export const OTHER_ACCOUNT_USED =
  'That link belongs to another account and is used up now. Sign out and ask for a new mail to open that account.'
/** A wrong, used or expired code of a mail. */
const CODE_EXPIRED = 'This code is wrong or has expired. Check it, or ask for a new mail.'

/** Our text for an error of the provider about a mailed code; its own text for an unknown one. */
export function codeErrorText({ code, message }: { code?: string | undefined; message: string }): string {
  if (code === 'otp_expired') return CODE_EXPIRED
  return (code && Object.hasOwn(LINK_TEXTS, code) && LINK_TEXTS[code]) || message || LOGIN_FAILED
}
