import { ApiError } from '@propsight/shared/client'
import { afterEach, describe, expect, it } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import { sessionOf } from '../../testing/fake-auth.ts'
import { fakeServices } from '../../testing/fake-services.tsx'
import { type SignUpForm, sendLink, sendPasswordReset, signIn, signUp } from './sign-in-actions.ts'

const NOW = new Date('2026-07-18T12:00:00Z')
const FORM: SignUpForm = {
  email: ' Rae@Example.com ',
  password: 'longenough',
  confirm: 'longenough',
  dateOfBirth: '1990-02-03',
  code: 'BOXSCORE-7',
}
const PENDING = STORAGE.pendingCode('rae@example.com')

/** The server's access routes, by what this test wants them to say. */
function server({ exists = false, refuse }: { exists?: boolean | Error; refuse?: string } = {}) {
  const calls: string[] = []
  const made = fakeServices(async (path) => {
    calls.push(path)
    if (path.endsWith('email-exists')) {
      if (exists instanceof Error) throw exists
      return { exists }
    }
    if (path.endsWith('reserve')) {
      if (refuse !== undefined) throw new ApiError(refuse, 400, 'ACCESS_CODE_INVALID')
      return { reservedUntil: '2026-07-18T13:00:00Z' }
    }
    return { redeemed: true }
  })
  return { ...made, calls }
}

afterEach(() => localStorage.clear())

describe('sign up', () => {
  it('A3 says its errors in order: passwords, date of birth, age, then the code', async () => {
    const { services, calls, supabase } = server({ refuse: 'Access code required for new accounts' })
    const wrong = { ...FORM, confirm: 'other', dateOfBirth: '', code: '' }
    await expect(signUp(services, wrong, NOW)).rejects.toThrow('Passwords do not match')
    const undated = { ...wrong, confirm: FORM.password }
    await expect(signUp(services, undated, NOW)).rejects.toThrow('Please enter your date of birth')
    const young = { ...undated, dateOfBirth: '2008-03-14' }
    await expect(signUp(services, young, NOW)).rejects.toThrow('You must be 21 or older to create an account')
    expect(calls).toEqual([])
    const codeless = { ...undated, dateOfBirth: FORM.dateOfBirth }
    await expect(signUp(services, codeless, NOW)).rejects.toThrow('Access code required for new accounts')
    expect(supabase.auth.signUp).not.toHaveBeenCalled()
  })

  it("A3 shows the server's text for a refused code, or the fixed one", async () => {
    await expect(signUp(server({ refuse: 'Too many tries' }).services, FORM, NOW)).rejects.toThrow(
      'Too many tries',
    )
    const silent = server({ refuse: '' })
    await expect(signUp(silent.services, FORM, NOW)).rejects.toThrow('Invalid or already used access code')
  })

  it('A4 A5 reserves with code, e-mail and date of birth before the account is made', async () => {
    const { services, calls, json, supabase } = server()
    await signUp(services, FORM, NOW)
    expect(calls).toEqual(['/api/access/email-exists', '/api/access/reserve'])
    expect(json.mock.calls[1]?.[1]?.body).toEqual({
      email: 'rae@example.com',
      code: 'BOXSCORE-7',
      dateOfBirth: '1990-02-03',
    })
    expect(json.mock.invocationCallOrder[1]).toBeLessThan(
      supabase.auth.signUp.mock.invocationCallOrder[0] ?? 0,
    )
    expect(localStorage.getItem(PENDING)).toBe('BOXSCORE-7')
  })

  it('A4 asks no code of an e-mail that exists, and one of every e-mail when the question fails', async () => {
    const known = server({ exists: true })
    await signUp(known.services, { ...FORM, code: '' }, NOW)
    expect(known.calls).toEqual(['/api/access/email-exists'])
    const unsure = server({ exists: new ApiError('down', 503, 'UNAVAILABLE') })
    await signUp(unsure.services, FORM, NOW)
    expect(unsure.calls).toContain('/api/access/reserve')
  })

  it('A4 leaves the privileged e-mails to the server: no code in the form, none in the call', async () => {
    const { services, json } = server()
    await signUp(services, { ...FORM, code: '  ' }, NOW)
    expect(json.mock.calls[1]?.[1]?.body).toEqual({ email: 'rae@example.com', dateOfBirth: '1990-02-03' })
    expect(localStorage.getItem(PENDING)).toBeNull()
  })

  it('A5 redeems after sign-up and forgets the code', async () => {
    const { services, calls, supabase } = server()
    supabase.auth.signUp.mockResolvedValue({ data: { session: sessionOf('rae@example.com') }, error: null })
    await signUp(services, FORM, NOW)
    expect(calls.at(-1)).toBe('/api/access/redeem')
    expect(localStorage.getItem(PENDING)).toBeNull()
  })
})

