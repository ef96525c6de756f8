import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { fakeDeps } from '../testing/fake-deps.ts'
import { sendRaw } from '../testing/send-raw.ts'
import { testEnv } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'
import { ruleFor } from './data-service-mount.ts'

const mounted = (limits: 'on' | 'off' = 'off') =>
  serveApp(
    fakeDeps({
      env: testEnv({ RATE_LIMITS: limits }),
      dataService: { handle: (req, res) => res.end(`${req.method} ${req.url}`) },
    }),
  )

describe('the mounted data service', () => {
  it('receives its requests unchanged', async () => {
    const app = await mounted()
    const response = await fetch(`${app.url}/rest/v1/my_picks?select=id&pick->>sport=eq.MLB`)
    expect(await response.text()).toBe('GET /rest/v1/my_picks?select=id&pick-%3E%3Esport=eq.MLB')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    await app.close()
  })

  it('is limited to 30 sign-ins in five minutes per address', async () => {
    const app = await mounted('on')
    const statuses = []
    for (let call = 0; call < 31; call += 1) {
      const response = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        body: '{}',
      })
      statuses.push(response.status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
    const refresh = await fetch(`${app.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      body: '{}',
    })
    expect(refresh.status).toBe(200)
    await app.close()
  })

  it('is limited to ten sign-ins in five minutes per address and account, in any spelling of the account', async () => {
    const app = await mounted('on')
    const signIn = async (email: string, query = 'grant_type=password', mark = '') =>
      (
        await fetch(`${app.url}/auth/v1/token?${query}`, {
          method: 'POST',
          body: mark + JSON.stringify({ email, password: 'guess' }),
        })
      ).status
    const statuses = []
    for (let call = 0; call < 8; call += 1) statuses.push(await signIn('pat@example.com'))
    statuses.push(await signIn('pat@example.com', 'grant_type=password', '\u{feff}'))
    statuses.push(await signIn(' PAT@example.com', 'grant_type=refresh_token&grant_type=password'))
    expect(statuses).toEqual(Array<number>(10).fill(200))
    expect(await signIn('Pat@Example.com')).toBe(429)
    expect(await signIn('sam@example.com')).toBe(200)
    await app.close()
  })

  it.each(['password', 'current_password'])(
    'is limited to ten changes with a %s in five minutes per session, from all addresses',
    async (field) => {
      const app = await mounted('on')
      const change = async (session: string, body: object) => {
        const token = `h.${Buffer.from(JSON.stringify({ session_id: session })).toString('base64url')}.s`
        const headers = { authorization: `Bearer ${token}` }
        return (
          await fetch(`${app.url}/auth/v1/user`, { method: 'PUT', headers, body: JSON.stringify(body) })
        ).status
      }
      const statuses = []
      for (let call = 0; call < 11; call += 1) statuses.push(await change('one', { [field]: `pass ${call}` }))
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
      expect(await change('other', { [field]: 'pass' })).toBe(200)
      expect(await change('one', { data: {} })).toBe(200)
      await app.close()
    },
  )

  it.each([1, 70_000, 250_000])('receives a sign-in of %d bytes unchanged', async (bytes) => {
    let got = ''
    const app = await serveApp(
      fakeDeps({
        dataService: {
          handle: (req, res) => {
            req.on('data', (part: Buffer) => {
              got += part.toString()
            })
            req.on('end', () => res.end('read'))
          },
        },
      }),
    )
    const body = 'x'.repeat(bytes)
    const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, { method: 'POST', body })
    expect(await answer.text()).toBe('read')
    expect(got === body).toBe(true)
    await app.close()
  })

  it('answers other requests after a client disconnects in the middle of a sign-in', async () => {
    const app = await mounted()
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname).resume()
    const head = `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 99\r\n`
    socket.end(`${head}\r\n{"em`)
    await once(socket, 'close')
    expect((await fetch(`${app.url}/rest/v1/my_picks`)).status).toBe(200)
    await app.close()
  })

  it.each([
    ['values', `[${Array(60_000).fill('{}').join()}]`, 413],
    ['values in one row', `[{"pick":[${Array(2_000).fill('{}').join()}]}]`, 413],
    ['levels', '['.repeat(50_000), 400],
  ])('never receives a body of too many %s', async (_what, body, status) => {
    const received: string[] = []
    const app = await serveApp(
      fakeDeps({
        dataService: {
          handle: (req, res) => {
            received.push(req.url ?? '')
            res.end()
          },
        },
      }),
    )
    for (const path of ['/rest/v1/my_picks', '/rest/v1/rpc/add_pick', '/auth/v1/signup', '/auth/v1/user']) {
      const answer = await fetch(app.url + path, { method: path.endsWith('user') ? 'PUT' : 'POST', body })
      expect([path, answer.status]).toEqual([path, status])
    }
    expect(received).toEqual([])
    await app.close()
  })

  it('counts the size of table answers on the budgets of the address and of the session', async () => {
    const counted: [string, string, number][] = []
    const limits = fakeDeps().limits
    const app = await serveApp(
      fakeDeps({
        limits: {
          ...limits,
          consume: (rule, key, points = 1) => {
            if (rule.name.startsWith('work')) counted.push([rule.name, key, points])
            return limits.consume(rule, key, points)
          },
        },
        dataService: { handle: (_req, res) => res.end(Buffer.alloc(3_000_000, ' ')) },
      }),
    )
    const read = async (claims: object) => {
      counted.length = 0
      const token = `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
      const headers = { authorization: `Bearer ${token}` }
      await (await fetch(`${app.url}/rest/v1/my_picks?select=*`, { headers })).arrayBuffer()
      await expect.poll(() => counted.length).toBeGreaterThan(0)
      return [...counted]
    }
    const [address, one] = await read({ session_id: 'one' })
    expect([address?.[0], one?.[0]]).toEqual(['work-address', 'work-account'])
    // A hundred milliseconds for 3 MB, and five for everything else.
    for (const [, , points] of [address, one].filter((each) => each !== undefined)) {
      expect(points).toBeGreaterThanOrEqual(105)
      expect(points).toBeLessThan(115)
    }
    expect((await read({ session_id: 'other' }))[1]?.[1]).not.toBe(one?.[1])
    // Visitors have one key in common, which is not an account.
    expect((await read({})).map(([rule]) => rule)).toEqual(['work-address'])
    await app.close()
  })

  it('is limited to ten sign-ups an hour per address, like email-exists', async () => {
    const app = await mounted('on')
    const statuses = []
    for (let call = 0; call < 11; call += 1) {
      statuses.push((await fetch(`${app.url}/auth/v1/signup`, { method: 'POST', body: '{}' })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    await app.close()
  })

  it('A6 limits the guesses of a mailed code for each e-mail, and does not count links', async () => {
    const app = await mounted('on')
    const verify = async (body: object) =>
      (await fetch(`${app.url}/auth/v1/verify`, { method: 'POST', body: JSON.stringify(body) })).status
    const statuses = []
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push(
        await verify({ email: guess % 2 ? 'rae@example.com' : ' RAE@example.com', token: '123456' }),
      )
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    expect(await verify({ token_hash: 'a', type: 'email' })).toBe(200)
    expect(await verify({ email: 'ada@example.com', token: '123456' })).toBe(200)
    await app.close()
  })

  it.each([
    '/rest/v1/../../auth/v1/token',
    '/rest/v1/%2e%2e/%2E./auth/v1/token',
    '/rest/v1/..\\..\\auth/v1/token',
    '/auth/v1/./token',
    '/auth/v1/x/../token',
    '/auth/v1/%74oken',
    'http://elsewhere/rest/v1/../../auth/v1/token',
  ])('refuses the path %s, which would bypass the sign-in limit', async (path) => {
    const app = await mounted('on')
    const call = { method: 'POST', path: `${path}?grant_type=password`, headers: {}, body: '{}' }
    expect((await sendRaw(app.url, call)).status).toBe(400)
    await app.close()
  })

  it('receives no body that is too large or of unknown length', async () => {
    const app = await mounted()
    const call = { method: 'POST', path: '/rest/v1/my_picks', headers: {}, body: 'x'.repeat(300_000) }
    expect((await sendRaw(app.url, call)).status).toBe(413)
    const chunked = { ...call, headers: { 'transfer-encoding': 'chunked' }, body: null }
    expect((await sendRaw(app.url, chunked)).status).toBe(411)
    await app.close()
  })

  it.each([
    ['/auth/v1/signup', '', 'auth-sign-up'],
    ['/auth/v1/otp', '', 'auth-mail'],
    ['/auth/v1/recover', '', 'auth-mail'],
    ['/auth/v1/verify', '', 'auth-verify'],
    ['/auth/v1/user', '', 'auth'],
    ['/auth/v1//token', 'password', 'auth'],
    ['/rest/v1/rpc/add_pick', '', 'rest'],
    ['/api/info', '', undefined],
  ])('counts %s %s as %s', (path, grant, rule) => {
    expect(ruleFor(path, grant)?.name).toBe(rule)
  })
})
