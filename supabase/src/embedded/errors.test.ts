import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixWarnings } from './call-context.ts'
import { isoTime, postgresTypes } from './connection.ts'
import { correctRedirect, correctResponse, listOrigins, postgresError, restrictCors } from './errors.ts'

describe('postgresError', () => {
  const raised = (code: string) => Object.assign(new Error('words'), { code, detail: 'more' })
  const statusOf = (error: unknown) =>
    error instanceof Error && 'detail' in error ? JSON.parse(String(error.detail)).status : null

  it.each([
    ['23514', 400],
    ['P0001', 400],
    ['28000', 403],
    ['XX000', 500],
    ['57P01', 503],
    ['08006', 503],
    ['CONNECTION_CLOSED', 503],
    ['QUERY_TIMEOUT', 503],
    ['57014', 503],
    ['53100', 503],
    ['53200', 503],
    ['58030', 503],
    ['58P01', 503],
    ['ERR_INVALID_ARG_TYPE', 400],
    ['ECONNREFUSED', 503],
  ])('maps %s to status %i', (code, status) => {
    expect(statusOf(postgresError(raised(code)))).toBe(status)
  })
  it.each(['57014', 'CONNECTION_CLOSED', '53100', 'XX000'])(
    'says when to try again if the service is not available: %s',
    (code) => {
      const thrown = postgresError(raised(code))
      const { status, headers } = JSON.parse(String((thrown as { detail?: unknown }).detail))
      expect(headers['Retry-After']).toBe(status === 503 ? '2' : undefined)
    },
  )
  it.each(['PGRST', 'PT402', '42501', '23505', '22P02'])('returns %s unchanged for the service', (code) => {
    const error = raised(code)
    expect(postgresError(error)).toBe(error)
  })
  it('returns a value that is not a database error unchanged', () => {
    for (const value of [new Error('x'), null, 'text', { code: 5 }]) expect(postgresError(value)).toBe(value)
  })
})

describe('correctResponse', () => {
  it('answers a database rule with its status and message only', async () => {
    const answer = correctResponse({ code: 'PT429', message: 'Not yet' }, 500, '/auth/v1/user')
    expect([answer?.status, (await answer?.json())?.msg]).toEqual([429, 'Not yet'])
    expect(correctResponse({ code: '22P02', message: 'a value' }, 500, '/auth/v1/user')?.status).toBe(400)
    expect(correctResponse({ code: '22P02', message: 'a value' }, 406, '/auth/v1/user')).toBeNull()
    expect(
      correctResponse({ code: '23503', message: 'its session is gone' }, 500, '/auth/v1/user')?.status,
    ).toBe(400)
    expect(correctResponse({ code: '', message: 'secret' }, 500, '/auth/v1/user')).toBeNull()
    expect(correctResponse(undefined, 500, '/auth/v1/user')).toBeNull()
    const ofToken = correctResponse({ code: 'PT429', message: 'Not yet' }, 500, '/auth/v1/verify')
    expect((await ofToken?.json())?.error_code).toBe('email_change_limited')
  })
  it.each(['53100', '58030', '58P01'])('answers 503 without the name of a file for %s', async (code) => {
    const message = 'could not extend file "base/16384/2619": No space left on device'
    for (const path of ['/rest/v1/my_picks', '/auth/v1/signup']) {
      for (const status of [500, 503]) {
        const answer = correctResponse({ code, message }, status, path)
        expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '5'])
        expect(await answer?.text()).not.toContain('base/')
      }
    }
    const thrown = postgresError(Object.assign(new Error(message), { code }))
    expect(thrown instanceof Error ? thrown.message : '').not.toContain('base/')
  })
  it('answers 503 for a lost database connection, also for a 404 of the service', () => {
    for (const status of [404, 500]) {
      expect(
        correctResponse({ code: 'CONNECTION_CLOSED', message: 'host:port' }, status, '/auth/v1/user')?.status,
      ).toBe(503)
    }
    expect(
      correctResponse({ code: 'CONNECTION_CLOSED', message: 'host:port' }, 200, '/auth/v1/user'),
    ).toBeNull()
  })
})

describe('correctRedirect', () => {
  const answered = (hash: string) =>
    new Response(null, { status: 303, headers: { location: `http://app.test/a?b=c#${hash}`, 'x-b': '1' } })
  const refused = answered(
    'error=access_denied&error_code=server_error&error_description=Verification+failed',
  )

  it('puts the message of a database rule into the redirect', () => {
    const fixed = correctRedirect({ code: 'PT403', message: 'Not & yet' }, refused)
    const [page, hash] = fixed?.headers.get('location')?.split('#') ?? []
    expect([fixed?.status, page, fixed?.headers.get('x-b')]).toEqual([303, 'http://app.test/a?b=c', '1'])
    expect(new URLSearchParams(hash).get('error_description')).toBe('Not & yet')
  })
  it('ignores every other answer', () => {
    expect(correctRedirect(undefined, refused)).toBeNull()
    expect(correctRedirect({ code: '22P02', message: 'x' }, refused)).toBeNull()
    expect(correctRedirect({ code: 'PT403', message: 'x' }, answered('access_token=a'))).toBeNull()
    expect(correctRedirect({ code: 'PT403', message: 'x' }, new Response('x'))).toBeNull()
  })
})

describe('column types', () => {
  it('format times as ISO 8601', () => {
    expect(isoTime('2026-07-15 16:00:00.123+00')).toBe('2026-07-15T16:00:00.123+00:00')
    expect(isoTime('infinity')).toBe('infinity')
  })
  it('serialise JSON once, also when it is already text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (value) => {
        const text = JSON.stringify(value)
        expect(postgresTypes.jsonb.serialize(value)).toBe(text)
        expect(postgresTypes.jsonb.serialize(text)).toBe(text)
      }),
    )
  })
})

describe('restrictCors', () => {
  const allowed = listOrigins([
    'http://127.0.0.1:3000',
    'https://app.test/**',
    'https://*.test/**',
    'nonsense',
  ])
  const answered = (origin: string | null) =>
    restrictCors(new Response('x', { headers: { 'access-control-allow-origin': '*' } }), origin, allowed)
      .headers

  it('allows listed origins only', () => {
    expect(answered('https://app.test').get('access-control-allow-origin')).toBe('https://app.test')
    for (const origin of ['https://evil.test', 'null', 'https://app.test.evil.test', null]) {
      expect([...answered(origin).keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    expect(answered('https://app.test').get('access-control-allow-credentials')).toBeNull()
  })
})

describe('fixWarnings', () => {
  it('allows Error objects as process warnings', async () => {
    await import('@supabase/lite/postgres')
    fixWarnings()
    const messages: string[] = []
    const listen = ({ message }: Error) => messages.push(message)
    process.on('warning', listen)
    process.emitWarning(new Error('too many listeners'))
    process.emitWarning('a text')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', listen)
    expect(messages).toEqual(['too many listeners', 'a text'])
  })
})
