import { describe, expect, it } from 'vitest'
import { DatabaseRefusal } from '../platform/errors.ts'
import type { AccessRepository } from '../repositories/access.ts'
import type { Deps } from '../server/build-deps.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { scriptRun } from '../testing/script-run.ts'
import { TEST_USER, testEnv } from '../testing/test-env.ts'
import { bearer, post, repositories, withApp } from '../testing/with-app.ts'

const KEY = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const RUN = { ...scriptRun(KEY, 'held').run, state: 'held' } as const

describe('POST /api/runs', () => {
  const start = (outcome: () => Promise<typeof RUN>, seen: unknown[] = []) =>
    repositories({
      runs: {
        ...fakeDeps().repositories.runs,
        start: (run) => {
          seen.push(run)
          return outcome()
        },
      },
    })
  const body = (category: string) => ({ feature: 'quick', category, idempotencyKey: KEY })

  it.each([
    ['Hits', 1],
    ['All Stat Lines', 3],
  ])('C1 charges %s with %d credits', async (category, cost) => {
    const seen: unknown[] = []
    await withApp(
      start(async () => RUN, seen),
      async (url) => {
        const response = await post(`${url}/api/runs`, body(category), await bearer())
        expect(await response.json()).toEqual({ runId: KEY, expiresAt: RUN.expires_at })
        expect(seen).toEqual([expect.objectContaining({ cost, userId: TEST_USER, idempotencyKey: KEY })])
      },
    )
  })

  it.each([
    [402, 'No credits remaining', 'NO_CREDITS'],
    [402, 'Not enough credits', 'NOT_ENOUGH_CREDITS'],
    [409, 'This key was used for another analysis', 'CONFLICT'],
    [429, 'You have reached your daily limit of 5 credits.', 'DAILY_LIMIT'],
    [403, 'You excluded yourself until August 1, 2026.', 'SELF_EXCLUDED'],
  ])('C2 passes the refusal %d %s on as %s', async (status, message, code) => {
    const refuse = async () => {
      throw new DatabaseRefusal(status, message)
    }
    await withApp(start(refuse), async (url) => {
      const response = await post(`${url}/api/runs`, body('Hits'), await bearer())
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ message, code })
    })
  })

  it('allows ten runs a minute and then answers 429 with Retry-After', async () => {
    const on = { ...start(async () => RUN), env: testEnv({ RATE_LIMITS: 'on' }) }
    await withApp(on, async (url) => {
      const headers = await bearer()
      const statuses = []
      for (let call = 0; call < 11; call += 1) {
        statuses.push(await post(`${url}/api/runs`, body('Hits'), headers))
      }
      expect(statuses.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429])
      expect(Number(statuses[10]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await statuses[10]?.json()).toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/^Too many requests\. Try again in (1 minute|\d+ seconds)\.$/),
      })
    })
  })
})