describe('sign in', () => {
  it("A2 shows the provider's message, or 'Failed to start login'", async () => {
    const { services, supabase } = server()
    supabase.auth.signInWithPassword.mockResolvedValue({ error: { message: 'Invalid login credentials' } })
    await expect(signIn(services, FORM)).rejects.toThrow('Invalid login credentials')
    supabase.auth.signInWithPassword.mockResolvedValue({ error: { message: '' } })
    await expect(signIn(services, FORM)).rejects.toThrow('Failed to start login')
  })

  it.each([
    ['keeps it when the server is away', new ApiError('away', 503, 'UNAVAILABLE'), 'BOXSCORE-7'],
    ['forgets it when it is refused', new ApiError('no', 400, 'ACCESS_CODE_INVALID'), null],
  ])('A5 redeems a waiting code, and %s', async (_, failure, left) => {
    localStorage.setItem(PENDING, 'BOXSCORE-7')
    const failing = fakeServices(() => Promise.reject(failure))
    await expect(signIn(failing.services, FORM)).rejects.toThrow(failure.message)
    expect(localStorage.getItem(PENDING)).toBe(left)
    localStorage.setItem(PENDING, 'BOXSCORE-7')
    const { services, calls } = server()
    await signIn(services, FORM)
    expect(calls).toEqual(['/api/access/redeem'])
    expect(localStorage.getItem(PENDING)).toBeNull()
  })

  it('A5 redeems the code of the e-mail that signs in, and leaves those of others alone', async () => {
    localStorage.setItem(STORAGE.pendingCode('ada@example.com'), 'HERS')
    const { services, calls } = server()
    await signIn(services, FORM)
    expect(calls).toEqual([])
    expect(localStorage.getItem(STORAGE.pendingCode('ada@example.com'))).toBe('HERS')
  })
})

describe('e-mail link and password reset', () => {
  it('A6 creates the user if needed, through the same gate', async () => {
    const fresh = server()
    const bare = { ...FORM, dateOfBirth: '', code: '' }
    await expect(sendLink(fresh.services, bare, NOW)).rejects.toThrow('Access code required for new accounts')
    expect(fresh.supabase.auth.signInWithOtp).not.toHaveBeenCalled()
    await sendLink(fresh.services, FORM, NOW)
    expect(fresh.supabase.auth.signInWithOtp).toHaveBeenCalledWith({
      email: 'rae@example.com',
      options: { shouldCreateUser: true, emailRedirectTo: 'http://shell.test' },
    })
    const known = server({ exists: true })
    await sendLink(known.services, bare, NOW)
    expect(known.supabase.auth.signInWithOtp).toHaveBeenCalledOnce()
  })

  it('A8 needs an e-mail and comes back to this origin', async () => {
    const { services, supabase } = server()
    await expect(sendPasswordReset(services, ' ')).rejects.toThrow(
      'Enter your email above, then click Forgot password.',
    )
    await sendPasswordReset(services, 'rae@example.com')
    expect(supabase.auth.resetPasswordForEmail).toHaveBeenCalledWith('rae@example.com', {
      redirectTo: 'http://shell.test',
    })
  })
})
