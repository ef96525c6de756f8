import { isApiError, SERVER_ERROR_MESSAGE } from '@propsight/shared/client'
import { STORAGE } from '../../config/storage-keys.ts'
import { LOGIN_FAILED, NO_ANSWER } from '../../state/error-text.ts'
import { FIRST_PROOF, isFirstProof } from '../../state/first-proof.ts'
import { codeErrorText } from '../../state/mail-error-text.ts'
import { checkPassword, requestPasswordReset } from '../../state/password.ts'
import { normalizeEmail, redeemPendingCode } from '../../state/pending-code.ts'
import { recordLinkRequest, takeLinkRequest } from '../../state/requested-link.ts'
import { isPersistent, tabStorage } from '../../state/safe-storage.ts'
import type { Services } from '../../state/services.ts'
import { signOutHere } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { type EmailStatus, fetchEmailStatus, forgetReservation, reserveAccess } from './access-code.ts'

/** Minimum age at sign-up, years (A3). */
export const MINIMUM_AGE_YEARS = 21
const YEAR_MS = 365.25 * 86_400_000

/**
 * Age in years: elapsed time divided by 365.25 days (A3). NaN for an invalid date.
 * @param dateOfBirth `YYYY-MM-DD`
 */
export const ageInYears = (dateOfBirth: string, now: Date): number =>
  (now.getTime() - Date.parse(dateOfBirth)) / YEAR_MS

/** An error text for the login screen (rows A2 to A8), and the field it belongs to. */
export class SignInError extends Error {
  override name = 'SignInError'
  readonly field: SignInField | null

  constructor(message: string, field: SignInField | null = null) {
    super(message)
    this.field = field
  }
}

export type SignInField = 'email' | 'password' | 'confirm' | 'dateOfBirth' | 'region' | 'code' | 'mailCode'

export interface SignUpForm {
  email: string
  password: string
  confirm: string
  dateOfBirth: string
  /** ISO 3166 code; empty unless the operator has closed some regions. */
  region: string
  code: string
}

/** Dependencies of the actions, with defaults. */
export interface SignUpDependencies {
  now?: Date
  /** Reads whether an e-mail has an account and needs a code. The default always asks the server. */
  getEmailStatus?: (email: string) => Promise<EmailStatus>
}

const CODE_REQUIRED = 'Access code required for new accounts'

/** A hosted project answers such a sign-up like any other and sends no mail. */
const EMAIL_TAKEN = 'This email has an account already. Sign in, or ask for a sign-in link.'

const CODE_REFUSED = 'Invalid or already used access code'

const TOO_MANY_CHECKS =
  'Too many e-mails were checked from your network this hour, so it is not known whether you have an account. Sign in with your password, or try again later.'

const failIf = (error: { message?: string } | null): void => {
  if (error) throw new SignInError(error.message || LOGIN_FAILED)
}

/**
 * Requires that the e-mail's status is known before a user is asked for an access code: it may be a known user.
 * @throws SignInError with the reason why the status is not known
 */
function requireStatus({ failure }: EmailStatus): void {
  if (failure === undefined) return
  const isLimited = isApiError(failure) && failure.code === 'RATE_LIMITED'
  throw new SignInError(isLimited ? TOO_MANY_CHECKS : reservationText(failure))
}

/**
 * Signs in with a password and redeems a pending access code (A2, A5).
 * @throws SignInError with the provider's message, else 'Failed to start login'; ApiError when the code is
 *   refused
 */
export async function signIn(
  services: Services,
  form: Pick<SignUpForm, 'email' | 'password'>,
): Promise<void> {
  const email = normalizeEmail(form.email)
  const { error } = await services.supabase.auth.signInWithPassword({ email, password: form.password })
  failIf(error)
  await redeemPendingCode(services, email)
}

/** Kinds of mailed codes of the login screen: of a sign-in or sign-up, or of a forgotten password. */
export type MailCodeType = 'email' | 'recovery'

/**
 * Signs in with the code of a mail, which works in any browser, and redeems a pending access code. A failed
 * redemption signs out, as after a link (A6). The first proof of the mailbox leaves its notice for the page after it.
 * @throws SignInError for a refused code, ApiError when the access code is refused
 */
export async function signInByCode(
  services: Services,
  form: Pick<SignUpForm, 'email'> & { mailCode: string; type: MailCodeType },
): Promise<void> {
  const email = normalizeEmail(form.email)
  const token = form.mailCode.replaceAll(/\s/g, '')
  const { data, error } = await services.supabase.auth.verifyOtp({ email, token, type: form.type })
  if (error) throw new SignInError(codeErrorText(error), 'mailCode')
  takeLinkRequest(services, email)
  try {
    await redeemPendingCode(services, email)
  } catch (thrown) {
    await signOutHere(services)
    throw thrown
  }
  if (form.type === 'recovery' || !data.session || !(await isFirstProof(services, data.session))) return
  // Without storage the page is not reloaded.
  if (isPersistent(services.storage)) tabStorage.set(STORAGE.signInNotice, FIRST_PROOF)
  else showToast(services.store, { message: FIRST_PROOF, tone: 'low' })
}

