import { describe, expect, it } from 'vitest'
import { LINK_EXPIRED, LOGIN_FAILED, ONCE_PER_MONTH, OTHER_MAILBOX } from '../../state/error-text.ts'
import { readAuthLink, takeAuthLink, withoutAuthLink } from './auth-link.ts'

const TOKENS = { access_token: 'a', refresh_token: 'r' }
const at = (search: string, hash = '', pathname = '/') => ({ pathname, search, hash })
const NOTHING = { tokens: null, code: null, recovery: false, mailed: null, error: null }
const FAILED = { ...NOTHING, error: LOGIN_FAILED }
const CODE = 'b0a6e2d4-4c15-4d8e-9f0a-7b1f3c2d1e00'
const PARTS = 'access_token=a&refresh_token=r&expires_in=3600&token_type=bearer'

describe('A7 an e-mail link', () => {
  it.each(['email', 'magiclink'])('yields tokens of type %s from the query or the hash', (type) => {
    const signIn = { ...NOTHING, tokens: TOKENS }
    expect(readAuthLink(at(`?tab=1&${PARTS}&type=${type}`))).toEqual(signIn)
    expect(readAuthLink(at('?tab=1', `#${PARTS}&type=${type}`))).toEqual(signIn)
  })

  it.each(['signup', 'invite', 'email_change'])(
    'yields tokens of type %s from the hash only, where the provider puts them',
    (type) => {
      expect(readAuthLink(at('', `#${PARTS}&type=${type}`)).tokens).toEqual(TOKENS)
      expect(readAuthLink(at(`?${PARTS}&type=${type}`))).toEqual(FAILED)
    },
  )

  const TOKEN_HASH = `${'ab'.repeat(32)}.c-_9`
  it.each(['email', 'magiclink', 'signup', 'invite', 'recovery', 'email_change'])(
    'F01 yields the token of a mail of the type %s, which a button uses up',
    (type) => {
      const address = at(
        `?tab=1&token_hash=${TOKEN_HASH}&type=${type}&email=ada%2B1%40example.com`,
        '',
        '/confirm',
      )
      const mailed = { token_hash: TOKEN_HASH, type, email: 'ada+1@example.com' }
      expect(readAuthLink(address)).toEqual({ ...NOTHING, mailed })
      expect(withoutAuthLink(address)).toBe('/confirm?tab=1')
    },
  )

  it.each([
    ['', null],
    ['&email=', null],
    ['&email=Call%201-900-555-0100', null],
    [`&email=${'a'.repeat(300)}%40example.com`, null],
    ['&email=ada%40example.com', 'ada@example.com'],
  ])('F01 shows no text of a crafted link as the address of an account: %s', (more, email) => {
    const { mailed } = readAuthLink(at(`?token_hash=${TOKEN_HASH}&type=email${more}`, '', '/confirm'))
    expect(mailed?.email).toBe(email)
  })

  it.each([
    '?token_hash=short&type=email',
    `?token_hash=${'a'.repeat(500)}&type=email`,
    '?token_hash=',
    `?token_hash=${'ab'.repeat(32)}&type=gift`,
  ])('F01 is expired for %s', (query) => {
    expect(readAuthLink(at(query, '', '/confirm'))).toEqual({ ...NOTHING, error: LINK_EXPIRED })
    expect(withoutAuthLink(at(query, '', '/confirm'))).toBe('/confirm')
  })

  it('F01 is kept in its history entry until it is used, so that a reload of the page keeps it', () => {
    history.replaceState(null, '', `/confirm?token_hash=${TOKEN_HASH}&type=recovery&email=ada%40example.com`)
    const link = takeAuthLink(window)
    expect(location.href).toMatch(/\/confirm$/)
    expect(takeAuthLink(window)).toEqual(link)
    history.pushState({ mailed: 'nonsense' }, '', '/confirm')
    expect(takeAuthLink(window)).toEqual(NOTHING)
    history.replaceState({ mailed: link.mailed }, '', '/picks')
    expect(takeAuthLink(window)).toEqual(NOTHING)
    history.replaceState(null, '', '/')
  })

  it('A9 is recognized as a recovery', () => {
    expect(readAuthLink(at('', `#${PARTS}&type=recovery`))).toEqual({
      ...NOTHING,
      tokens: TOKENS,
      recovery: true,
    })
  })

  it.each([
    '#access_token=a&type=magiclink',
    '#access_token=&refresh_token=&type=magiclink',
    '#access_token=a&refresh_token=r',
    '#access_token=a&refresh_token=r&type=gift',
    '#refresh_token=r',
    '#%00%ff&access_token',
  ])('fails for %s', (hash) => {
    expect(readAuthLink(at('', hash))).toEqual(FAILED)
    expect(withoutAuthLink(at('', hash))).toBe('/')
  })

  it('yields an error before any token', () => {
    const failed = '#error=access_denied&error_code=otp_expired'
    expect(readAuthLink(at('', `${failed}&${PARTS}&type=email`))).toEqual({ ...NOTHING, error: LINK_EXPIRED })
  })

  it('shows the text of a known error code', () => {
    expect(readAuthLink(at('?error=server_error&error_code=email_change_limited')).error).toBe(ONCE_PER_MONTH)
    expect(readAuthLink(at('', '#error=access_denied&error_code=self_excluded')).error).toContain('excluded')
  })

  it.each([
    '#error=access_denied&error_code=otp_expired&error_description=Call+1-900-555-0100',
    '#error=Call+1-900-555-0100',
    '#error_description=Call+1-900-555-0100',
    '#error_code=Call+1-900-555-0100',
    '#error_code=constructor&error_description=Call+1-900-555-0100',
    '#error_code=__proto__',
  ])('never shows text of the URL: %s', (hash) => {
    for (const address of [at('', hash), at(`?${hash.slice(1)}`)])
      expect([LINK_EXPIRED, LOGIN_FAILED]).toContain(readAuthLink(address).error)
  })

  it('shows the refusal of an excluded user, which a hosted project gives no code of its own', () => {
    const refusal = 'You excluded yourself until March 5, 2027.'
    const failed = (text: string) =>
      `#error=access_denied&error_code=&error_description=${encodeURIComponent(text)}`
    expect(readAuthLink(at('', failed(refusal))).error).toBe(refusal)
    expect(readAuthLink(at('', failed(`${refusal} Call 1-900-555-0100`))).error).toBe(LOGIN_FAILED)
  })

  it('A12 shows that the first link of an e-mail change waits for the second, and removes it', () => {
    const text = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
    const message = `message=${encodeURIComponent(text)}`
    for (const address of [at('?tab=1', `#${message}&sb=`), at(`?tab=1&${message}`, `#${message}`)]) {
      expect(readAuthLink(address)).toEqual({ ...NOTHING, error: OTHER_MAILBOX })
      expect(withoutAuthLink(address)).toBe('/?tab=1')
    }
    expect(readAuthLink(at('?message=Call+1-900-555-0100'))).toEqual(NOTHING)
  })

  it('yields an authorization code from the query only', () => {
    expect(readAuthLink(at(`?code=${CODE}`))).toEqual({ ...NOTHING, code: CODE })
    expect(readAuthLink(at('', `#code=${CODE}`))).toEqual(FAILED)
    expect(readAuthLink(at(`?code=${CODE}&access_token=a`))).toEqual(FAILED)
    expect(readAuthLink(at('?code=SUMMER-2026'))).toEqual(NOTHING)
  })

  it.each([
    [at('?tab=1&type=quick', '#main', '/picks'), '/picks?tab=1&type=quick#main'],
    [at(`?tab=1&${PARTS}&type=magiclink`, '#main', '/picks'), '/picks?tab=1#main'],
    [at('?tab=1', `#${PARTS}&type=recovery&provider_token=p`, '/picks'), '/picks?tab=1'],
    [at(`?${PARTS}`, `#${PARTS}`), '/'],
    [at(`?tab=1&code=${CODE}`), '/?tab=1'],
    [at('?code=SUMMER-2026'), '/?code=SUMMER-2026'],
    [at('?error=x&error_code=y&error_description=z', '#sb'), '/#sb'],
  ])('is removed from the URL, which keeps all other parameters: %o', (address, remaining) => {
    expect(withoutAuthLink(address)).toBe(remaining)
  })

  it('is removed by replacing the history entry; any other URL stays unchanged', () => {
    history.replaceState(null, '', '/picks?tab=1')
    const entries = history.length
    expect(takeAuthLink(window)).toEqual(NOTHING)
    expect(location.href).toMatch(/\/picks\?tab=1$/)
    history.replaceState(null, '', `/picks?tab=1#${PARTS}&type=magiclink`)
    expect(takeAuthLink(window).tokens).toEqual(TOKENS)
    expect(location.href).toMatch(/\/picks\?tab=1$/)
    expect(history.length).toBe(entries)
    history.replaceState(null, '', '/')
  })
})
