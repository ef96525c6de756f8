import { refuse } from '@propsight/harness'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openAdmin } from '../testing/open-admin.tsx'

const KEY = 'the-one-admin-key'
const refuseAccess = () => refuse(401, 'UNAUTHORIZED', 'Enter the admin key')
const LOCKED = { 'GET /api/admin/session': refuseAccess, 'GET /api/admin/list-codes': refuseAccess }

const keyField = () => screen.findByLabelText<HTMLInputElement>('Admin key')
const dashboard = () => screen.findByRole('heading', { name: /^Existing codes/ })

beforeEach(() => localStorage.clear())

describe('the admin access form', () => {
  it('D1: with an empty key tries the session token and shows a validation error when that is refused', async () => {
    const { user, requests } = openAdmin(LOCKED)
    expect((await keyField()).type).toBe('password')
    await user.type(await keyField(), '   ')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Enter admin key to continue.')
    expect(requests('/api/admin/list-codes')).toHaveLength(1)
    expect(requests('/api/admin/session').every(({ method }) => method === 'GET')).toBe(true)
  })

  it('D1: with an empty key opens the dashboard for an administrator’s session', async () => {
    const { user } = openAdmin({ 'GET /api/admin/session': refuseAccess })
    await keyField()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await dashboard()
    expect(screen.getByText('By your account')).toBeDefined()
  })

  it('D1: sends the key to the server only; the browser stores only a flag that a key was given', async () => {
    const { user, sent } = openAdmin({
      'GET /api/admin/session': refuseAccess,
      'POST /api/admin/session': () => ({ by: 'key', expiresAt: '2026-07-01T12:30:00Z' }),
      'POST /api/admin/session/end': () => null,
    })
    await user.type(await keyField(), ` ${KEY} {Enter}`)
    await dashboard()
    expect(sent('/api/admin/session').at(-1)).toEqual({ key: KEY })
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(KEY)
    expect(localStorage.getItem('propsight:admin-key-given')).toBe('yes')
    await user.click(screen.getByRole('button', { name: 'End session' }))
    await keyField()
    expect(localStorage.getItem('propsight:admin-key-given')).toBeNull()
  })

  it('D1: shows an error and clears the field after a wrong key, and shows the lockout time on a 429', async () => {
    let locked = false
    const { user } = openAdmin({
      ...LOCKED,
      'POST /api/admin/session': () =>
        locked
          ? refuse(429, 'RATE_LIMITED', 'Too many wrong keys or tokens. Try again in 14 minutes.')
          : refuse(401, 'UNAUTHORIZED', 'This is not the admin key'),
    })
    await user.type(await keyField(), 'guess{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('This is not the admin key')
    expect((await keyField()).value).toBe('')
    locked = true
    await user.type(await keyField(), 'guess{Enter}')
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'Too many wrong keys or tokens. Try again in 14 minutes.',
      ),
    )
  })

  it('keeps a half-typed code while an ended admin session is reopened', async () => {
    let open = true
    const { user } = openAdmin({
      'GET /api/admin/session': () => (open ? { by: 'key', expiresAt: null } : refuseAccess()),
      'POST /api/access/create': () => (open ? { code: 'X' } : refuseAccess()),
      'POST /api/admin/session': () => {
        open = true
        return { by: 'key', expiresAt: null }
      },
    })
    await user.type(await screen.findByLabelText('Code'), 'HALF-DONE')
    open = false
    await user.click(screen.getByRole('button', { name: 'Create' }))
    const dialog = await screen.findByRole('dialog', { name: 'Your admin session ended' })
    await user.type(await keyField(), `${KEY}{Enter}`)
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('HALF-DONE')
  })
})
