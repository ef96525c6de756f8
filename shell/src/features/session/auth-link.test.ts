import { describe, expect, it } from 'vitest'
import { readAuthLink, takeAuthLink, withoutAuthLink } from './auth-link.ts'

const TOKENS = { access_token: 'a', refresh_token: 'r' }
const at = (search: string, hash = '', pathname = '/') => ({ pathname, search, hash })
const PARTS = 'access_token=a&refresh_token=r&expires_in=3600&token_type=bearer'

describe('A7 an e-mail link', () => {
  it.each(['email', 'magiclink'])('yields tokens of type %s from the query or the hash', (type) => {
    const signIn = { tokens: TOKENS, recovery: false, error: null }
    expect(readAuthLink(at(`?tab=1&${PARTS}&type=${type}`))).toEqual(signIn)
    expect(readAuthLink(at('?tab=1', `#${PARTS}&type=${type}`))).toEqual(signIn)
  })

  it.each(['signup', 'invite', 'email_change'])(
    'yields tokens of type %s from the hash only, where the provider puts them',
    (type) => {
      expect(readAuthLink(at('', `#${PARTS}&type=${type}`)).tokens).toEqual(TOKENS)
      expect(readAuthLink(at(`?${PARTS}&type=${type}`))).toEqual({ tokens: null, recovery: false, error: '' })
    },
  )

  it('A9 is recognized as a recovery', () => {
    expect(readAuthLink(at('', `#${PARTS}&type=recovery`))).toEqual({
      tokens: TOKENS,
      recovery: true,
      error: null,
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
    expect(readAuthLink(at('', hash))).toEqual({ tokens: null, recovery: false, error: '' })
    expect(withoutAuthLink(at('', hash))).toBe('/')
  })

  it('yields an error before any token, truncated to 200 characters', () => {
    const failed = '#error=access_denied&error_description=Email+link+is+invalid+or+has+expired'
    expect(readAuthLink(at('', `${failed}&${PARTS}&type=email`))).toEqual({
      tokens: null,
      recovery: false,
      error: 'Email link is invalid or has expired',
    })
    expect(readAuthLink(at('?error=access_denied')).error).toBe('access_denied')
    expect(readAuthLink(at('', `#error_description=${'x'.repeat(900)}`)).error).toHaveLength(200)
  })

  it.each([
    [at('?tab=1&type=quick', '#main', '/picks'), '/picks?tab=1&type=quick#main'],
    [at(`?tab=1&${PARTS}&type=magiclink`, '#main', '/picks'), '/picks?tab=1#main'],
    [at('?tab=1', `#${PARTS}&type=recovery&provider_token=p`, '/picks'), '/picks?tab=1'],
    [at(`?${PARTS}`, `#${PARTS}`), '/'],
    [at('?error=x&error_code=y&error_description=z', '#sb'), '/#sb'],
  ])('is removed from the URL, which keeps all other parameters: %o', (address, remaining) => {
    expect(withoutAuthLink(address)).toBe(remaining)
  })

  it('is removed by replacing the history entry; any other URL stays unchanged', () => {
    history.replaceState(null, '', '/picks?tab=1')
    const entries = history.length
    expect(takeAuthLink(window)).toEqual({ tokens: null, recovery: false, error: null })
    expect(location.href).toMatch(/\/picks\?tab=1$/)
    history.replaceState(null, '', `/picks?tab=1#${PARTS}&type=magiclink`)
    expect(takeAuthLink(window).tokens).toEqual(TOKENS)
    expect(location.href).toMatch(/\/picks\?tab=1$/)
    expect(history.length).toBe(entries)
    history.replaceState(null, '', '/')
  })
})
