import { describe, expect, it } from 'vitest'
import { fakeDeps } from '../../testing/fake-deps.ts'
import { requireRun } from './runs.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const user = { id: '1f0a1b1c-6f5e-4f2a-9f0e-2a2b2c2d2e2f', email: 'ada@propsight.example' }

const depsWith = (feature: string, category: string) => {
  const { repositories } = fakeDeps()
  const run = { id: RUN, user_id: user.id, feature, category, cost: 1, expires_at: '2026-07-15T17:00Z' }
  return { repositories: { ...repositories, runs: { ...repositories.runs, live: async () => run } } }
}

describe('N8 requireRun', () => {
  it.each(['quick', 'ai', 'image'])('accepts a run of the %s mode', async (feature) => {
    expect(await requireRun(depsWith(feature, 'Hits'), user, RUN)).toMatchObject({ feature })
  })
  it('refuses a parlay run for an analysis', async () => {
    const refused = requireRun(depsWith('parlay', 'Parlay'), user, RUN)
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'RUN_REQUIRED' })
  })
  it('refuses a run of another market and accepts a run of all markets', async () => {
    await expect(requireRun(depsWith('quick', 'Hits'), user, RUN, 'Runs')).rejects.toMatchObject({
      message: 'This analysis was started for Hits.',
    })
    expect(await requireRun(depsWith('quick', 'All Stat Lines'), user, RUN, 'Runs')).toMatchObject({
      id: RUN,
    })
  })
})
