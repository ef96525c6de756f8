import { describe, expect, it } from 'vitest'
import { clientErrorsBody } from './client-errors.ts'
import { MAX_ERROR_TEXT_CHARS, scrubErrorText } from './scrub-error-text.ts'

describe('scrubErrorText', () => {
  it.each([
    [
      `Cannot read properties of undefined (reading 'line')`,
      'Cannot read properties of undefined (reading line)',
    ],
    [
      `Unexpected token 'h', "hunter2 is m"... is not valid JSON`,
      'Unexpected token [text], [text]... is not valid JSON',
    ],
    ['no account ada.lovelace@example.com here', 'no account [e-mail] here'],
    ['Failed to fetch https://x.test/auth?token=abc now', 'Failed to fetch [address] now'],
    ['GET /api/x?code=PROP-1 failed', 'GET /api/x failed'],
    ['bad eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln end', 'bad [token] end'],
    ["it can't be done", "it can't be done"],
    ['an open "quote that never ends', 'an open [text]'],
    ['call 18004262537', 'call [number]'],
  ])('turns "%s" into "%s"', (text, scrubbed) => {
    expect(scrubErrorText(text)).toBe(scrubbed)
  })

  it('keeps the place in a file of a release at the end, and nothing like it elsewhere', () => {
    const place = 'scouting/1.0.0-3fa9c1d2/static/js/async/chunk-8d2c41f0.js:1:100312'
    expect(scrubErrorText(`TypeError: "Ada" at ${place}`)).toBe(`TypeError: [text] at ${place}`)
    expect(scrubErrorText(`at ${place} of eyJhbGciOiJIUzI1NiJ9.secret`)).toBe(
      'at [token]:1:[number] of [token]',
    )
    expect(scrubErrorText(`${'word '.repeat(10_000)} at ${place}`)).toHaveLength(MAX_ERROR_TEXT_CHARS)
  })

  it('returns one line of at most MAX_ERROR_TEXT_CHARS for a long text', () => {
    const scrubbed = scrubErrorText(`a\n${'word '.repeat(10_000)}`)
    expect(scrubbed).toHaveLength(MAX_ERROR_TEXT_CHARS)
    expect(scrubbed).not.toContain('\n')
  })
})

it('clientErrorsBody accepts bundle frames only and refuses unknown or sensitive fields', () => {
  const error = { kind: 'error', name: 'TypeError', message: 'm', frames: [], route: '/', count: 1 }
  const body = (changes: object) => ({ shell: '1.0.0-ab', errors: [{ ...error, ...changes }] })
  expect(clientErrorsBody.safeParse(body({})).success).toBe(true)
  expect(
    clientErrorsBody.safeParse(body({ frames: ['picks/1.0.0-ab/static/js/a.1f.js:1:204'] })).success,
  ).toBe(true)
  for (const bad of [
    { frames: ['https://x.test/a.js:1:2'] },
    { frames: ['picks/1.0.0/a.js?token=1:1:2'] },
    { route: '/reset?token=1' },
    { email: 'ada@example.com' },
    { requestId: 'a b' },
    { count: 0 },
  ])
    expect(clientErrorsBody.safeParse(body(bad)).success, JSON.stringify(bad)).toBe(false)
})
