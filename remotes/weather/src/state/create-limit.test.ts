import { describe, expect, it } from 'vitest'
import { createLimit } from './queries.ts'

const tick = () => new Promise((done) => setTimeout(done))

describe('W1 createLimit', () => {
  it('starts as many calls as allowed, and one more for each that ends', async () => {
    const limit = createLimit(6)
    const ends: (() => void)[] = []
    let begun = 0
    const all = Array.from({ length: 9 }, () =>
      limit(() => {
        begun += 1
        return new Promise<void>((end) => ends.push(end))
      }),
    )
    await tick()
    expect(begun).toBe(6)
    ends[0]?.()
    ends[1]?.()
    await tick()
    expect(begun).toBe(8)
    for (const end of ends) end()
    await tick()
    for (const end of ends) end()
    await Promise.all(all)
    expect(begun).toBe(9)
  })

  it('continues after a failure and skips an aborted call', async () => {
    const limit = createLimit(1)
    const controller = new AbortController()
    const failing = limit(() => Promise.reject(new Error('away')))
    const skipped = limit(() => Promise.resolve('never'), controller.signal)
    const last = limit(() => Promise.resolve('here'))
    controller.abort()
    await expect(failing).rejects.toThrow('away')
    await expect(skipped).rejects.toThrow()
    await expect(last).resolves.toBe('here')
  })
})
