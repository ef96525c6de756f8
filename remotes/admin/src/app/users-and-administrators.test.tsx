import { refuse } from '@propsight/harness'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openAdmin } from '../testing/open-admin.tsx'

const ID = '00000000-0000-4000-8000-000000000009'
const RUN = '00000000-0000-4000-8000-0000000000aa'
const USER = {
  userId: ID,
  email: 'ike@example.com',
  emailVerifiedAt: '2026-05-01T10:00:00Z',
  credits: 17,
  plan: 'free',
  createdAt: '2026-05-01T10:00:00Z',
  lastSignInAt: null,
  isAdmin: false,
  excludedUntil: null,
}
const entry = (id: number, reason: string, more = {}) => ({
  id,
  delta: 0,
  balanceAfter: 17,
  reason,
  note: null,
  runId: null,
  createdAt: '2026-06-01T10:00:00Z',
  ...more,
})
const ONE = {
  'GET /api/admin/users': () => ({ users: [USER], next: null }),
  [`GET /api/admin/users/${ID}/ledger`]: () => ({
    entries: [entry(3, 'capture', { runId: RUN }), entry(2, 'hold', { delta: -3, runId: RUN })],
    next: null,
  }),
}
const AT = `/adminaccess?view=users&user=${ID}`

describe('the users view', () => {
  it('opens a user from the list under a URL of its own, and searches by the full user id', async () => {
    const { user, shell, requests } = openAdmin(ONE, '/adminaccess?view=users')
    await user.click(await screen.findByRole('link', { name: 'ike@example.com' }))
    expect(shell.location.get().search).toBe(`?view=users&user=${ID}`)
    expect(await screen.findByRole('heading', { name: 'ike@example.com' })).toBeDefined()
    expect(requests('/api/admin/users').at(-1)?.query).toMatchObject({ search: ID })
  })

  it('adjusts credits with a reason, with the same idempotency key on a retry and a new one for another amount', async () => {
    let tries = 0
    const { user, sent } = openAdmin(
      {
        ...ONE,
        'POST /api/admin/adjust-credits': () => {
          tries += 1
          if (tries === 1) return new Response('', { status: 502 })
          return tries === 2 ? refuse(409, 'CONFLICT', 'Not enough credits') : { credits: 12 }
        },
      },
      AT,
    )
    await user.click(await screen.findByRole('button', { name: 'Adjust credits' }))
    const dialog = within(screen.getByRole('alertdialog', { name: 'Adjust credits' }))
    const change = dialog.getByLabelText('Change')
    await user.type(change, '-50')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Adjust by −50' }).disabled).toBe(true)
    await user.type(dialog.getByLabelText('Reason'), 'Charged twice')
    await user.click(dialog.getByRole('button', { name: 'Adjust by −50' }))
    expect(await dialog.findByText('The credits could not be adjusted')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Adjust by −50' }))
    expect(await dialog.findByText('Not enough credits')).toBeDefined()
    await user.clear(change)
    await user.type(change, '-5')
    await user.click(dialog.getByRole('button', { name: 'Adjust by −5' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const keys = sent('/api/admin/adjust-credits').map(
      (body) => (body as { idempotencyKey: string }).idempotencyKey,
    )
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
    expect(sent('/api/admin/adjust-credits')[2]).toMatchObject({
      userId: ID,
      delta: -5,
      reason: 'Charged twice',
    })
  })

  it('refunds a captured run and changes the plan, each with a reason', async () => {
    const { user, sent } = openAdmin(
      {
        ...ONE,
        'POST /api/admin/refund-run': () => ({ credits: 20 }),
        'POST /api/admin/set-plan': () => null,
      },
      AT,
    )
    await user.click(await screen.findByRole('button', { name: /^Refund the run of/ }))
    await user.type(screen.getByLabelText('Reason'), 'Empty board')
    await user.click(screen.getByRole('button', { name: 'Refund' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent('/api/admin/refund-run')).toEqual([{ runId: RUN, reason: 'Empty board' }])
    await user.click(screen.getByRole('button', { name: 'Change plan' }))
    await user.click(screen.getByRole('radio', { name: 'Basic' }))
    await user.type(screen.getByLabelText('Reason'), 'Support case')
    await user.click(screen.getByRole('button', { name: 'Change to Basic' }))
    await waitFor(() => expect(sent('/api/admin/set-plan')).toHaveLength(1))
    expect(sent('/api/admin/set-plan')).toEqual([{ userId: ID, plan: 'basic', reason: 'Support case' }])
  })
})

describe('the administrators view', () => {
  it('grants by e-mail, shows the server’s refusal, and asks for confirmation before revoking', async () => {
    const { user, sent } = openAdmin(
      {
        'GET /api/admin/admins': () => ({
          admins: [{ userId: ID, email: 'ike@example.com', grantedAt: '2026-05-01T10:00:00Z' }],
        }),
        'POST /api/admin/set-admin': ({ body }) =>
          (body as { granted: boolean }).granted ? refuse(409, 'CONFLICT', 'Not proven yet') : null,
      },
      '/adminaccess?view=administrators',
    )
    await user.type(await screen.findByLabelText('Email of an account'), ' Rae@Example.com ')
    await user.click(screen.getByRole('button', { name: 'Grant' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Not proven yet')
    await user.click(screen.getByRole('button', { name: 'Revoke ike@example.com' }))
    await user.click(screen.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(sent('/api/admin/set-admin')).toHaveLength(2))
    expect(sent('/api/admin/set-admin')).toEqual([
      { email: 'rae@example.com', granted: true },
      { email: 'ike@example.com', granted: false },
    ])
  })
})
