import { toApiError } from '@propsight/shared/client'

/** Replaces the browser's error text when the server did not answer. */
export const NO_ANSWER = 'The server did not answer. Try again.'
/** Fallback when the auth provider gives no message (A2). */
export const LOGIN_FAILED = 'Failed to start login'
/** A used, expired or invalid link of a mail (A7). The provider's own words. */
export const LINK_EXPIRED = 'Email link is invalid or has expired'
/** Second change of the e-mail within the limit (A12). */
export const ONCE_PER_MONTH = 'Email can only be changed once per month'

/**
 * Texts by `error_code`. The texts of the URL itself are never shown, because any site can craft a link:
 * `error_description` could tell visitors to call a telephone number.
 */
export const LINK_TEXTS: Record<string, string> = {
  otp_expired: LINK_EXPIRED,
  flow_state_expired: LINK_EXPIRED,
  flow_state_not_found: LINK_EXPIRED,
  email_change_limited: ONCE_PER_MONTH,
  self_excluded: 'You excluded yourself. Sign-in stays closed until the exclusion ends.',
  user_not_found: 'This account was deleted.',
  address_refused: 'This address cannot be used',
  address_released: 'This address is free again. Sign up with an access code.',
  over_request_rate_limit: 'Too many attempts. Wait a few minutes and try again.',
}

/** Refusal of the token hook, which a hosted project passes on without a code of its own. */
const EXCLUDED = /^You excluded yourself until [A-Z][a-z]{2,8} \d{1,2}, \d{4}\.$/

/**
 * Our text for an error of the provider about a mailed link.
 * @param message the provider's text; shown only if it is the refusal of an excluded user
 */
export const linkErrorText = (
  errorCode: string | null | undefined,
  message: string | null | undefined,
): string => {
  if (message && EXCLUDED.test(message)) return message
  return (errorCode && Object.hasOwn(LINK_TEXTS, errorCode) && LINK_TEXTS[errorCode]) || LOGIN_FAILED
}

/** The provider waits for the other mailbox of an e-mail change. */
export const OTHER_MAILBOX = 'Confirmed. Open the link in the mail to your other address, too.'

/** Error text for the user about a failed request. */
export function errorText(thrown: unknown): string {
  const error = toApiError(thrown)
  return error.code === 'CONNECTION_ERROR' ? NO_ANSWER : error.message
}
