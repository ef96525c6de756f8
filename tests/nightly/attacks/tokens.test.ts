import { sendRaw, testVariables } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoInternals, expectSafe } from './support/expect-safe.ts'
import { claimsOf, forge, forgeries, invalidClaims } from './support/forge-tokens.ts'
import { listRoutes } from './support/list-routes.ts'
import { ADMIN_KEY, digestTables, openTarget, type Target } from './support/target.ts'

const KEY = testVariables.SUPABASE_PUBLISHABLE_KEY ?? ''

/** Fallback releases are public, as the registry is. */
const PUBLIC = /remotes\/:name\/fallbacks$/

let target: Target
beforeAll(async () => {
  target = await openTarget()
}, 120_000)
afterAll(() => target?.close(), 30_000)

const ask = (path: string, token: string, method = 'GET', body: unknown = null) =>
  sendRaw(target.url, {
    method,
    path,
    headers: { apikey: KEY, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === null ? null : JSON.stringify(body),
  })
const rights = async (token: string) => (await ask('/api/account/rights', token)).status
const rowsOf = async (token: string) => {
  const { status, text } = await ask('/rest/v1/user_profiles?select=user_id', token)
  return status === 200 ? JSON.parse(text) : []
}

describe('a forged token', () => {
  it('is refused by every route of the API that requires a token', async () => {
    const before = await digestTables(target)
    // Excludes public routes, which may answer a request with an invalid token.
    const routes = listRoutes(target).filter(
      ({ name }) =>
        /api\/(account|runs|game-logs|admin|access\/redeem|override|sync|parlay|player-detail|historical|analyze|news|extract|rollouts|remotes\/|developers)/.test(
          name,
        ) && !PUBLIC.test(name),
    )
    expect(routes.length).toBeGreaterThan(40)
    for (const [what, token] of Object.entries(forgeries(target.owner.token))) {
      for (const { name, method, path } of routes) {
        if (name === 'DELETE /api/override' || /admin\/session/.test(name)) continue
        const sent = {
          method,
          path,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: method === 'GET' ? null : '{}',
        }
        const answered = await sendRaw(target.url, sent)
        expect([401, 403], `${what}: ${name} answered ${answered.status}`).toContain(answered.status)
        expectSafe(sent, answered, target.secrets)
      }
    }
    expect(await digestTables(target)).toEqual(before)
  }, 120_000)

  it('reads no row and no account from the data service', async () => {
    for (const [what, token] of Object.entries(forgeries(target.owner.token))) {
      const answers = [
        await ask('/rest/v1/user_profiles?select=*', token),
        await ask('/rest/v1/access_codes?select=*', token),
        await ask('/auth/v1/user', token),
      ]
      for (const answered of answers) {
        expect([401, 403], `${what}: ${answered.text}`).toContain(answered.status)
        expectNoInternals({ method: 'GET', path: what }, answered, target.secrets)
      }
      expect(
        (await ask('/auth/v1/user', token, 'PUT', { password: 'taken-over-now' })).status,
      ).toBeGreaterThan(400)
    }
  })

  it('is refused by the API when it has the right signature and the wrong claims', async () => {
    for (const [what, token] of Object.entries(invalidClaims(target.owner.token))) {
      expect(await rights(token), what).toBe(401)
    }
  })

  it('is refused by the data service when it has the right signature and the wrong claims', async () => {
    for (const [what, token] of Object.entries(invalidClaims(target.owner.token))) {
      expect(await rowsOf(token), what).toEqual([])
      const own = await ask('/auth/v1/user', token, 'PUT', { data: { taken: true } })
      expect([400, 401, 403], `${what}: ${own.text}`).toContain(own.status)
      const all = await ask('/rest/v1/access_codes?select=*', token)
      expect([401, 403], `${what}: ${all.text}`).toContain(all.status)
    }
  })

  it('grants no administrator rights by its claims', async () => {
    const claims = claimsOf(target.attacker.token)
    const adminClaims = {
      role: 'authenticated',
      is_admin: true,
      app_metadata: { admin: true, role: 'admin' },
      user_role: 'admin',
      aal: 'aal2',
    }
    const withAdminClaims = forge({ alg: 'HS256' }, { ...claims, ...adminClaims })
    for (const token of [target.attacker.token, withAdminClaims]) {
      const routes = listRoutes(target).filter(
        ({ name }) =>
          /\/api\/(admin|developers|rollouts|remotes\/|access\/create)/.test(name) && !PUBLIC.test(name),
      )
      for (const { name, method, path } of routes) {
        if (/session$|session\/end$/.test(name) && method === 'POST') continue
        const { status } = await ask(path, token, method, method === 'GET' ? null : {})
        expect(status, name).toBe(403)
      }
    }
    const raise = await ask('/auth/v1/user', target.attacker.token, 'PUT', {
      role: 'service_role',
      app_metadata: { admin: true },
      is_super_admin: true,
      data: { admin: true },
    })
    expect(raise.status).toBeLessThan(500)
    const [row] =
      await target.sql`select role, raw_app_meta_data::text as app from auth.users where id = ${target.attacker.id}`
    expect(row).toMatchObject({ role: 'authenticated' })
    expect(row?.app).not.toContain('admin')
  })
})

describe('a valid token', () => {
  it('is refused after its user signed out', async () => {
    const user = await target.createUser()
    expect((await rowsOf(user.token)).length).toBe(1)
    expect((await ask('/auth/v1/logout', user.token, 'POST', {})).status).toBe(204)
    expect(await rowsOf(user.token)).toEqual([])
    expect(await rights(user.token)).toBe(401)
  })

  it('is refused after the password was changed in another session', async () => {
    const user = await target.createUser()
    const elsewhere = JSON.parse(
      (
        await ask('/auth/v1/token?grant_type=password', KEY, 'POST', {
          email: user.email,
          password: user.password,
        })
      ).text,
    )
    expect(await rights(elsewhere.access_token)).toBe(200)
    expect(
      (
        await ask('/auth/v1/user', user.token, 'PUT', {
          password: 'another-long-password',
          current_password: user.password,
        })
      ).status,
    ).toBe(200)
    expect(await rights(elsewhere.access_token)).toBe(401)
    expect(await rowsOf(elsewhere.access_token)).toEqual([])
    expect(await rights(user.token)).toBe(200)
  })

  it('is refused after its user was excluded or deleted', async () => {
    const excluded = await target.createUser()
    const deleted = await target.createUser()
    expect(
      (await ask('/api/account/exclude', excluded.token, 'POST', { days: 7, confirm: true })).status,
    ).toBe(200)
    expect((await ask('/api/account/delete', deleted.token, 'POST', { confirm: deleted.email })).status).toBe(
      200,
    )
    expect([await rights(excluded.token), await rights(deleted.token)]).toEqual([403, 401])
    expect([await rowsOf(excluded.token), await rowsOf(deleted.token)]).toEqual([[], []])
  })

  it('is refreshed once, and reuse of a refresh token ends the session', async () => {
    const user = await target.createUser()
    const { data } = await user.client.auth.getSession()
    const refresh = async (token: string) => {
      const { status, text } = await ask('/auth/v1/token?grant_type=refresh_token', KEY, 'POST', {
        refresh_token: token,
      })
      return { status, next: JSON.parse(text).refresh_token as string | undefined }
    }
    const stolen = data.session?.refresh_token ?? ''
    const first = await refresh(stolen)
    const second = await refresh(first.next ?? '')
    expect([first.status, second.status]).toEqual([200, 200])
    expect((await refresh(stolen)).status).toBe(400)
    expect((await refresh(second.next ?? '')).status).toBe(400)
  })

  it('is not accepted from a URL, a cookie or another header', async () => {
    const { token } = target.owner
    const tries = [
      { path: `/api/account/rights?access_token=${token}&authorization=Bearer%20${token}` },
      {
        path: '/api/account/rights',
        headers: { cookie: `propsight.auth=${token}; propsight-admin=${Date.now() + 1e6}.${token}` },
      },
      {
        path: '/api/admin/users',
        headers: { cookie: `propsight-admin=9999999999999.${Buffer.from(ADMIN_KEY).toString('base64url')}` },
      },
      {
        path: '/api/account/rights',
        headers: { 'x-forwarded-user': target.owner.id, 'x-supabase-auth': token },
      },
    ]
    for (const one of tries) expect((await sendRaw(target.url, { method: 'GET', ...one })).status).toBe(401)
  })
})
