import { sendRaw } from '@propsight/api/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSafe } from './support/expect-safe.ts'
import { type AttackedRoute, listRoutes } from './support/list-routes.ts'
import { randomRequest } from './support/random-request.ts'
import { ADMIN_KEY, digestTables, openTarget, type Target } from './support/target.ts'

/** Random requests per route; set `FUZZ_RUNS=500` for a run over night. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 8)

/** Number of keys before the first request. */
const PROTOTYPE_KEYS = Reflect.ownKeys(Object.prototype).length

let target: Target
let routes: AttackedRoute[]
beforeAll(async () => {
  target = await openTarget()
  routes = listRoutes(target)
}, 120_000)
afterAll(() => target?.close(), 30_000)

describe('every route of the router', () => {
  it('is collected for the attack', () => {
    expect(routes.length).toBeGreaterThan(60)
  })

  it('answers random calls as documented, without secrets or internals', async () => {
    // Routes that exclude or delete their user are called by a separate one.
    const expendableUser = await target.createUser()
    for (const route of routes) {
      const user = /exclude|delete$/.test(route.name) ? expendableUser : target.attacker
      const tokens = [user.token, ADMIN_KEY, '', 'a.b.c']
      await fc.assert(
        fc.asyncProperty(randomRequest(route, tokens), async (sent) => {
          expectSafe(sent, await sendRaw(target.url, sent), target.secrets)
        }),
        { numRuns: RUNS },
      )
    }
  }, 300_000)

  it('leaves the prototypes of objects unchanged', () => {
    // The API runs in the process of the test.
    expect(Reflect.ownKeys(Object.prototype).length).toBe(PROTOTYPE_KEYS)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(Reflect.ownKeys(Array.prototype).filter((key) => /admin|role|^a$/.test(String(key)))).toEqual([])
  })

  it('changes no data without authorization', async () => {
    const open = new Set(['POST /api/access/email-exists', 'POST /api/access/reserve'])
    const before = await digestTables(target)
    const tokens = ['', 'a.b.c', 'not-the-admin-key', `psd_${'a'.repeat(43)}`]
    for (const route of routes.filter(({ method, name }) => method !== 'GET' && !open.has(name))) {
      await fc.assert(
        fc.asyncProperty(randomRequest(route, tokens), async (sent) => {
          expectSafe(sent, await sendRaw(target.url, sent), target.secrets)
        }),
        { numRuns: 3 },
      )
    }
    expect(await digestTables(target)).toEqual(before)
  }, 120_000)

  it('changes no data through another verb or a method override', async () => {
    const before = await digestTables(target)
    for (const { path, method } of routes) {
      for (const other of ['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', method === 'GET' ? 'POST' : 'GET']) {
        const headers = {
          'content-type': 'application/json',
          'x-http-method-override': method,
          'x-http-method': method,
          'x-method-override': method,
        }
        const sent = {
          method: other,
          path: `${path}?_method=${method}`,
          headers,
          body: other === 'GET' ? null : '{}',
        }
        const answered = await sendRaw(target.url, sent)
        expectSafe(sent, answered, target.secrets)
      }
    }
    expect(await digestTables(target)).toEqual(before)
  }, 120_000)
})
