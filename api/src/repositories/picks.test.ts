import type { Pick } from '@propsight/shared/contracts'
import { expect, it } from 'vitest'
import { yieldRounds } from '../platform/concurrency/event-loop.ts'
import { createDataService } from './data-service.ts'
import { createPicksRepository } from './picks.ts'

let running = 0
let mostRunning = 0
const calls: { p_user: string; p_picks: Pick[] }[] = []
/** A repository whose data service reports the first pick of each call as added and the second as gone. */
const repository = createPicksRepository(
  createDataService({
    url: 'http://data.test',
    secretKey: 'sb_secret_test',
    fetch: async (request) => {
      running += 1
      mostRunning = Math.max(mostRunning, running)
      const text = await request.text()
      expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024)
      const body = JSON.parse(text)
      calls.push(body)
      await yieldRounds(2)
      running -= 1
      const [added, gone] = body.p_picks.map(({ id }: Pick) => id)
      return Response.json({ added: [added], gone: gone ? [gone] : [] })
    },
  }),
)
const pick = (id: number, reasoning: string) => ({ id: `pick_${id}`, reasoning }) as Pick

it('P4 a pick list larger than one call is merged in several calls without loss', async () => {
  const picks = Array.from({ length: 1_000 }, (_, id) => pick(id, '€'.repeat(2_000)))
  const { added, gone } = await repository.merge('me', picks)
  expect(calls.length).toBeGreaterThan(6)
  expect(calls.flatMap(({ p_picks }) => p_picks)).toEqual(picks)
  expect(calls.every(({ p_user }) => p_user === 'me')).toBe(true)
  expect([added.length, gone.length]).toEqual([calls.length, calls.length])
  expect(added[0]).toBe('pick_0')
})

it('long lists of several devices are merged one call at a time, and short ones at once', async () => {
  const long = Array.from({ length: 100 }, (_, id) => pick(id, 'x'.repeat(2_000)))
  mostRunning = 0
  await Promise.all(['a', 'b', 'c'].map((user) => repository.merge(user, long)))
  expect(mostRunning).toBe(1)
  await Promise.all(['a', 'b', 'c'].map((user) => repository.merge(user, [pick(1, 'x')])))
  expect(mostRunning).toBe(3)
})

it('an empty pick list causes no call', async () => {
  calls.length = 0
  expect(await repository.merge('me', [])).toEqual({ added: [], gone: [] })
  expect(calls).toEqual([])
})
