import { ApiError } from '@propsight/shared/client'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { signingInAtom } from '../../state/session.ts'
import { fakeServices, sessionOf, within } from '../../testing/fake-services.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

async function access(path: string) {
  if (path.endsWith('email-exists')) return { exists: false }
  if (path.endsWith('reserve')) return { reservedUntil: '2026-07-18T13:00:00Z', secret: 's'.repeat(43) }
  return { redeemed: true }
}

function show(
  api: typeof access | ((path: string) => Promise<object>) = access,
  closedRegions: string[] = [],
) {
  const made = fakeServices(api)
  made.services.config = { ...made.services.config, closedRegions }
  const onSuccess = vi.fn()
  render(<SignInScreen onSuccess={onSuccess} />, { wrapper: within(made.services) })
  return { ...made, onSuccess, user: userEvent.setup() }
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the login screen', () => {
  it('A1 A2 A13 signs in, runs the callback and reloads', async () => {
    const { user, supabase, onSuccess, reload } = show()
    expect(screen.getByRole('heading', { name: 'Welcome to Propsight' })).toBeTruthy()
    expect(screen.getByText('Sign in to access your dashboard')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').autocomplete).toBe('email')
    const password = screen.getByLabelText<HTMLInputElement>('Password')
    expect([password.type, password.autocomplete]).toEqual(['password', 'current-password'])
    supabase.auth.signInWithPassword.mockImplementation(async () => {
      supabase.setSession(sessionOf('rae@example.com'))
      return { error: null }
    })
    await user.type(screen.getByLabelText('Email'), 'rae@example.com')
    await user.type(screen.getByLabelText('Password'), 'longenough')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(onSuccess.mock.invocationCallOrder[0]).toBeLessThan(reload.mock.invocationCallOrder[0] ?? 0)
  })

  it('A2 says that the network is away, whatever the provider says, but names a faulty field first', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user, supabase } = show()
    supabase.auth.signInWithPassword.mockResolvedValue({ error: { message: 'Failed to fetch' } })
    await user.click(screen.getByRole('button', { name: 'Forgot password' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Enter your email above')
    await user.type(screen.getByLabelText('Email'), 'rae@example.com')
    await user.type(screen.getByLabelText('Password'), 'longenough')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('You are offline. Connect to the internet and try again.')).toBeTruthy()
  })

  it('H1 links to the pitchers page, which needs no account', async () => {
    const { user, services } = show()
    await user.click(screen.getByRole('link', { name: "Today's pitchers" }))
    expect(services.location.get()).toMatchObject({ path: '/pitchers' })
  })

  it('A2 A13 opens the app without a reload when the browser denies its storage', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const { user, services, supabase, onSuccess, reload } = show()
    supabase.auth.signInWithPassword.mockImplementation(async () => {
      supabase.setSession(sessionOf('rae@example.com'))
      return { error: null }
    })
    await user.type(screen.getByLabelText('Email'), 'rae@example.com')
    await user.type(screen.getByLabelText('Password'), 'longenough')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await vi.waitFor(() => expect(onSuccess).toHaveBeenCalledOnce())
    await vi.waitFor(() => expect(services.store.get(signingInAtom)).toBe(false))
    expect(reload).not.toHaveBeenCalled()
  })

  it.each([
    ['Email me a sign-in link', 'email'],
    ['Forgot password', 'recovery'],
    [null, 'email'],
  ])(
    'F01 takes the code of a mail that %s requested (type %s), runs the callback and reloads',
    async (button, type) => {
      localStorage.setItem('propsight.pending-code.rae@example.com', 'BOXSCORE-7')
      const { user, json, supabase, onSuccess, reload } = show(async (path) =>
        path.endsWith('email-exists') ? { exists: true } : { redeemed: true },
      )
      await user.type(screen.getByLabelText('Email'), ' Rae@example.com')
      if (button) await user.click(screen.getByRole('button', { name: button }))
      await user.click(screen.getByRole('button', { name: 'Enter the code from the mail' }))
      expect(document.activeElement).toBe(screen.getByLabelText('Code from the mail'))
      expect(screen.queryByLabelText('Password')).toBeNull()
      const sent = () => screen.getByRole('status').textContent
      if (button) expect(sent()).toContain('Check your inbox.')
      supabase.auth.verifyOtp.mockResolvedValueOnce({ error: { message: 'provider', code: 'otp_expired' } })
      await user.type(screen.getByLabelText('Code from the mail'), '123 456')
      await user.click(screen.getByRole('button', { name: 'Continue' }))
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toBe('This code is wrong or has expired. Check it, or ask for a new mail.')
      expect(screen.getByLabelText('Code from the mail').getAttribute('aria-describedby')).toBe(alert.id)
      expect(sent()).toBe('')
      supabase.auth.verifyOtp.mockImplementation(async () => {
        const session = sessionOf('rae@example.com')
        supabase.setSession(session)
        return { data: { session }, error: null }
      })
      await user.click(screen.getByRole('button', { name: 'Continue' }))
      await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
      expect(onSuccess).toHaveBeenCalledOnce()
      expect(supabase.auth.verifyOtp).toHaveBeenLastCalledWith({
        email: 'rae@example.com',
        token: '123456',
        type,
      })
      expect(json).toHaveBeenLastCalledWith('/api/access/redeem', { body: { code: 'BOXSCORE-7' } })
    },
  )

  it('A6 signs out when the access code is refused after the code of a mail', async () => {
    localStorage.setItem('propsight.pending-code.rae@example.com', 'USED')
    const { user, supabase, reload } = show(async () => {
      throw new ApiError('Invalid or already used access code', 400, 'ACCESS_CODE_INVALID')
    })
    supabase.auth.verifyOtp.mockImplementation(async () => {
      const session = sessionOf('rae@example.com')
      supabase.setSession(session)
      return { data: { session }, error: null }
    })
    await user.type(screen.getByLabelText('Email'), 'rae@example.com')
    await user.click(screen.getByRole('button', { name: 'Enter the code from the mail' }))
    await user.type(screen.getByLabelText('Code from the mail'), '123456')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid or already used access code')
    expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
    expect(reload).not.toHaveBeenCalled()
  })

  it('F01 opens with the entry of a code at the page of links without a link', async () => {
    history.replaceState(null, '', '/confirm')
    const { user, services } = show()
    expect(screen.getByLabelText('Code from the mail')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }))
    expect(screen.getByLabelText('Password')).toBeTruthy()
    expect(services.location.get().path).toBe('/')
    history.replaceState(null, '', '/')
  })

  it('A2 shows a failure and does not reload', async () => {
    const { user, supabase, reload } = show()
    supabase.auth.signInWithPassword.mockResolvedValue({ error: { message: 'Invalid login credentials' } })
    await user.type(screen.getByLabelText('Email'), 'rae@example.com')
    await user.type(screen.getByLabelText('Password'), 'wrong!')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid login credentials')
    expect(reload).not.toHaveBeenCalled()
  })

  it('A1 A3 sign-up keeps title and subtitle, requires age and code, and links the error to its field', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Sign up with an access code' }))
    expect(screen.getByRole('heading', { name: 'Welcome to Propsight' })).toBeTruthy()
    expect(screen.getByText('Sign in to access your dashboard')).toBeTruthy()
    await user.type(screen.getByLabelText('Email'), 'rae@example.com')
    await user.type(screen.getByLabelText('Password'), 'longenough')
    await user.type(screen.getByLabelText('Confirm password'), 'longenough')
    await user.type(screen.getByLabelText('Date of birth'), '2020-03-14')
    await user.type(screen.getByLabelText('Access code'), 'BOXSCORE-7')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('You must be 21 or older to create an account')
    const field = screen.getByLabelText('Date of birth')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-describedby')).toBe(alert.id)
  })

  it('A6 asks for the code when a link is requested for a new e-mail, and offers the link in sign-up', async () => {
    const { user } = show()
    await user.type(screen.getByLabelText('Email'), 'new@example.com')
    await user.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Access code required for new accounts')
    expect(screen.getByLabelText('Access code')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Email me a sign-in link' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@example.com')
  })

  it('A4 A6 names the cause after ten checks in an hour, and asks a known user for no access code', async () => {
    let checks = 0
    const { user, supabase } = show(async () => {
      checks += 1
      if (checks > 10) throw new ApiError('Slow down', 429, 'RATE_LIMITED')
      return { exists: true, codeRequired: false }
    })
    const sendLink = async (email: string) => {
      await user.clear(screen.getByLabelText('Email'))
      await user.type(screen.getByLabelText('Email'), email)
      await user.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
    }
    for (let account = 1; account <= 10; account += 1) await sendLink(`known${account}@example.com`)
    await vi.waitFor(() => expect(supabase.auth.signInWithOtp).toHaveBeenCalledTimes(10))
    await sendLink('rae@example.com')
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Too many e-mails were checked .+ this hour/,
    )
    expect(screen.queryByLabelText('Access code')).toBeNull()
    expect(supabase.auth.signInWithOtp).toHaveBeenCalledTimes(10)
  })

  it.each([
    ['that has an account', { exists: true, codeRequired: false }],
    ['that the operator exempted', { exists: false, codeRequired: false }],
  ])('A4 hides the code field on blur for an e-mail %s', async (_, answer) => {
    const { user, json } = show(async () => answer)
    await user.click(screen.getByRole('button', { name: 'Sign up with an access code' }))
    expect(screen.getByLabelText('Access code')).toBeTruthy()
    await user.type(screen.getByLabelText('Email'), 'half')
    await user.tab()
    expect(json).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText('Email'), '@example.com')
    await user.tab()
    await vi.waitFor(() => expect(screen.queryByLabelText('Access code')).toBeNull())
    expect(screen.queryByText('This email has an account: sign in instead.') !== null).toBe(answer.exists)
    await user.click(screen.getByLabelText('Email'))
    await user.tab()
    expect(json).toHaveBeenCalledOnce()
    await user.type(screen.getByLabelText('Email'), '.org')
    expect(screen.getByLabelText('Access code')).toBeTruthy()
  })

  it('A4 keeps the code field when the e-mail check fails, and checks again on submit', async () => {
    const { user, json } = show(async (path) => {
      if (path.endsWith('email-exists')) throw new Error('away')
      return { reservedUntil: '2026-07-18T13:00:00Z', secret: 's'.repeat(43) }
    })
    await user.type(screen.getByLabelText('Email'), 'new@example.com')
    await user.click(screen.getByRole('button', { name: 'Sign up with an access code' }))
    await vi.waitFor(() => expect(json).toHaveBeenCalledOnce())
    expect(screen.getByLabelText('Access code')).toBeTruthy()
    await user.type(screen.getByLabelText('Password'), 'longenough')
    await user.type(screen.getByLabelText('Confirm password'), 'longenough')
    await user.type(screen.getByLabelText('Date of birth'), '1990-02-03')
    await user.type(screen.getByLabelText('Access code'), 'BOXSCORE-7')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await vi.waitFor(() =>
      expect(json.mock.calls.map(([path]) => path)).toEqual([
        '/api/access/email-exists',
        '/api/common-passwords',
        '/api/access/email-exists',
        '/api/access/reserve',
      ]),
    )
  })

  it('asks for the region only when the operator closed some', async () => {
    const open = show()
    await open.user.click(screen.getByRole('button', { name: 'Sign up with an access code' }))
    expect(screen.queryByLabelText('Where you live')).toBeNull()
    cleanup()
    const { user } = show(access, ['US-WA'])
    await user.click(screen.getByRole('button', { name: 'Sign up with an access code' }))
    const list = screen.getByLabelText<HTMLSelectElement>('Where you live')
    expect(list.options[0]?.textContent).toBe('Choose your region')
    await user.selectOptions(list, 'Washington')
    expect(list.value).toBe('US-WA')
  })

  it('A8 shows an error for Forgot password without an e-mail, and a confirmation with one', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Forgot password' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Enter your email above, then click Forgot password.',
    )
    await user.type(screen.getByLabelText('Email'), 'rae@example.com')
    await user.click(screen.getByRole('button', { name: 'Forgot password' }))
    expect(
      (await screen.findByText('Password reset email sent. Check your inbox.')).closest('[role=status]'),
    ).toBeTruthy()
  })
})
