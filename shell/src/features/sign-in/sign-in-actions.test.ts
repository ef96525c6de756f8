import { ApiError, createApiClient } from '@propsight/shared/client'
import { afterEach, describe, expect, it } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import { FIRST_PROOF } from '../../state/first-proof.ts'
import { COMMON, SECRET, server } from '../../testing/access-server.ts'
import { fakeServices, sessionOf } from '../../testing/fake-services.tsx'
import {
  SignInError,
  type SignUpForm,
  sendLink,
  sendPasswordReset,
  signIn,
  signInByCode,
  signUp,
} from './sign-in-actions.ts'

const NOW = new Date('2026-07-18T12:00:00Z')
const FORM: SignUpForm = {
  email: ' Rae@Example.com ',
  password: 'longenough',
  confirm: 'longenough',
  dateOfBirth: '1990-02-03',
  region: '',
  code: 'BOXSCORE-7',
}
const RESERVE = '/api/access/reserve'
const RESERVATION = STORAGE.reservation('rae@example.com')
const PENDING = STORAGE.pendingCode('rae@example.com')

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('sign up', () => {
  it('A3 reports errors in order: passwords, date of birth, age, then the code', async () => {
    const { services, calls, supabase } = server({ refuse: 'Access code required for new accounts' })
    const short = { ...FORM, password: 'short', confirm: 'other', dateOfBirth: '', code: '' }
    await expect(signUp(services, short, { now: NOW })).rejects.toThrow(
      'Password must be at least 6 characters',
    )
    const wrong = { ...short, password: FORM.password }
    await expect(signUp(services, wrong, { now: NOW })).rejects.toThrow('Passwords do not match')
    const undated = { ...wrong, confirm: FORM.password }
    await expect(signUp(services, undated, { now: NOW })).rejects.toThrow('Please enter your date of birth')
    const young = { ...undated, dateOfBirth: '2008-03-14' }
    await expect(signUp(services, young, { now: NOW })).rejects.toThrow(
      'You must be 21 or older to create an account',
    )
    expect(calls).not.toContain(RESERVE)
    const codeless = { ...undated, dateOfBirth: FORM.dateOfBirth }
    await expect(signUp(services, codeless, { now: NOW })).rejects.toThrow(
      'Access code required for new accounts',
    )
    expect(supabase.auth.signUp).not.toHaveBeenCalled()
  })

  it.each([
    ['too short', 6, '12345', 'Password must be at least 6 characters'],
    ['shorter than the raised minimum', 8, 'xk7-pqm', 'Password must be at least 8 characters'],
    ['common', 6, 'password', 'This password is too common. Choose another one.'],
    ['common in other letter case', 6, 'BaseBall', 'This password is too common. Choose another one.'],
  ])(
    'A3 a password that is %s is refused before the code is reserved',
    async (_, minimum, password, message) => {
      const { services, calls, supabase } = server()
      services.config = { ...services.config, passwordMinLength: minimum }
      const form = { ...FORM, password, confirm: password }
      await expect(signUp(services, form, { now: NOW })).rejects.toMatchObject({ message, field: 'password' })
      expect(calls).not.toContain(RESERVE)
      expect(supabase.auth.signUp).not.toHaveBeenCalled()
      await signUp(services, { ...FORM, password: 'xk7-pqm!', confirm: 'xk7-pqm!' }, { now: NOW })
      expect(calls).toContain(RESERVE)
    },
  )

  it.each([
    ['cannot be read', new ApiError('away', 503, 'UNAVAILABLE')],
    ['is malformed', { passwords: 'password' }],
  ])(
    'A3 sign-up leaves the check to the provider when the list of common passwords %s',
    async (_, common) => {
      const { services, supabase } = server({ common })
      await signUp(services, { ...FORM, password: 'password', confirm: 'password' }, { now: NOW })
      expect(supabase.auth.signUp).toHaveBeenCalledOnce()
    },
  )

  it('A3 shows the server’s text for a refused code', async () => {
    await expect(signUp(server({ refuse: 'Too many tries' }).services, FORM, { now: NOW })).rejects.toThrow(
      'Too many tries',
    )
  })

  it.each([
    ['an empty body', new Response('', { status: 502 })],
    ['a page', new Response('<html>Bad Gateway</html>', { status: 502 })],
    ['an object without a text', new Response('{"error":""}', { status: 400 })],
  ])('A5 a reservation refused with %s shows Invalid or already used access code', async (_, refusal) => {
    const { services } = server()
    const getEmailStatus = async () => ({ exists: false, codeRequired: true })
    services.api = createApiClient({
      baseUrl: 'http://shell.test',
      getToken: async () => null,
      fetch: async () => refusal,
    })
    const signingUp = signUp(services, FORM, { now: NOW, getEmailStatus })
    await expect(signingUp).rejects.toThrow(new SignInError('Invalid or already used access code'))
  })

  it('A4 A5 reserves with code, e-mail and date of birth before it creates the account', async () => {
    const { services, calls, json, supabase } = server()
    await signUp(services, FORM, { now: NOW })
    expect(calls).toEqual([COMMON, '/api/access/email-exists', RESERVE])
    expect(json.mock.calls[2]?.[1]?.body).toEqual({
      email: 'rae@example.com',
      code: 'BOXSCORE-7',
      dateOfBirth: '1990-02-03',
      legalVersion: '2025-08-05',
    })
    expect(json.mock.invocationCallOrder[2]).toBeLessThan(
      supabase.auth.signUp.mock.invocationCallOrder[0] ?? 0,
    )
    expect(localStorage.getItem(PENDING)).toBe('BOXSCORE-7')
    expect(supabase.auth.signUp.mock.calls[0]).toMatchObject([{ options: { data: { reservation: SECRET } } }])
    expect(localStorage.getItem(RESERVATION)).toBeNull()
  })

  it('A5 renews its reservation after a sign-up that failed, and keeps the secret until one succeeds', async () => {
    const { services, json, supabase } = server()
    supabase.auth.signUp.mockResolvedValueOnce({ data: { session: null }, error: { message: 'down' } })
    await expect(signUp(services, FORM, { now: NOW })).rejects.toThrow('down')
    expect(localStorage.getItem(RESERVATION)).toBe(SECRET)
    await signUp(services, FORM, { now: NOW })
    const bodies = json.mock.calls.flatMap(([path, options]) => (path === RESERVE ? [options?.body] : []))
    expect(bodies).toMatchObject([{ code: 'BOXSCORE-7' }, { code: 'BOXSCORE-7', secret: SECRET }])
    expect(bodies[0]).not.toHaveProperty('secret')
    expect(localStorage.getItem(RESERVATION)).toBeNull()
  })

  it('A5 sends the secret of a link that creates an account', async () => {
    const { services, supabase } = server()
    await sendLink(services, FORM, { now: NOW })
    expect(supabase.auth.signInWithOtp.mock.calls[0]).toMatchObject([
      { options: { data: { reservation: SECRET } } },
    ])
  })

  it('refuses an e-mail with an account, also when only the invented user of a hosted project shows it', async () => {
    const taken = { field: 'email', message: expect.stringMatching(/has an account already/) }
    const known = server({ exists: true })
    await expect(signUp(known.services, FORM, { now: NOW })).rejects.toMatchObject(taken)
    expect(known.supabase.auth.signUp).not.toHaveBeenCalled()
    const { services, supabase } = server()
    const user = { ...sessionOf('rae@example.com').user, identities: [] }
    supabase.auth.signUp.mockResolvedValue({ data: { session: null, user }, error: null } as never)
    await expect(signUp(services, FORM, { now: NOW })).rejects.toMatchObject(taken)
  })

  it('A4 reserves a code when the check of the e-mail fails', async () => {
    const unsure = server({ exists: new ApiError('down', 503, 'UNAVAILABLE') })
    await signUp(unsure.services, FORM, { now: NOW })
    expect(unsure.calls).toContain(RESERVE)
  })

  it('A4 defers privileged e-mails to the server: a blank code is not sent', async () => {
    const { services, json } = server()
    await signUp(services, { ...FORM, code: '  ' }, { now: NOW })
    expect(json.mock.calls[2]?.[1]?.body).toEqual({
      email: 'rae@example.com',
      dateOfBirth: '1990-02-03',
      legalVersion: '2025-08-05',
    })
    expect(localStorage.getItem(PENDING)).toBeNull()
  })

  it('A4 requires the code before the reserve request when the server requires one', async () => {
    const { services, calls } = server({ codeRequired: true })
    await expect(signUp(services, { ...FORM, code: ' ' }, { now: NOW })).rejects.toMatchObject({
      message: 'Access code required for new accounts',
      field: 'code',
    })
    expect(calls).not.toContain(RESERVE)
  })

  it.each([
    ['UNDERAGE', 'You must be 21 or older to create an account', 'dateOfBirth'],
    ['REGION_CLOSED', 'Propsight is not open in your region.', 'region'],
    ['ACCESS_CODE_INVALID', 'Invalid or already used access code', 'code'],
    ['RATE_LIMITED', 'Too many tries', null],
    ['CONNECTION_ERROR', 'The server did not answer. Try again.', null],
  ])('shows the server’s refusal %s at the field it concerns', async (refusal, refuse, field) => {
    const { services } = server({ refuse, refusal })
    await expect(signUp(services, FORM, { now: NOW })).rejects.toMatchObject({ message: refuse, field })
  })

  it('requires a region for a new e-mail when some regions are closed, and sends it', async () => {
    const open = () => {
      const made = server()
      made.services.config = { ...made.services.config, closedRegions: ['US-WA'] }
      return made
    }
    await expect(signUp(open().services, FORM, { now: NOW })).rejects.toMatchObject({
      message: 'Please choose your region',
      field: 'region',
    })
    const created = open()
    await signUp(created.services, { ...FORM, region: 'US-OR' }, { now: NOW })
    expect(created.json.mock.calls[2]?.[1]?.body).toMatchObject({ region: 'US-OR' })
  })

  it('A5 redeems after sign-up and removes the stored code', async () => {
    const { services, calls, supabase } = server()
    supabase.auth.signUp.mockResolvedValue({ data: { session: sessionOf('rae@example.com') }, error: null })
    await signUp(services, FORM, { now: NOW })
    expect(calls.at(-1)).toBe('/api/access/redeem')
    expect(localStorage.getItem(PENDING)).toBeNull()
  })
})

