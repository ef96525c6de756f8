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
  settled_at: null,
  picture: null,
  covers: new Set(['a']),
  additions: new Set(),
}
const DELIVERY = { runId: 'run', userId: 'ada', picture: null, covers: ['b'] }
const BEFORE = Date.parse('2026-07-15T16:00:00Z')

function paidRuns(run: Run | null) {
  const runs = {
    live: vi.fn(async () => run),
    deliver: vi.fn(async () => 'repeated' as const),
    addRows: vi.fn(async () => true),
  }
  const clock = { now: BEFORE }
  return { runs, clock, paid: cachePaidRuns(runs, () => clock.now) }
}

describe('paid runs', () => {
  it('are read once', async () => {
    const { runs, paid } = paidRuns(RUN)
    for (let time = 0; time < 3; time += 1) expect(await paid.live('run', 'ada')).toEqual(RUN)
    expect(runs.live).toHaveBeenCalledTimes(1)
  })

  it('are read again after a delivery, after added rows, and on request', async () => {
    const { runs, paid } = paidRuns(RUN)
    await paid.live('run', 'ada')
    expect(await paid.deliver(DELIVERY)).toBe('repeated')
    await paid.live('run', 'ada')
    expect(await paid.addRows('run', 'ada', [{ key: 'c', row: null }])).toBe(true)
    await paid.live('run', 'ada')
    await paid.live('run', 'ada', true)
    await paid.live('run', 'ada')
    expect(runs.live).toHaveBeenCalledTimes(4)
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
    expect(runs.live).toHaveBeenCalledTimes(2)
  })

  it('are not cached while they are only held', async () => {
    const { runs, paid } = paidRuns({ ...RUN, state: 'held' })
    await paid.live('run', 'ada')
    await paid.live('run', 'ada')
    expect(runs.live).toHaveBeenCalledTimes(2)
  })
})
