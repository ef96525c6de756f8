import { refuse } from '@propsight/harness'
import type { Rollout } from '@propsight/shared/contracts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { releasesOf, telemetryOf } from '../dev/samples.ts'
import { openAdmin } from '../testing/open-admin.tsx'

const LIVE = '1.1.0'
const rollout: Rollout = {
  name: 'picks',
  generation: 7,
  live: LIVE,
  previous: '1.0.0',
  canary: null,
  halted: null,
  retired: null,
  updatedAt: '2026-07-01T12:00:00Z',
}
const answerFor = (of: Rollout) => releasesOf(of, () => '2026-07-01T12:00:00Z')
const AT = '/adminaccess?view=releases&remote=picks'

describe('D1 F2 the releases view', () => {
  it('retires a remote after a confirmation, with a redirect and the generation that was shown', async () => {
    let current = rollout
    const retired: Rollout = {
      ...rollout,
      live: null,
      retired: { version: LIVE, at: '2026-07-02T12:00:00Z', redirectTo: '/scanner' },
    }
    const { user, sent } = openAdmin(
      {
        'GET /api/remotes/picks/releases': () => answerFor(current),
        'POST /api/remotes/picks/retire': () => {
          current = retired
          return { rollout: retired }
        },
      },
      AT,
    )
    await user.click(await screen.findByRole('button', { name: 'Retire' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Retire picks?' }))
    expect(question.getByText(/1\.1\.0 is removed for every visitor, at once/)).toBeDefined()
    await user.type(question.getByLabelText(/^Its paths lead to/), ' /scanner ')
    await user.click(question.getByRole('button', { name: 'Retire' }))
    expect(await screen.findByText('retired, to /scanner')).toBeDefined()
    expect(sent('/api/remotes/picks/retire')).toEqual([
      { message: '', generation: 7, redirectTo: '/scanner' },
    ])
    expect(screen.queryByRole('button', { name: 'Retire' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Roll back' })).toBeNull()
  })

  it('creates a preview link of a release, copies it, and revokes all links', async () => {
    const { user, sent } = openAdmin(
      {
        'GET /api/remotes/picks/releases': () => answerFor(rollout),
        'POST /api/remotes/picks/previews': () => ({
          path: '/picks?preview=abc.def',
          version: LIVE,
          expiresAt: '2026-07-08T12:00:00Z',
        }),
        'POST /api/remotes/picks/previews/revoke': () => null,
      },
      AT,
    )
    expect(await screen.findByRole('link', { name: 'Permanent address of 1.0.0' })).toHaveProperty(
      'href',
      `${location.origin}/picks?preview=1.0.0`,
    )
    await user.click(await screen.findByRole('button', { name: `Preview ${LIVE}` }))
    const dialog = within(screen.getByRole('dialog', { name: `Preview picks ${LIVE}` }))
    const field = await dialog.findByLabelText(/^Link, until/)
    expect(field).toHaveProperty('value', `${location.origin}/picks?preview=abc.def`)
    await user.click(dialog.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/picks?preview=abc.def`)
    await user.click(dialog.getByRole('button', { name: 'Revoke all links' }))
    expect(await screen.findByRole('table', { name: 'Releases' })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent('/api/remotes/picks/previews')).toEqual([{ version: LIVE }])
    expect(sent('/api/remotes/picks/previews/revoke')).toEqual([{ version: LIVE }])
  })

  it('changes a value of the configuration for an audience, and gives all visitors the default again', async () => {
    let values: object[] = []
    const { user, sent } = openAdmin(
      {
        'GET /api/remotes/picks/releases': () => answerFor(rollout),
        'GET /api/remotes/picks/config': () => ({
          name: 'picks',
          declared: {
            shown: { type: 'boolean', default: false },
            limit: { type: 'integer', default: 10 },
          },
          values,
        }),
        'POST /api/remotes/picks/config': ({ body }) => {
          const { key, value, audience } = body as { key: string; value: unknown; audience: object }
          const updated = { updatedAt: '2026-07-01T12:00:00Z', updatedBy: 'operator' }
          values = value === null ? [] : [{ key, value, audience, ...updated }]
          return null
        },
      },
      AT,
    )
    await user.click(await screen.findByRole('button', { name: 'Change shown' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Change shown of picks' }))
    await user.selectOptions(dialog.getByLabelText('Value'), 'true')
    await user.type(dialog.getByLabelText(/^Percentage/), '5')
    await user.type(dialog.getByLabelText(/^Plans/), 'basic, premium')
    await user.type(dialog.getByLabelText(/^Why/), 'trial')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const table = within(await screen.findByRole('table', { name: 'Configuration' }))
    expect(await table.findByText('percent 5, plan basic or premium')).toBeDefined()
    await user.click(table.getByRole('button', { name: 'Change shown' }))
    await user.click(screen.getByRole('button', { name: 'Default for all' }))
    expect(await table.findAllByText(/default/)).toHaveLength(2)
    expect(table.queryByText(/percent 5/)).toBeNull()
    await user.click(table.getByRole('button', { name: 'Change limit' }))
    const value = screen.getByLabelText('Value')
    await user.clear(value)
    await user.type(value, '20')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await table.findByText('all visitors')).toBeDefined()
    expect(sent('/api/remotes/picks/config').filter((body) => body !== null)).toEqual([
      { key: 'shown', value: true, audience: { percent: 5, plan: ['basic', 'premium'] }, message: 'trial' },
      { key: 'shown', value: null, audience: {}, message: '' },
      { key: 'limit', value: 20, audience: {}, message: '' },
    ])
  })

  it('shows what browsers reported about a remote: loads with web vitals, and errors with their place', async () => {
    openAdmin(
      {
        'GET /api/remotes/picks/releases': () => answerFor(rollout),
        'GET /api/remotes/picks/telemetry': () => telemetryOf(rollout, () => '2026-07-01T12:00:00Z'),
      },
      AT,
    )
    const loads = within(await screen.findByRole('table', { name: 'Loads and web vitals' }))
    expect(loads.getAllByText(/1,180 · 96 · 0\.02/)).toHaveLength(2)
    const errors = within(screen.getByRole('table', { name: 'Errors' }))
    expect(errors.getByText('src/features/board/rank-offers.ts:41:17')).toBeDefined()
  })

  it('shows the releases of a remote when its telemetry cannot be read, with Retry', async () => {
    let fails = true
    const { user } = openAdmin(
      {
        'GET /api/remotes/picks/releases': () => answerFor(rollout),
        'GET /api/remotes/picks/telemetry': () =>
          fails ? refuse(503, 'UNAVAILABLE', 'away') : { ...telemetryOf(rollout, String), errors: [] },
      },
      AT,
    )
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByRole('table', { name: 'Releases' })).toBeDefined()
    fails = false
    await user.click(retry)
    expect(await screen.findByText('No browser reported an error')).toBeDefined()
  })
})
