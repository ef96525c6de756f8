import { describe, expect, it, vi } from 'vitest'
import { cachePaidRuns, type Run } from './runs.ts'

const RUN: Run = {
  id: 'run',
  user_id: 'ada',
  feature: 'quick',
  category: 'Hits',
  cost: 1,
  state: 'captured',
  expires_at: '2026-07-15T16:30:00Z',
}
const BEFORE = Date.parse('2026-07-15T16:00:00Z')

function paidRuns(run: Run | null) {
  const runs = { live: vi.fn(async () => run), capture: vi.fn(async () => true) }
  const clock = { now: BEFORE }
  return { runs, clock, paid: cachePaidRuns(runs, () => clock.now) }
}

describe('paid runs', () => {
  it('are read once and not captured again', async () => {
    const { runs, paid } = paidRuns(RUN)
    for (let time = 0; time < 3; time += 1) expect(await paid.live('run', 'ada')).toEqual(RUN)
    expect(await paid.capture('run')).toBe(false)
    expect([runs.live.mock.calls.length, runs.capture.mock.calls.length]).toEqual([1, 0])
  })

  it('are not returned to another user', async () => {
    const { paid } = paidRuns(RUN)
    await paid.live('run', 'ada')
    expect(await paid.live('run', 'eve')).toBeNull()
  })

  it('are read again after they expire', async () => {
    const { runs, clock, paid } = paidRuns(RUN)
    await paid.live('run', 'ada')
    clock.now = Date.parse(RUN.expires_at)
    await paid.live('run', 'ada')
    await paid.capture('run')
    expect([runs.live.mock.calls.length, runs.capture.mock.calls.length]).toEqual([2, 1])
  })

  it('are not cached while they are only held', async () => {
    const { runs, paid } = paidRuns({ ...RUN, state: 'held' })
    await paid.live('run', 'ada')
    await paid.live('run', 'ada')
    expect(await paid.capture('run')).toBe(true)
    expect(runs.live).toHaveBeenCalledTimes(2)
  })
})
