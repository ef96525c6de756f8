import { emailExists, plainEmail, redeemPending, reserveAccess } from '../../state/access-code.ts'
import type { Services } from '../../state/services.ts'
import { ageInYears, MINIMUM_AGE_YEARS } from './age.ts'

/** A text of specification 1 §8, and the field it belongs to. */
export class SignInError extends Error {
  override name = 'SignInError'
  readonly field: SignInField | null

  constructor(message: string, field: SignInField | null = null) {
    super(message)
    this.field = field
  }
}

export type SignInField = 'email' | 'confirm' | 'dateOfBirth' | 'code'

export interface SignUpForm {
  email: string
  password: string
  confirm: string
  dateOfBirth: string
  code: string
}

const FALLBACK = 'Failed to start login'
const CODE_REQUIRED = 'Access code required for new accounts'

const failIf = (error: { message?: string } | null): void => {
  if (error) throw new SignInError(error.message || FALLBACK)
}

/** @throws SignInError with the provider's message, else 'Failed to start login'; ApiError when the code is refused */
export async function signIn(
  services: Services,
  form: Pick<SignUpForm, 'email' | 'password'>,
): Promise<void> {
  const email = plainEmail(form.email)
  const { error } = await services.supabase.auth.signInWithPassword({ email, password: form.password })
  failIf(error)
  await redeemPending(services, email)
}

/** @throws SignInError 'Please enter your date of birth' or 'You must be 21 or older to create an account' */
function checkAge(dateOfBirth: string, now: Date): void {
  const age = ageInYears(dateOfBirth, now)
  if (Number.isNaN(age)) throw new SignInError('Please enter your date of birth', 'dateOfBirth')
  if (age < MINIMUM_AGE_YEARS) {
    throw new SignInError('You must be 21 or older to create an account', 'dateOfBirth')
  }
}

/**
 * Reserves a place for a new e-mail. The server knows the privileged e-mails, so it is the one that says
 * 'Access code required for new accounts'.
 */
async function reserve(services: Services, form: SignUpForm): Promise<void> {
  try {
    await reserveAccess(services, form)
  } catch (thrown) {
    const text =
      thrown instanceof Error && thrown.message ? thrown.message : 'Invalid or already used access code'
    throw new SignInError(text, /\b21\b/.test(text) ? 'dateOfBirth' : /code/i.test(text) ? 'code' : null)
  }
}

/**
 * Creates an account: passwords, date of birth, age, then code and account.
 * @throws SignInError
 */
export async function signUp(services: Services, form: SignUpForm, now: Date = new Date()): Promise<void> {
  if (form.password !== form.confirm) throw new SignInError('Passwords do not match', 'confirm')
  checkAge(form.dateOfBirth, now)
  const email = plainEmail(form.email)
  if (!(await emailExists(services, email))) await reserve(services, form)
  const { data, error } = await services.supabase.auth.signUp({
    email,
    password: form.password,
    options: { emailRedirectTo: services.origin },
  })
  failIf(error)
  if (data.session) await redeemPending(services, email)
}

/**
 * Sends a sign-in link, which creates the user if needed. A new e-mail needs the same age and code as any account.
 * @throws SignInError 'Access code required for new accounts' where the e-mail is new and the form has no date of birth
 */
export async function sendLink(services: Services, form: SignUpForm, now: Date = new Date()): Promise<void> {
  const email = plainEmail(form.email)
  if (!(await emailExists(services, email))) {
    if (!form.dateOfBirth && !form.code) throw new SignInError(CODE_REQUIRED, 'code')
    checkAge(form.dateOfBirth, now)
    await reserve(services, form)
  }
  const { error } = await services.supabase.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: true, emailRedirectTo: services.origin },
  })
  failIf(error)
}

/** @throws SignInError 'Enter your email above, then click Forgot password.' or the provider's message */
export async function sendPasswordReset(services: Services, typed: string): Promise<void> {
  const email = plainEmail(typed)
  if (!email) throw new SignInError('Enter your email above, then click Forgot password.', 'email')
  const { error } = await services.supabase.auth.resetPasswordForEmail(email, { redirectTo: services.origin })
  failIf(error)
}