describe('A4 A5 C3 access endpoints', () => {
  const access = (changes: Partial<Deps['repositories']['access']>) => ({
    env: testEnv({ PRIVILEGED_EMAILS: 'boss@example.com' }),
    ...repositories({ access: { ...fakeDeps().repositories.access, ...changes } }),
  })
  const who = { email: ' Pat@Example.com ', dateOfBirth: '1990-02-28' }

  it.each([
    ['new@example.com', true],
    ['Boss@example.com', false],
  ])('A4 report for %s whether a code is required: %s', async (email, codeRequired) => {
    await withApp(access({ emailExists: async () => false }), async (url) => {
      expect(await (await post(`${url}/api/access/email-exists`, { email })).json()).toEqual({
        exists: false,
        codeRequired,
      })
    })
  })

  describe('with rate limits, from one address', () => {
    const limited = {
      ...access({
        emailExists: async () => false,
        reserve: async ({ code }) => {
          if (code !== 'WELCOME') throw new DatabaseRefusal(400, 'Invalid or already used access code')
          return '2026-07-15T17:00Z'
        },
      }),
      env: testEnv({ RATE_LIMITS: 'on', PRIVILEGED_EMAILS: 'boss@example.com' }),
    }
    const lookUp = async (url: string, email: string) =>
      (await post(`${url}/api/access/email-exists`, { email })).status
    const reserve = async (url: string, email: string, code = 'WELCOME') =>
      (await post(`${url}/api/access/reserve`, { ...who, email, code })).status

    it('A5 let any number of colleagues with valid codes sign up within an hour', () =>
      withApp(limited, async (url) => {
        const statuses = new Set<number>()
        for (let person = 0; person < 15; person += 1) {
          statuses.add(await lookUp(url, `p${person}@example.com`))
          statuses.add(await reserve(url, `p${person}@example.com`))
        }
        expect([...statuses]).toEqual([200])
      }))

    it('A5 refuse the eleventh guess of a code within an hour', () =>
      withApp(limited, async (url) => {
        const statuses = []
        for (let guess = 0; guess < 11; guess += 1)
          statuses.push(await reserve(url, `p${guess}@example.com`, `GUESS${guess}`))
        expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
      }))

    it('A4 A5 forgive no lookups for a renewed reservation or an address without a code', () =>
      withApp(limited, async (url) => {
        const statuses = []
        for (let call = 0; call < 6; call += 1) {
          await reserve(url, call % 2 ? 'pat@example.com' : 'boss@example.com')
          statuses.push(
            await lookUp(url, `one${call}@example.com`),
            await lookUp(url, `two${call}@example.com`),
          )
        }
        expect(statuses).toEqual([...Array<number>(11).fill(200), 429])
      }))
  })

  it('A5 give each reservation a secret of its own, and renew the one that the caller names', async () => {
    const stored: { secret: string; network: string }[] = []
    const reserve: AccessRepository['reserve'] = async ({ secret, network }) => {
      stored.push({ secret, network })
      return '2026-07-15T17:00Z'
    }
    await withApp(access({ reserve }), async (url) => {
      const place = { ...who, code: 'WELCOME' }
      const first = await (await post(`${url}/api/access/reserve`, place)).json()
      const second = await (await post(`${url}/api/access/reserve`, place)).json()
      const again = { ...place, secret: first.secret }
      const renewed = await (await post(`${url}/api/access/reserve`, again)).json()
      expect(first.secret).not.toBe(second.secret)
      expect(renewed.secret).toBe(first.secret)
      expect(stored.map(({ secret }) => secret)).toEqual([first.secret, second.secret, first.secret])
      expect(new Set(stored.map(({ network }) => network)).size).toBe(1)
      expect((await post(`${url}/api/access/reserve`, { ...place, secret: 'short' })).status).toBe(400)
    })
  })

  it.each([
    ['Invalid or already used access code', 'ACCESS_CODE_INVALID'],
    ['You must be 21 or older to create an account', 'UNDERAGE'],
  ])('C5 pass on the refusal: %s', async (message, code) => {
    const reserve = async () => {
      throw new DatabaseRefusal(400, message)
    }
    await withApp(access({ reserve }), async (url) => {
      const response = await post(`${url}/api/access/reserve`, { ...who, code: 'WELCOME' })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: message, message, code })
    })
  })

  it('require a code, except for a privileged email address', async () => {
    await withApp(access({ reserve: async ({ code, email }) => `${email} ${code}` }), async (url) => {
      const without = await post(`${url}/api/access/reserve`, who)
      expect(await without.json()).toMatchObject({ message: 'Access code required for new accounts' })
      const named = await post(`${url}/api/access/reserve`, { ...who, email: 'BOSS@example.com' })
      expect(await named.json()).toMatchObject({ reservedUntil: 'boss@example.com null' })
    })
  })

  it.each(['2026-02-30', '1990-13-01', '28.02.1990', ''])('refuse the date %j', async (dateOfBirth) => {
    await withApp(access({}), async (url) => {
      expect((await post(`${url}/api/access/reserve`, { ...who, code: 'X', dateOfBirth })).status).toBe(400)
    })
  })

  it('redeem a code for the signed-in user and refuse an invalid one', async () => {
    await withApp(
      access({ redeem: async (user, code) => user === TEST_USER && code === 'WELCOME' }),
      async (url) => {
        const redeem = async (code: string) => post(`${url}/api/access/redeem`, { code }, await bearer())
        expect(await (await redeem('WELCOME')).json()).toEqual({ redeemed: true })
        expect(await (await redeem('OTHER')).json()).toMatchObject({ code: 'ACCESS_CODE_INVALID' })
      },
    )
  })
})