describe('sign in', () => {
  it('A2 shows the provider’s message, or Failed to start login', async () => {
    const { services, supabase } = server()
    supabase.auth.signInWithPassword.mockResolvedValue({ error: { message: 'Invalid login credentials' } })
    await expect(signIn(services, FORM)).rejects.toThrow('Invalid login credentials')
    supabase.auth.signInWithPassword.mockResolvedValue({ error: { message: '' } })
    await expect(signIn(services, FORM)).rejects.toThrow('Failed to start login')
  })

  it.each([
    ['keeps it when the server is unavailable', new ApiError('away', 503, 'UNAVAILABLE'), 'BOXSCORE-7'],
    ['removes it when it is refused', new ApiError('no', 400, 'ACCESS_CODE_INVALID'), null],
  ])('A5 redeems a pending code, and %s', async (_, failure, remaining) => {
    localStorage.setItem(PENDING, 'BOXSCORE-7')
    const failing = fakeServices(() => Promise.reject(failure))
    await expect(signIn(failing.services, FORM)).rejects.toThrow(failure.message)
    expect(localStorage.getItem(PENDING)).toBe(remaining)
    localStorage.setItem(PENDING, 'BOXSCORE-7')
    const { services, calls } = server()
    await signIn(services, FORM)
    expect(calls).toEqual(['/api/access/redeem'])
    expect(localStorage.getItem(PENDING)).toBeNull()
  })

  it('A5 redeems only the code of the e-mail that signs in', async () => {
    localStorage.setItem(STORAGE.pendingCode('ada@example.com'), 'HERS')
    const { services, calls } = server()
    await signIn(services, FORM)
    expect(calls).toEqual([])
    expect(localStorage.getItem(STORAGE.pendingCode('ada@example.com'))).toBe('HERS')
  })
})

