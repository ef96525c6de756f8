import { loadsBody } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { createAccountCookies, createOverrides, createTickets, TICKET_SECONDS } from './tickets.ts'

const SECRET = 'sb_secret_test'
const VISITOR = '5a0c9f0e-58a3-4e3f-9c5f-0d5ce1bb0b0f'
const OTHER = '0d5ce1bb-58a3-4e3f-9c5f-5a0c9f0e0b0f'
const clock = (ms: number) => ({ secret: SECRET, now: () => ms })
const NOW = 1_800_000_000_000

describe('F4 load tickets', () => {
  const served = '{"analysis":[7,"0.2.0-c","0.1.0-a1"]}'
  const ticket = createTickets(clock(NOW)).issue(VISITOR, served)

  it('are valid for six hours on every instance with the secret', () => {
    const read = createTickets(clock(NOW + TICKET_SECONDS * 1000 - 1)).verify(ticket)
    expect(read).toMatchObject({ visitor: VISITOR, served: { analysis: [7, '0.2.0-c', '0.1.0-a1'] } })
    expect(createTickets(clock(NOW + TICKET_SECONDS * 1000)).verify(ticket)).toBeNull()
    expect(createTickets(clock(NOW - 120_000)).verify(ticket)).toBeNull()
    expect(createTickets(clock(NOW)).issue(VISITOR, served)).not.toBe(ticket)
  })

  it('of the largest page fit into one report and are verified', () => {
    const version = `1234.1234.1234-${'a'.repeat(40)}`
    const name = (index: number) => `r${index}`.padEnd(31, 'x')
    const all = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [name(index), [999_999, version, version]]),
    )
    const long = createTickets(clock(NOW)).issue(VISITOR, JSON.stringify(all))
    const loads = Array.from({ length: 40 }, (_, index) => ({
      name: name(index),
      version,
      outcome: 'failed' as const,
      kind: 'integrity' as const,
      ms: 600_000,
    }))
    const body = loadsBody.parse({ ticket: long, loads })
    expect(createTickets(clock(NOW)).verify(body.ticket)?.served).toEqual(all)
    // The browser limit for a report that is sent while a page unloads.
    expect(JSON.stringify(body).length).toBeLessThan(64 * 1024)
  })

  it('say whether a preview link showed the release', () => {
    const { issue, verify } = createTickets(clock(NOW))
    expect(verify(issue(VISITOR, served, true))).toMatchObject({ isPreview: true })
    expect(verify(issue(VISITOR, served))).toMatchObject({ isPreview: false })
  })

  it('are refused when they are forged or signed for another purpose', () => {
    const { verify } = createTickets(clock(NOW))
    const [body = '', signature = ''] = ticket.split('.')
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('0.2.0-c', '0.3.0-d'))
    for (const bad of [
      '',
      '.',
      body,
      `${forged.toString('base64url')}.${signature}`,
      `${body}.${signature}.${signature}`,
      `${body}.${signature.slice(1)}`,
      createTickets({ secret: 'another', now: () => NOW }).issue(VISITOR, served),
      createTickets(clock(NOW)).issue(VISITOR, '"no versions"'),
      // A token that is signed for another purpose.
      createOverrides(clock(NOW)).seal({
        name: 'analysis',
        url: 'http://127.0.0.1:1',
        visitor: VISITOR,
        user: OTHER,
      }),
    ])
      expect(verify(bad), bad).toBeNull()
  })
})

describe('F5 the override cookie', () => {
  const overrides = createOverrides(clock(NOW))
  const override = { name: 'picks', url: 'http://127.0.0.1:4101', visitor: VISITOR, user: OTHER }
  const sealed = overrides.seal(override)

  it('is valid for one visitor and twelve hours', () => {
    expect(overrides.open(sealed, VISITOR)).toEqual({ name: 'picks', url: 'http://127.0.0.1:4101' })
    expect(overrides.open(sealed, OTHER)).toBeNull()
    expect(createOverrides(clock(NOW + 12 * 3_600_000)).open(sealed, VISITOR)).toBeNull()
  })

  it('is refused when it is forged or names another host', () => {
    expect(overrides.open(`${sealed}x`, VISITOR)).toBeNull()
    expect(overrides.open('garbage', VISITOR)).toBeNull()
    expect(createOverrides({ secret: 'another' }).open(sealed, VISITOR)).toBeNull()
    for (const url of ['https://evil.example', 'http://127.0.0.1.evil.example:80', 'http://127.0.0.1:1/x'])
      expect(overrides.open(overrides.seal({ ...override, url }), VISITOR), url).toBeNull()
  })
})

it('F2 the account of a visitor is read from its cookie by the same visitor only', () => {
  const cookies = createAccountCookies('secret')
  const sealed = cookies.seal(OTHER, VISITOR)
  expect(cookies.open(sealed, VISITOR)).toBe(OTHER)
  expect(cookies.open(sealed, OTHER)).toBeNull()
  expect(createAccountCookies('another').open(sealed, VISITOR)).toBeNull()
  for (const forged of ['', sealed.replace(OTHER, VISITOR), `${sealed}:`, sealed.slice(0, -1)])
    expect(cookies.open(forged, VISITOR)).toBeNull()
})
