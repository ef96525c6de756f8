import { ApiError } from '@propsight/shared/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { within as inside, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadProfile } from '../../state/profile.ts'
import { profileAtom, userAtom } from '../../state/session.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'
import { fakeServices, profileRow, sessionOf, USER_ID, within } from '../../testing/fake-services.tsx'
import { AccountDialog } from './account-dialog.tsx'

const EMAIL = 'rae@example.com'
const NEW = 'new@example.com'
const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

beforeEach(() => {
  history.replaceState(null, '', '/')
  window.scrollTo = vi.fn()
})
afterEach(() => localStorage.clear())

async function open(row: object = {}) {
  const made = fakeServices()
  const { services, supabase } = made
  supabase.setSession(sessionOf(EMAIL))
  supabase.answerProfiles({ data: profileRow(row), error: null })
  const user = { id: USER_ID, email: EMAIL }
  services.store.set(userAtom, user)
  services.store.set(profileAtom, await loadProfile(services.supabase, user))
  const onClose = vi.fn()
  const Within = within(services)
  render(
    <Within>
      <QueryClientProvider client={services.queryClient}>
        <AccountDialog open onClose={onClose} rights={<p>limits</p>} alerts={<p>kinds</p>} />
      </QueryClientProvider>
    </Within>,
  )
  const dialog = inside(await screen.findByRole('dialog', { name: 'Account' }))
  return { ...made, onClose, dialog, user: userEvent.setup() }
}
const refused = (message: string) => ({ data: { user: null }, error: { message } })

it('A11 C1 the account dialog shows email, credits, plan and the available plans', async () => {
  const { dialog, user } = await open({ credits: 7, plan: 'basic' })
  expect(dialog.getByText(EMAIL)).toBeTruthy()
  expect(dialog.getByText('7')).toBeTruthy()
  expect(dialog.getByText('Basic, 100 a month')).toBeTruthy()
  const rows = dialog.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual([
    'PlanCredits a monthPrice a monthChoice',
    'Free20$0Choose',
    'Basic100$9.99Your plan',
    'Premium500$29.99Choose',
  ])
  await user.click(dialog.getByRole('button', { name: 'Choose Premium' }))
  expect(dialog.getByText('Purchases are not open yet.')).toBeTruthy()
})

it('A11 S6 the upgrade prompt is shown on the free plan, closes the dialog and opens pricing', async () => {
  const { dialog, user, services, onClose } = await open()
  await user.click(dialog.getByRole('button', { name: 'Upgrade' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(services.location.get().path).toBe('/pricing')
})

it.each(['basic', 'premium'])('A11 the upgrade prompt is hidden on the %s plan', async (plan) => {
  const { dialog } = await open({ plan })
  expect(dialog.queryByRole('button', { name: 'Upgrade' })).toBeNull()
})

it('A11 the account dialog signs out of this browser, and closes when the session ends in another tab', async () => {
  const { dialog, user, supabase, services, onClose } = await open()
  await user.click(dialog.getByRole('button', { name: 'Sign Out' }))
  expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
  expect(onClose).toHaveBeenCalledOnce()
  services.store.set(userAtom, null)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
})

it('P4 the account dialog signs out after the pick stores of the page have sent their picks', async () => {
  const { dialog, user, supabase } = await open()
  const gate = Promise.withResolvers<void>()
  const onFlush = vi.fn((event: Event) => (event as CustomEvent).detail(gate.promise))
  window.addEventListener('propsight:flush-picks', onFlush, { once: true })
  await user.click(dialog.getByRole('button', { name: 'Sign Out' }))
  expect(onFlush).toHaveBeenCalledOnce()
  expect(supabase.auth.signOut).not.toHaveBeenCalled()
  gate.resolve()
  await waitFor(() => expect(supabase.auth.signOut).toHaveBeenCalledOnce())
})

it('A11 the account dialog signs out after the request of the unconfirmed address has ended', async () => {
  const { dialog, supabase, services } = await open()
  await waitFor(() => expect(services.queryClient.isFetching()).toBe(0))
  const gate = Promise.withResolvers<never>()
  supabase.auth.getUser.mockReturnValue(gate.promise)
  void services.queryClient.invalidateQueries({ queryKey: ['pending-email'] })
  await waitFor(() => expect(services.queryClient.isFetching({ queryKey: ['pending-email'] })).toBe(1))
  const cancelled = vi.spyOn(services.queryClient, 'cancelQueries')
  // The wait has an end, which this test does not reach.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  dialog.getByRole('button', { name: 'Sign Out' }).click()
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve))
  vi.useRealTimers()
  expect(cancelled).toHaveBeenCalledOnce()
  expect(supabase.auth.signOut).not.toHaveBeenCalled()
  gate.reject(new Error('no answer'))
  await waitFor(() => expect(supabase.auth.signOut).toHaveBeenCalledOnce())
})

it('A12 an email change validates the new email, can be cancelled, and confirms an immediate update', async () => {
  const { dialog, user, supabase, services } = await open()
  const change = dialog.getByRole('button', { name: 'Change' })
  await user.click(change)
  expect(document.activeElement).toBe(dialog.getByLabelText('New email'))
  expect(dialog.getByLabelText<HTMLInputElement>('New email').required).toBe(true)
  await user.type(dialog.getByLabelText('New email'), EMAIL.toUpperCase())
  expect(hasUnsavedWork()).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByRole('alert').textContent).toBe('This is your email already.')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(dialog.queryByLabelText('New email')).toBeNull()
  expect(document.activeElement).toBe(change)
  expect(hasUnsavedWork()).toBe(false)

  supabase.auth.updateUser.mockImplementation(async () => {
    supabase.setSession(sessionOf(NEW))
    services.store.set(userAtom, { id: USER_ID, email: NEW })
    return { data: { user: { id: USER_ID, email: NEW } }, error: null }
  })
  await user.click(change)
  await user.type(dialog.getByLabelText('New email'), ` ${NEW}`)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(supabase.auth.updateUser).toHaveBeenCalledWith(
    { email: NEW },
    { emailRedirectTo: 'http://shell.test' },
  )
  expect(await dialog.findByText('Email updated successfully!')).toBeTruthy()
  expect(dialog.queryByLabelText('New email')).toBeNull()
})

