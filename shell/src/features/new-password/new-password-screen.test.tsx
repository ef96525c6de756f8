import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { authNoticeAtom, passwordResetAtom, userAtom } from '../../state/session.ts'
import { fakeServices, USER_ID, within } from '../../testing/fake-services.tsx'
import { NewPasswordScreen } from './new-password-screen.tsx'

it('A9 A13 a new password needs six characters and a match; it is then set and the page reloads', async () => {
  const { services, supabase, reload } = fakeServices()
  const onSuccess = vi.fn()
  services.store.set(passwordResetAtom, true)
  render(<NewPasswordScreen onSuccess={onSuccess} />, { wrapper: within(services) })
  const user = userEvent.setup()
  const set = screen.getByRole('button', { name: 'Set password' })
  await user.type(screen.getByLabelText('New password'), 'short')
  await user.click(set)
  expect(screen.getByRole('alert').textContent).toBe('Password must be at least 6 characters')
  await user.type(screen.getByLabelText('New password'), 'er')
  await user.click(set)
  expect(screen.getByRole('alert').textContent).toBe('Passwords do not match')
  expect(supabase.auth.updateUser).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Confirm password'), 'shorter')
  await user.click(set)
  expect(supabase.auth.updateUser).toHaveBeenCalledWith({ password: 'shorter' })
  expect(services.store.get(passwordResetAtom)).toBe(false)
  expect(onSuccess).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
})

it.each([
  ["the provider's message", async () => ({ error: { message: 'Too easy to guess' } }), 'Too easy to guess'],
  ['the fallback', () => Promise.reject(new Error('')), 'Failed to start login'],
])('A9 a failed password change shows %s, keeps the input and can be retried', async (_, answer, text) => {
  const { services, supabase, reload } = fakeServices()
  services.store.set(passwordResetAtom, true)
  supabase.auth.updateUser.mockImplementationOnce(answer)
  render(<NewPasswordScreen onSuccess={() => {}} />, { wrapper: within(services) })
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('New password'), 'longenough')
  await user.type(screen.getByLabelText('Confirm password'), 'longenough{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(services.store.get(passwordResetAtom)).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it.each([
  [6, 'password', 'This password is too common. Choose another one.'],
  [8, 'shorter', 'Password must be at least 8 characters'],
])('A9 a new password with the minimum of %i cannot be %s', async (minimum, password, text) => {
  const { services, supabase } = fakeServices(async () => ({ passwords: ['password'] }))
  services.config = { ...services.config, passwordMinLength: minimum }
  services.store.set(passwordResetAtom, true)
  render(<NewPasswordScreen onSuccess={() => {}} />, { wrapper: within(services) })
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('New password'), password)
  await user.type(screen.getByLabelText('Confirm password'), `${password}{Enter}`)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(supabase.auth.updateUser).not.toHaveBeenCalled()
})

it('A9 Sign Out cancels the password reset', async () => {
  const { services, supabase } = fakeServices()
  services.store.set(passwordResetAtom, true)
  render(<NewPasswordScreen onSuccess={() => {}} />, { wrapper: within(services) })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
  expect(services.store.get(passwordResetAtom)).toBe(false)
})

it('A9 a password change after the recovery link has expired offers a new link', async () => {
  const { services, supabase } = fakeServices()
  services.store.set(passwordResetAtom, true)
  services.store.set(userAtom, { id: USER_ID, email: 'rae@example.com' })
  supabase.auth.updateUser.mockResolvedValueOnce({
    error: { message: 'Enter your current password to change this', code: 'reauthentication_needed' },
  })
  render(<NewPasswordScreen onSuccess={() => {}} />, { wrapper: within(services) })
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('New password'), 'longenough')
  await user.type(screen.getByLabelText('Confirm password'), 'longenough{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This link has expired. Request a new one.')
  await user.click(screen.getByRole('button', { name: 'Request a New Link' }))
  await vi.waitFor(() =>
    expect(services.store.get(authNoticeAtom)).toBe('Password reset email sent. Check your inbox.'),
  )
  expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
  expect(supabase.auth.resetPasswordForEmail).toHaveBeenCalledWith('rae@example.com', expect.anything())
  expect(services.store.get(passwordResetAtom)).toBe(false)
})
