import { randomUUID } from 'node:crypto'
import type { TestApi } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createParlayRequests,
  creditsOf,
  type ParlayFixture,
  parseParlays,
  readError,
  readSavedParlays,
  type SentPick,
  startParlayFixture,
} from './parlay-fixture.ts'

let fixture: ParlayFixture
let api: TestApi
let picks: SentPick[]
beforeAll(async () => {
  fixture = await startParlayFixture()
  picks = fixture.picks
  api = await fixture.startApi()
}, 120_000)
afterAll(async () => {
  await api?.close()
  await fixture?.close()
})

const requestParlays = createParlayRequests(() => ({ url: api.url, picks }))

describe('P8 POST /api/parlay/generate-parlay', () => {
  it('runs once per idempotency key for concurrent and repeated calls, also after a disconnect', async () => {
    const user = await api.createUser()
    const key = randomUUID()
    const disconnect = new AbortController()
    const disconnected = requestParlays(user, { idempotencyKey: key }, disconnect.signal)
    // The hold exists, so the run has started.
    await expect.poll(() => creditsOf(user)).toBe(19)
    disconnect.abort()
    await disconnected.catch(() => undefined)
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () =>
        parseParlays(await requestParlays(user, { idempotencyKey: key })),
      ),
    )
    for (const other of answers) expect(other).toEqual(answers[0])
    expect((await readSavedParlays(user)).map(({ details }) => details)).toEqual(answers[0]?.parlays)
    expect(await creditsOf(user)).toBe(19)
  })

  it('resumes the hold of a process that was killed before saving', async () => {
    const user = await api.createUser()
    const key = randomUUID()
    const held = await api.admin.rpc('start_run', {
      p_user: user.id,
      p_feature: 'parlay',
      p_category: 'Parlay',
      p_cost: 1,
      p_key: key,
      p_ttl_seconds: 300,
    })
    expect(held.error).toBeNull()
    expect(await creditsOf(user)).toBe(19)
    const { parlays } = await parseParlays(await requestParlays(user, { idempotencyKey: key }))
    expect((await readSavedParlays(user)).map(({ id }) => id)).toEqual(parlays.map(({ id }) => id))
    expect(await creditsOf(user)).toBe(19)
  })

  it('C2 charges and saves 20 of 50 concurrent calls on 20 credits, and refuses the rest', async () => {
    const user = await api.createUser()
    const few = picks.slice(0, 12)
    const results = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await requestParlays(user, { parlaySize: 2, myPicks: few })
        if (response.status === 200) return parseParlays(response)
        return readError(response)
      }),
    )
    const refused = results.filter((result) => Array.isArray(result))
    expect(refused).toEqual(Array(30).fill([402, 'NO_CREDITS', 'No credits remaining']))
    expect(await creditsOf(user)).toBe(0)
    const saved = await readSavedParlays(user)
    const answers = results.flatMap((result) => ('parlays' in result ? result.parlays : []))
    expect(answers).toHaveLength(60)
    expect(saved.map(({ id }) => id).toSorted()).toEqual(answers.map(({ id }) => id).toSorted())
    const { data: ledger } = await user.client.from('credit_ledger').select('delta, reason')
    const charged = ledger?.filter(({ reason }) => reason === 'capture') ?? []
    expect(charged).toHaveLength(20)
  }, 60_000)
})