it('A12 an email change is confirmed only after the provider changed it, also from another browser', async () => {
  const { dialog, user, supabase, services } = await open()
  const waiting = { ...sessionOf(EMAIL).user, new_email: NEW }
  supabase.auth.updateUser.mockResolvedValue({ data: { user: waiting }, error: null })
  supabase.auth.getUser.mockResolvedValue({ data: { user: waiting }, error: null })
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  await user.type(dialog.getByLabelText('New email'), NEW)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(NEW)).toBeTruthy()
  expect(dialog.getByText(/Until then your email stays as it is/)).toBeTruthy()
  expect(dialog.queryByText('Email updated successfully!')).toBeNull()

  supabase.auth.verifyOtp.mockResolvedValueOnce({ error: { message: 'provider', code: 'otp_expired' } })
  await user.type(dialog.getByLabelText('Code from the mail'), '123456')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('This code is wrong or has expired.')
  expect(supabase.auth.verifyOtp).toHaveBeenCalledWith({ email: NEW, token: '123456', type: 'email_change' })

  supabase.setSession(sessionOf(NEW))
  supabase.auth.getUser.mockResolvedValue({ data: { user: sessionOf(NEW).user }, error: null })
  supabase.answerProfiles({ data: profileRow({ email: NEW, last_email_change: ago(0) }), error: null })
  await services.queryClient.invalidateQueries()
  expect(await dialog.findByText('Email updated successfully!')).toBeTruthy()
  expect(services.store.get(userAtom)?.email).toBe(NEW)
  expect(services.store.get(profileAtom)?.last_email_change).not.toBeNull()
})

it.each([
  [18, '12 days'],
  [29.5, '1 day'],
])(
  'A12 an email change is limited to one per 30 days: changed %d days ago, %s remain',
  async (since, remaining) => {
    const { dialog, user } = await open({ last_email_change: ago(since) })
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    expect(dialog.queryByLabelText('New email')).toBeNull()
    expect(dialog.getByText(/^Email can only be changed once per month/).textContent).toBe(
      `Email can only be changed once per month. You can change it again in ${remaining}.`,
    )
  },
)

it('A12 an email change is possible after 30 days, and a refusal is shown in the server’s text', async () => {
  const { dialog, user, supabase, json } = await open({ last_email_change: ago(30) })
  await user.click(dialog.getByRole('button', { name: 'Change' }))
  await user.type(dialog.getByLabelText('New email'), NEW)
  const save = dialog.getByRole('button', { name: 'Save' })
  supabase.auth.updateUser.mockResolvedValue(refused('Email address is taken'))
  await user.click(save)
  expect((await dialog.findByRole('alert')).textContent).toBe('Email address is taken')
  expect(dialog.getByLabelText<HTMLInputElement>('New email').value).toBe(NEW)

  supabase.auth.updateUser.mockResolvedValue(refused(''))
  await user.click(save)
  expect(await dialog.findByText('The email could not be changed.')).toBeTruthy()

  // The email was changed in another browser in the meantime. The provider, which would send a mail, is not called.
  supabase.auth.updateUser.mockClear()
  json.mockRejectedValue(new ApiError('Email can only be changed once per month', 429, 'RATE_LIMITED'))
  await user.click(save)
  expect(await dialog.findByText(/Email can only be changed once per month/)).toBeTruthy()
  expect(supabase.auth.updateUser).not.toHaveBeenCalled()
})

it('S6 the account dialog has a view for data and limits', async () => {
  const { dialog, user } = await open()
  await user.click(dialog.getByRole('radio', { name: 'Your data and limits' }))
  expect(dialog.getByText('limits')).toBeTruthy()
  expect(dialog.queryByText('Credits a month')).toBeNull()
  expect(dialog.getByText('1-800-GAMBLER')).toBeTruthy()
})