describe('e-mail link and password reset', () => {
  it('A6 creates a missing user under the same checks as sign-up', async () => {
    const newAccount = server()
    const bare = { ...FORM, dateOfBirth: '', code: '' }
    await expect(sendLink(newAccount.services, bare, { now: NOW })).rejects.toThrow(
      'Access code required for new accounts',
    )
    expect(newAccount.supabase.auth.signInWithOtp).not.toHaveBeenCalled()
    await expect(sendLink(newAccount.services, { ...bare, email: ' ' }, { now: NOW })).rejects.toMatchObject({
      message: 'Enter your email above, then ask for a link.',
      field: 'email',
    })
    const named = server({ codeRequired: false })
    await expect(sendLink(named.services, bare, { now: NOW })).rejects.toThrow(
      'Please enter your date of birth',
    )
    await sendLink(newAccount.services, FORM, { now: NOW })
    expect(newAccount.supabase.auth.signInWithOtp).toHaveBeenCalledWith({
      email: 'rae@example.com',
      options: {
        shouldCreateUser: true,
        emailRedirectTo: 'http://shell.test',
        data: { reservation: SECRET },
      },
    })
    const existing = server({ exists: true })
    await sendLink(existing.services, bare, { now: NOW })
    expect(existing.supabase.auth.signInWithOtp).toHaveBeenCalledOnce()
  })

  it.each([
    [
      'was limited',
      new ApiError('Slow down', 429, 'RATE_LIMITED'),
      /^Too many e-mails were checked .+ this hour/,
    ],
    ['had no answer', new ApiError('away', 0, 'CONNECTION_ERROR'), /^The server did not answer/],
  ])(
    'A4 names the cause instead of asking for a code when the check of the e-mail %s',
    async (_, exists, text) => {
      const { services, supabase } = server({ exists, refuse: 'Access code required for new accounts' })
      const known = { ...FORM, code: '' }
      const expected = { message: expect.stringMatching(text), field: null }
      await expect(signUp(services, known, { now: NOW })).rejects.toMatchObject(expected)
      const bare = { ...known, dateOfBirth: '' }
      await expect(sendLink(services, bare, { now: NOW })).rejects.toMatchObject(expected)
      expect(supabase.auth.signInWithOtp).not.toHaveBeenCalled()
      // Some e-mails need no code, which the server decides.
      const privileged = server({ exists })
      await signUp(privileged.services, known, { now: NOW })
      expect(privileged.supabase.auth.signUp).toHaveBeenCalledOnce()
    },
  )

  it('A8 requires an e-mail and redirects to this origin', async () => {
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

describe('a mailed code', () => {
  it.each([
    ['the first proof of the mailbox', 'email', 'own', FIRST_PROOF],
    ['a later session', 'email', 'of-the-first-proof', null],
    ['an account that was proven before it was usable', 'email', null, null],
    ['a recovery, which asks for a new password', 'recovery', 'own', null],
  ] as const)('A6 leaves the page after it a notice in %s', async (_, type, first_proof_session, notice) => {
    const { services, supabase } = fakeServices()
    const claims = btoa(JSON.stringify({ session_id: 'own' }))
    const session = { ...sessionOf('rae@example.com'), access_token: `header.${claims}.signature` }
    supabase.auth.verifyOtp.mockResolvedValue({ data: { session }, error: null })
    supabase.answerProfiles({ data: { first_proof_session }, error: null })
    await signInByCode(services, { email: FORM.email, mailCode: '123456', type })
    expect(sessionStorage.getItem(STORAGE.signInNotice)).toBe(notice)
  })
})
