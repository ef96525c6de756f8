import { randomUUID } from 'node:crypto'
import type { TestApi } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createParlayRequests,
  creditsOf,
  type ParlayFixture,
  parseParlays,
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
})
