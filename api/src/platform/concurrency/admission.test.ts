import { describe, expect, it, vi } from 'vitest'
import { createAdmission } from '../../http/shed-load.ts'

const LIMITS = { targetSeconds: 1, minInFlight: 8, hard: 40, waiting: 100, maxWaitMs: 8_000 }
const { minInFlight: MIN_IN_FLIGHT } = LIMITS

function admission({ busy = true, ...limits }: Partial<typeof LIMITS> & { busy?: boolean } = {}) {
  const state = { busy }
  const made = createAdmission(
    { ...LIMITS, ...limits },
    { isBusy: () => state.busy, full: () => new Error('full'), now: () => Date.now() },
  )
  return { ...made, state }
}
const enterAll = (to: ReturnType<typeof admission>, count: number, gated = true) =>
  Promise.all(Array.from({ length: count }, () => to.enter(gated)))

describe('admission control of a request class', () => {
  it('admits every request up to the hard limit while the event loop is idle', async () => {
    vi.useFakeTimers()
    const free = admission({ busy: false })
    expect(await enterAll(free, LIMITS.hard)).toHaveLength(LIMITS.hard)
    const late = expect(free.enter(true)).rejects.toThrow('full')
    await vi.advanceTimersByTimeAsync(8_000)
    await late
    vi.useRealTimers()
  })
  it('admits as many requests at once as complete within the target time', async () => {
    vi.useFakeTimers()
    const busy = admission()
    // Ten seconds at 20 completed requests per second.
    for (let at = 0; at < 40; at += 1) {
      for (const leave of await enterAll(busy, 5)) leave()
      busy.tick(0.25)
    }
    let entered = 0
    const countEntry = () => {
      entered += 1
    }
    for (let at = 0; at < 30; at += 1) void busy.enter(true).then(countEntry, () => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(entered).toBe(20)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
  })
  it('queues a burst in order and admits all of it when the event loop is idle again', async () => {
    vi.useFakeTimers()
    const busy = admission()
    const leaves = await enterAll(busy, MIN_IN_FLIGHT)
    const entered: number[] = []
    for (let at = 0; at < 5; at += 1) void busy.enter(true).then(() => entered.push(at))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(entered).toEqual([])
    leaves[0]?.()
    leaves[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(entered).toEqual([0])
    busy.state.busy = false
    busy.tick(0.25)
    await vi.advanceTimersByTimeAsync(0)
    expect(entered).toEqual([0, 1, 2, 3, 4])
    vi.useRealTimers()
  })
  it('refuses a late request after 400 ms when the queue makes no progress', async () => {
    vi.useFakeTimers()
    const busy = admission()
    await enterAll(busy, MIN_IN_FLIGHT)
    const refusedAfter: number[] = []
    const ask = () => {
      const begun = Date.now()
      busy.enter(true).catch(() => refusedAfter.push(Date.now() - begun))
    }
    ask()
    await vi.advanceTimersByTimeAsync(3_500)
    ask()
    await vi.advanceTimersByTimeAsync(500)
    expect(refusedAfter).toEqual([400])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(refusedAfter).toEqual([400, 8_000])
    vi.useRealTimers()
  })
  it('ignores requests that still send their body, up to the hard limit', async () => {
    vi.useFakeTimers()
    const busy = admission({ waiting: 0 })
    const senders = Array.from({ length: LIMITS.hard - MIN_IN_FLIGHT }, () => ({ sending: true }))
    const slow = await Promise.all(senders.map((sender) => busy.enter(true, () => sender.sending)))
    const leaves = await enterAll(busy, MIN_IN_FLIGHT)
    await expect(busy.enter(true)).rejects.toThrow('full')
    for (const leave of slow) leave()
    await expect(busy.enter(true)).rejects.toThrow('full')
    for (const leave of leaves) leave()
    const late = { sending: true }
    await busy.enter(true, () => late.sending)
    await enterAll(busy, MIN_IN_FLIGHT - 1)
    // A request counts once its body is complete.
    late.sending = false
    await expect(busy.enter(true)).rejects.toThrow('full')
    vi.useRealTimers()
  })
  it('gives the place of a response that waits for its reader to another request, until it is read', async () => {
    vi.useFakeTimers()
    const busy = admission({ waiting: 0 })
    const reader = { waits: false }
    await Promise.all(Array.from({ length: MIN_IN_FLIGHT }, () => busy.enter(true, () => reader.waits)))
    await expect(busy.enter(true)).rejects.toThrow('full')
    reader.waits = true
    const leaves = await enterAll(busy, MIN_IN_FLIGHT)
    await expect(busy.enter(true)).rejects.toThrow('full')
    for (const leave of leaves) leave()
    reader.waits = false
    await expect(busy.enter(true)).rejects.toThrow('full')
    vi.useRealTimers()
  })
  it('admits requests that continue a started run and counts them', async () => {
    vi.useFakeTimers()
    const busy = admission({ hard: 10, waiting: 0 })
    expect(await enterAll(busy, 20, false)).toHaveLength(20)
    await expect(busy.enter(false)).rejects.toThrow('full')
    await expect(busy.enter(true)).rejects.toThrow('full')
    vi.useRealTimers()
  })
})
