import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testEnv } from '../testing/test-env.ts'
import { post, repositories, withApp } from '../testing/with-app.ts'

const env = testEnv({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
const VICTIM = 'owner@example.com'
const OWNER = '198.51.100.7'
const attacker = (number: number) => `203.0.113.${number}`

/** A data service that refuses every sign-in with 400, behind the API rate limits. */
const service = {
  env,
  dataService: {
    handle: (_req: unknown, res: import('node:http').ServerResponse) => {
      res.writeHead(400).end('{}')
    },
  },
}
const signIn = async (url: string, from: string) =>
  (
    await post(
      `${url}/auth/v1/token?grant_type=password`,
      { email: VICTIM, password: 'a guess' },
      { 'x-forwarded-for': from },
    )
  ).status

describe('rate limits per address and instance', () => {
  const ask = async (url: string, path: string, from: string) => {
    const { status, headers } = await fetch(url + path, {
      headers: { 'x-forwarded-for': from, accept: 'text/html' },
    })
    return { status, ends: headers.get('connection') === 'close', retryAfter: headers.get('retry-after') }
  }
  it('refuse further pages, end the connection, and serve other paths and other addresses', async () => {
    await withApp({ env }, async (url) => {
      const statuses = new Set<number>()
      for (let call = 0; call < 300; call += 1) statuses.add((await ask(url, '/', OWNER)).status)
      // The test has no data service, so that no shell is known.
      expect([...statuses]).toEqual([503])
      const refused = await ask(url, '/', OWNER)
      expect(refused).toMatchObject({ status: 429, ends: true })
      expect(Number(refused.retryAfter)).toBeGreaterThan(0)
      expect((await ask(url, '/bundles/shell/1.0.0/none.js', OWNER)).status).toBe(404)
      expect((await ask(url, '/', attacker(1))).status).toBe(503)
    })
  }, 60_000)
})

describe('rate limits of an IPv6 /48', () => {
  const inNetwork = (number: number) => `2001:db8:7:${number.toString(16)}::1`
  const lookUp = (url: string, from: string) =>
    post(
      `${url}/api/access/email-exists`,
      { email: `${randomUUID()}@example.com` },
      { 'x-forwarded-for': from },
    )
  const parts = repositories({
    access: { emailExists: async () => false, reserve: async () => '', redeem: async () => true },
  })

  it('refuse its addresses after ten times the calls of one address, and no address outside', async () => {
    await withApp({ ...parts, env }, async (url) => {
      const statuses = []
      for (let call = 0; call < 102; call += 1) statuses.push((await lookUp(url, inNetwork(call))).status)
      expect(statuses).toEqual([...Array<number>(100).fill(200), 429, 429])
      const refused = await lookUp(url, inNetwork(500))
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await lookUp(url, '2001:db8:8::1')).status).toBe(200)
    })
  })

  it('do not count the refused calls of one address', async () => {
    await withApp({ ...parts, env }, async (url) => {
      for (let call = 0; call < 150; call += 1) await lookUp(url, inNetwork(1))
      expect((await lookUp(url, inNetwork(2))).status).toBe(200)
    })
  })

  it('lock it for all guesses of the admin key after fifty wrong ones', async () => {
    await withApp(
      { env: testEnv({ RATE_LIMITS: 'on', TRUST_PROXY: '1', ADMIN_KEY: 'right-'.repeat(6) }) },
      async (url) => {
        const guess = async (from: string) =>
          (await post(`${url}/api/admin/session`, { key: 'wrong' }, { 'x-forwarded-for': from })).status
        const statuses = await Promise.all(Array.from({ length: 80 }, (_, call) => guess(inNetwork(call))))
        expect(statuses.filter((status) => status === 401)).toHaveLength(41)
        expect(statuses.filter((status) => status === 429)).toHaveLength(39)
        expect(await guess('2001:db8:8::1')).toBe(401)
      },
    )
  })
})

describe('rate limits per account', () => {
  it('leave the owner five sign-in attempts after guesses from forty other addresses', async () => {
    await withApp(service, async (url) => {
      for (let address = 0; address < 40; address += 1) await signIn(url, attacker(address))
      const owner = []
      for (let call = 0; call < 6; call += 1) owner.push(await signIn(url, OWNER))
      expect(owner).toEqual([400, 400, 400, 400, 400, 429])
    })
  })

  it('allow ten guesses from the first address and five an hour from each further one', async () => {
    await withApp(service, async (url) => {
      const passed = async (address: number, calls: number) => {
        let count = 0
        for (let call = 0; call < calls; call += 1)
          if ((await signIn(url, attacker(address))) !== 429) count += 1
        return count
      }
      expect(await passed(1, 20)).toBe(10)
      const others = []
      for (let address = 2; address < 8; address += 1) others.push(await passed(address, 12))
      expect(others).toEqual(Array<number>(others.length).fill(5))
    })
  })

  it('allow five guesses an hour from one IPv6 /48 prefix with its 65,536 networks', async () => {
    await withApp(service, async (url) => {
      for (let address = 0; address < 10; address += 1) await signIn(url, attacker(address))
      const passed = []
      for (let network = 0; network < 7; network += 1)
        passed.push(await signIn(url, `2001:db8:7:${network}::1`))
      expect(passed).toEqual([400, 400, 400, 400, 400, 429, 429])
      expect(await signIn(url, '2001:db8:8::1')).toBe(400)
    })
  })

  it.each(['recover', 'otp', 'magiclink', 'resend'])(
    'allow six %s requests an hour for one account, from all addresses together',
    async (kind) => {
      await withApp(service, async (url) => {
        const statuses = []
        for (let address = 0; address < 8; address += 1) {
          const from = { 'x-forwarded-for': attacker(address) }
          statuses.push((await post(`${url}/auth/v1/${kind}`, { email: VICTIM.toUpperCase() }, from)).status)
        }
        expect(statuses).toEqual([...Array<number>(6).fill(400), 429, 429])
      })
    },
  )

  it('ignore invented client addresses when no proxy is trusted', async () => {
    await withApp({ ...service, env: testEnv({ RATE_LIMITS: 'on' }) }, async (url) => {
      const statuses = []
      for (let address = 0; address < 12; address += 1) statuses.push(await signIn(url, attacker(address)))
      expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
    })
  })

  it('keep the sign-up form available to the owner while other clients submit the same e-mail', async () => {
    const parts = repositories({
      access: {
        emailExists: async () => false,
        reserve: async () => new Date().toISOString(),
        redeem: async () => true,
      },
    })
    await withApp({ ...parts, env }, async (url) => {
      const ask = async (path: string, from: string, more = {}) =>
        (await post(`${url}/api/access/${path}`, { email: VICTIM, ...more }, { 'x-forwarded-for': from }))
          .status
      const place = { code: 'A-CODE', dateOfBirth: '1990-01-31' }
      for (let address = 0; address < 15; address += 1) {
        await ask('email-exists', attacker(address))
        await ask('reserve', attacker(address), place)
      }
      expect(await ask('email-exists', OWNER)).toBe(200)
      expect(await ask('reserve', OWNER, place)).toBe(200)
    })
  })
})