/** @throws SignInError 'Please enter your date of birth' or 'You must be 21 or older to create an account' */
function checkAge(dateOfBirth: string, now: Date): void {
  const age = ageInYears(dateOfBirth, now)
  if (Number.isNaN(age)) throw new SignInError('Please enter your date of birth', 'dateOfBirth')
  if (age < MINIMUM_AGE_YEARS) {
    throw new SignInError('You must be 21 or older to create an account', 'dateOfBirth')
  }
}

const FIELD_OF: Record<string, SignInField> = {
  UNDERAGE: 'dateOfBirth',
  REGION_CLOSED: 'region',
  ACCESS_CODE_INVALID: 'code',
}

/**
 * Reserves an access code for a new e-mail (A5). When it is not known whether a code is needed, the server
 * checks and answers 'Access code required for new accounts'.
 * @returns metadata of the new account, with the secret of the reservation
 */
async function reserve(services: Services, form: SignUpForm, status: EmailStatus) {
  if (services.config.closedRegions.length > 0 && !form.region) {
    throw new SignInError('Please choose your region', 'region')
  }
  if (status.codeRequired && !form.code.trim()) throw new SignInError(CODE_REQUIRED, 'code')
  try {
    return { reservation: await reserveAccess(services, form) }
  } catch (thrown) {
    if (!form.code.trim()) requireStatus(status)
    throw new SignInError(
      reservationText(thrown),
      isApiError(thrown) ? (FIELD_OF[thrown.code] ?? null) : null,
    )
  }
}

/** The server's error text, or the text of row C5 when the response has none. */
function reservationText(thrown: unknown): string {
  if (!isApiError(thrown)) return CODE_REFUSED
  if (thrown.code === 'CONNECTION_ERROR') return NO_ANSWER
  return thrown.status > 0 && thrown.message !== SERVER_ERROR_MESSAGE ? thrown.message : CODE_REFUSED
}

/**
 * Creates an account. Checks passwords, date of birth and age, then region and code, in this order (A3).
 * @throws SignInError; without a code also when it is not known whether the e-mail has an account
 */
export async function signUp(
  services: Services,
  form: SignUpForm,
  {
    now = new Date(),
    getEmailStatus = (email) => fetchEmailStatus(services, email),
  }: SignUpDependencies = {},
): Promise<void> {
  const refused = await checkPassword(services, form.password, form.confirm)
  if (refused) throw new SignInError(refused.text, refused.field)
  checkAge(form.dateOfBirth, now)
  const email = normalizeEmail(form.email)
  const status = await getEmailStatus(email)
  if (status.exists) throw new SignInError(EMAIL_TAKEN, 'email')
  const metadata = await reserve(services, form, status)
  const { data, error } = await services.supabase.auth.signUp({
    email,
    password: form.password,
    options: { emailRedirectTo: services.origin, data: metadata },
  })
  failIf(error)
  // The invented user of an address with an account has no way to sign in.
  if (data.user?.identities?.length === 0) throw new SignInError(EMAIL_TAKEN, 'email')
  forgetReservation(services, email)
  if (data.session) await redeemPendingCode(services, email)
}

/**
 * Sends a sign-in link, which creates the user if needed (A6). A new e-mail passes the same age and code
 * checks as in sign-up.
 * @throws SignInError 'Access code required for new accounts' when the e-mail is new and the form has neither
 *   a date of birth nor a code
 */
export async function sendLink(
  services: Services,
  form: SignUpForm,
  {
    now = new Date(),
    getEmailStatus = (email) => fetchEmailStatus(services, email),
  }: SignUpDependencies = {},
): Promise<void> {
  const email = normalizeEmail(form.email)
  if (!email) throw new SignInError('Enter your email above, then ask for a link.', 'email')
  const status = await getEmailStatus(email)
  let metadata = {}
  if (!status.exists) {
    if (!form.dateOfBirth && !form.code && status.codeRequired !== false) {
      requireStatus(status)
      throw new SignInError(CODE_REQUIRED, 'code')
    }
    checkAge(form.dateOfBirth, now)
    metadata = await reserve(services, form, status)
  }
  recordLinkRequest(services, email)
  const { error } = await services.supabase.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: true, emailRedirectTo: services.origin, data: metadata },
  })
  failIf(error)
  forgetReservation(services, email)
}

/**
 * Sends a password reset mail (A8).
 * @throws SignInError 'Enter your email above, then click Forgot password.' or the provider's message
 */
export async function sendPasswordReset(services: Services, typed: string): Promise<void> {
  const email = normalizeEmail(typed)
  if (!email) throw new SignInError('Enter your email above, then click Forgot password.', 'email')
  failIf(await requestPasswordReset(services, email))
}
