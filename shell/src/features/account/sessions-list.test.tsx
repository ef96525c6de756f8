import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { userAtom } from '../../state/session.ts'
import { fakeServices, USER_ID, within } from '../../testing/fake-services.tsx'
import { describeAgent, SessionsList } from './account-dialog.tsx'
import { PasswordRow } from './password-row.tsx'

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const session = (last: number, current: boolean) => ({
  id: `6f9619ff-8b86-4d01-b42d-00c04fc9640${last}`,
  createdAt: '2026-07-01T10:00:00+00:00',
  usedAt: '2026-07-02T10:00:00+00:00',
  userAgent: AGENT,
  current,
})

function open(api: Parameters<typeof fakeServices>[0], node = <SessionsList />) {
  const made = fakeServices(api)
  made.services.queryClient.setDefaultOptions({ queries: { retry: false } })
  made.services.store.set(userAtom, { id: USER_ID, email: 'rae@example.com' })
  const Within = within(made.services)
  render(<Within>{node}</Within>)
  return { ...made, user: userEvent.setup() }
}

it.each([
  [AGENT, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0',
    'Edge on Linux',
  ],
  ['curl/8', 'Unknown device'],
  [null, 'Unknown device'],
])('a user agent is shown as a browser and a system: %s', (agent, name) => {
  expect(describeAgent(agent)).toBe(name)
})

it('A11 other devices can be ended one by one, this one cannot', async () => {
  let sessions = [session(1, true), session(2, false)]
  const { json, user } = open(async (path) => {
    if (path !== '/api/account/end-session') return { sessions }
    sessions = [session(1, true)]
    return undefined
  })
  const end = await screen.findByRole('button', { name: /^End session: Firefox on Windows/ })
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText('Times in UTC')).toBeDefined()
  await user.click(end)
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(json).toHaveBeenCalledWith('/api/account/end-session', { body: { sessionId: session(2, false).id } })
  expect(screen.queryByRole('button', { name: /End/ })).toBeNull()
})

it('A11 all other sessions can be ended at once', async () => {
  const { supabase, user } = open(async () => ({ sessions: [session(1, true), session(2, false)] }))
  supabase.auth.signOut.mockResolvedValue({ error: null })
  await user.click(await screen.findByRole('button', { name: 'End all other sessions' }))
  expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'others' })
})

it('a list that cannot be read offers Retry', async () => {
  let isAway = true
  const { user } = open(async () => {
    if (isAway) throw new Error('away')
    return { sessions: [session(1, true)] }
  })
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 5_000 })
  isAway = false
  await user.click(retry)
  expect(await screen.findByText('Firefox on Windows')).toBeTruthy()
})

it('A9 A11 a new password is sent with the current one, and refusals keep the form', async () => {
  const { supabase, user } = open(async () => ({ passwords: ['123456789'] }), <PasswordRow />)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    // Pasted: typing every character of four forms takes seconds.
    await user.click(screen.getByLabelText(label))
    await user.paste(text)
  }
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  await type('Current password', 'the old one')
  for (const [password, confirm, text] of [
    ['short', 'short', 'Password must be at least 6 characters'],
    ['long enough', 'another', 'Passwords do not match'],
    ['123456789', '123456789', 'This password is too common. Choose another one.'],
    [`${'x9'.repeat(36)}z`, `${'x9'.repeat(36)}z`, 'Password must be at most 72 characters'],
  ] as const) {
    await type('New password', password)
    await type('Confirm password', confirm)
    await save()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text))
  }
  expect(supabase.auth.updateUser).not.toHaveBeenCalled()
  await type('New password', 'long enough')
  await type('Confirm password', 'long enough')
  supabase.auth.updateUser.mockResolvedValueOnce({ error: { message: 'The current password is not right' } })
  await save()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The current password is not right'))
  await save()
  expect(await screen.findByText(/Password changed/)).toBeTruthy()
  expect(supabase.auth.updateUser).toHaveBeenLastCalledWith({
    password: 'long enough',
    current_password: 'the old one',
  })
})
