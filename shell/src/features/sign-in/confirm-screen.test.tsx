import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LINK_EXPIRED } from '../../state/error-text.ts'
import { OTHER_ACCOUNT } from '../../state/mail-error-text.ts'
import { type MailedLink, mailedLinkAtom, userAtom } from '../../state/session.ts'
import { fakeServices, USER_ID, within } from '../../testing/fake-services.tsx'
import { ConfirmScreen } from './confirm-screen.tsx'

const EMAIL = 'rae@example.com'
afterEach(() => localStorage.clear())

function show(link: Partial<MailedLink> = {}, signedInAs: string | null = null) {
  const made = fakeServices()
  const accept = vi.fn<MailedLink['accept']>(async () => null)
  const decline = vi.fn()
  made.services.store.set(userAtom, signedInAs === null ? null : { id: USER_ID, email: signedInAs })
  made.services.store.set(mailedLinkAtom, { type: 'email', email: EMAIL, accept, decline, ...link })
  render(<ConfirmScreen />, { wrapper: within(made.services) })
  return { ...made, accept, decline, user: userEvent.setup() }
}
const press = (name: string) => screen.getByRole('button', { name })

describe('F01 the page of a mailed link', () => {
  it.each([
    ['email', 'Sign in to Propsight', `Press Continue to sign in as ${EMAIL}.`],
    ['recovery', 'Reset your password', `Press Continue to set a new password for ${EMAIL}.`],
    [
      'email_change',
      'Confirm your new email',
      `Press Continue to confirm the new email ${EMAIL}. You then sign in with it.`,
    ],
  ] as const)(
    'of the type %s says what its button does, and does nothing before',
    async (type, title, text) => {
      const { accept, user } = show({ type })
      expect(screen.getByRole('main', { name: title }).textContent).toContain(text)
      // A key that is still held from the page before repeats.
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: title }))
      await user.keyboard('{Enter>5/}')
      expect(accept).not.toHaveBeenCalled()
      await user.tab()
      expect(document.activeElement).toBe(press('Continue'))
      await user.keyboard('{Enter}')
      expect(accept).toHaveBeenCalledOnce()
    },
  )

  it('names no account if the link names none', () => {
    show({ email: null })
    expect(screen.getByRole('main').textContent).toContain('Press Continue to sign in. Continue only')
  })

  it.each([
    ['email', 'signInWithOtp'],
    ['recovery', 'resetPasswordForEmail'],
  ] as const)('of the type %s offers a new mail once its token has ended', async (type, call) => {
    const { user, supabase } = show({ type, accept: async () => ({ text: LINK_EXPIRED, isOver: true }) })
    await user.click(press('Continue'))
    expect((await screen.findByRole('alert')).textContent).toBe(LINK_EXPIRED)
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
    expect(document.activeElement?.tagName).toBe('H1')
    supabase.auth[call].mockResolvedValueOnce({ error: { message: 'Too many mails' } })
    await user.click(press('Email me a new link'))
    expect(await screen.findByText('Too many mails')).toBeTruthy()
    await user.click(press('Email me a new link'))
    expect(await screen.findByText('New mail sent. Check your inbox.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(supabase.auth[call]).toHaveBeenCalledTimes(2)
  })

  it.each([{ type: 'email_change' as const }, { email: null }])(
    'offers no new mail that it cannot request: %o',
    async (link) => {
      const { user } = show({ ...link, accept: async () => ({ text: LINK_EXPIRED, isOver: true }) })
      await user.click(press('Continue'))
      expect((await screen.findByRole('alert')).textContent).toContain(LINK_EXPIRED)
      expect(screen.queryByRole('button', { name: 'Email me a new link' })).toBeNull()
    },
  )

  it('keeps its button when the server did not answer', async () => {
    const accept = vi.fn<MailedLink['accept']>()
    accept.mockRejectedValueOnce(new TypeError('a part of the page is missing'))
    accept.mockResolvedValueOnce({ text: 'Too many attempts.', isOver: false })
    const { user } = show({ accept })
    await user.click(press('Continue'))
    expect((await screen.findByRole('alert')).textContent).toBe('The server did not answer. Try again.')
    await user.click(press('Continue'))
    expect(await screen.findByText('Too many attempts.')).toBeTruthy()
    expect(press('Continue')).toBeTruthy()
  })

  it('A7 of another account than the one that is signed in cannot be used before the sign-out', async () => {
    const { user, supabase, decline, accept } = show({}, 'ada@example.com')
    expect(screen.getByText(OTHER_ACCOUNT)).toBeTruthy()
    expect(screen.queryByText(EMAIL)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
    await user.click(press('Back to Propsight'))
    expect(decline).toHaveBeenCalledOnce()
    await user.click(press('Sign Out'))
    expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
    expect(accept).not.toHaveBeenCalled()
  })

  it('A12 of a new address can be used by any account, and names the one that stays signed in', () => {
    show({ type: 'email_change', email: 'new@example.com' }, EMAIL)
    expect(press('Continue')).toBeTruthy()
    expect(screen.getByRole('main').textContent).toContain(
      `confirm the new email new@example.com. You stay signed in as ${EMAIL}. Continue only`,
    )
  })
})
