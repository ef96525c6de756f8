import { describe, expect, it } from 'vitest'
import { analysisRelease, rolloutOf } from '../testing/releases.ts'
import { createAccessRepository } from './access.ts'
import { createDataService } from './data-service.ts'
import { createReleasesRepository } from './releases.ts'
import { createRunsRepository } from './runs.ts'

const RUN = {
  id: '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d',
  user_id: '3f0f7a3a-6f0e-4d0a-9b0e-1c2d3e4f5a6b',
  feature: 'quick',
  category: 'Hits',
  cost: 1,
  state: 'held',
  expires_at: '2026-07-15T17:00:00+00:00',
  settled_at: null,
}
const UNDELIVERED = { ...RUN, picture: null, covers: new Set(), additions: new Set() }
const IMAGE_ROW = {
  ...RUN,
  state: 'captured',
  picture: 'ab'.repeat(32),
  covers: ['a', 'b'],
  additions: ['c'],
}
const IMAGE_RUN = { ...IMAGE_ROW, covers: new Set(['a', 'b']), additions: new Set(['c']) }
const ROW_OF_NULLS = Object.fromEntries(Object.keys(IMAGE_ROW).map((key) => [key, null]))

/** A data service that gives every call the same answer and records the requests. */
function answering(body: unknown, status = 200) {
  const requests: { url: string; key: string | null; body: unknown }[] = []
  const data = createDataService({
    url: 'http://data.test',
    secretKey: 'sb_secret_test',
    fetch: async (request) => {
      requests.push({ url: request.url, key: request.headers.get('apikey'), body: await request.json() })
      return Response.json(body, { status })
    },
  })
  return { data, requests }
}

describe('the data service client', () => {
  it('calls database functions by name with the server key', async () => {
    const { data, requests } = answering(RUN)
    const run = {
      userId: RUN.user_id,
      feature: 'quick',
      category: 'Hits',
      cost: 1,
      idempotencyKey: RUN.id,
      ttlSeconds: 60,
    }
    expect(await createRunsRepository(data).start(run)).toEqual(UNDELIVERED)
    expect(requests).toEqual([
      {
        url: 'http://data.test/rest/v1/rpc/start_run',
        key: 'sb_secret_test',
        body: {
          p_user: RUN.user_id,
          p_feature: 'quick',
          p_category: 'Hits',
          p_cost: 1,
          p_key: RUN.id,
          p_ttl_seconds: 60,
        },
      },
    ])
  })

  it.each([
    ['a row', RUN, UNDELIVERED],
    ['a row in a list', [RUN], UNDELIVERED],
    ['a row with a delivery', IMAGE_ROW, IMAGE_RUN],
    ['null', null, null],
    ['an empty list', [], null],
    ['a row of nulls', ROW_OF_NULLS, null],
    ['a row of nulls in a list', [ROW_OF_NULLS], null],
  ])('reads %s as the expected live run', async (_what, body, expected) => {
    expect(await createRunsRepository(answering(body).data).live(RUN.id, RUN.user_id)).toEqual(expected)
  })

  it('passes on a deliberate refusal of a database function', async () => {
    const { data } = answering({ code: 'PT402', message: 'No credits remaining' }, 402)
    await expect(createAccessRepository(data).emailExists('a@b.co')).rejects.toMatchObject({
      name: 'DatabaseRefusal',
      status: 402,
      message: 'No credits remaining',
    })
  })

  it('answers 503 with the time to wait when a database function gives up a lock', async () => {
    const { data } = answering({ code: 'PT503', message: 'Your account is busy' }, 503)
    await expect(createAccessRepository(data).emailExists('a@b.co')).rejects.toMatchObject({
      name: 'HttpError',
      status: 503,
      code: 'UNAVAILABLE',
      message: 'Your account is busy',
      headers: { 'Retry-After': '5' },
    })
  })

  it('turns a value that the database cannot store into a refusal with status 400', async () => {
    const { data } = answering({ code: '22008', message: 'date/time field value out of range' }, 400)
    await expect(
      createAccessRepository(data).reserve({
        code: 'c',
        email: 'a@b.co',
        dateOfBirth: '0000-01-01',
        legalVersion: null,
        secret: 's'.repeat(43),
        network: '192.0.2.1',
      }),
    ).rejects.toMatchObject({
      name: 'DatabaseRefusal',
      status: 400,
    })
  })

  it.each([
    ['cannot be reached', async () => Promise.reject(new TypeError('fetch failed'))],
    [
      'has lost its database',
      async () => Response.json({ code: '57P01', message: 'terminating' }, { status: 500 }),
    ],
    ['is restarting', async () => new Response('bad gateway', { status: 502 })],
  ])('reports 503 when the data service %s', async (_what, fetch) => {
    const data = createDataService({ url: 'http://data.test', secretKey: 'k', fetch })
    await expect(createAccessRepository(data).emailExists('a@b.co')).rejects.toMatchObject({ status: 503 })
  })

  it('rejects an answer of an unexpected shape', async () => {
    await expect(createAccessRepository(answering('maybe').data).emailExists('a@b.co')).rejects.toThrow()
  })

  it('skips unreadable rollouts and releases and keeps the readable ones', async () => {
    const row = { ...rolloutOf([analysisRelease]), halted: null, updatedAt: '2026-07-15' }
    const bad = { ...row, releases: [analysisRelease, { name: '../etc' }] }
    const { data } = answering([row, { rollouts: bad }, { name: '../etc' }])
    expect(await createReleasesRepository(data).rollouts()).toEqual({
      rollouts: [rolloutOf([analysisRelease]), rolloutOf([analysisRelease])],
      unreadable: 2,
    })
  })
})
