import { describe, expect, it } from 'vitest'
import { makeEntry } from '../../loader/testing/make-entry.ts'
import { readOverrideRequest, withoutOverrideRequest } from './active-override.tsx'

const remotes = [makeEntry('picks'), makeEntry('weather', { mount: 'overlay', title: 'Weather' })]

describe('F5 an override link', () => {
  it.each([
    ['picks@http://127.0.0.1:4101', 'http://127.0.0.1:4101'],
    ['picks@http://localhost:4101/', 'http://localhost:4101'],
    ['picks@http://[::1]:4101', 'http://[::1]:4101'],
  ])('is parsed: %s', (text, url) => {
    expect(readOverrideRequest(text)).toEqual({ name: 'picks', url })
  })
  it.each([
    '',
    'picks',
    'picks@',
    '@http://127.0.0.1:4101',
    'picks@http://127.0.0.1',
    'picks@https://127.0.0.1:4101',
    'picks@http://127.0.0.1:99999',
    'picks@http://127.0.0.1.evil.example:80',
    'picks@http://127.0.0.1:4101@evil.example',
    'picks@http://evil.example:80#127.0.0.1:4101',
    'picks@http://localhost:4101/bundle',
    'picks@javascript:alert(1)',
    'picks@http://192.168.0.7:4101',
    'Picks@http://127.0.0.1:4101',
    '../picks@http://127.0.0.1:4101',
  ])('is rejected: %s', (text) => {
    expect(readOverrideRequest(text)).toBeNull()
  })
  it('is removed from the URL, which stays the same otherwise', () => {
    const address = { pathname: '/picks', search: '?a=1&dev-remote=x&dev-remote=y&b=2', hash: '#top' }
    expect(withoutOverrideRequest(address, { remotes })).toBe('/picks?a=1&b=2#top')
    expect(withoutOverrideRequest({ pathname: '/', search: '?dev-remote=x', hash: '' }, { remotes })).toBe(
      '/',
    )
  })
  it.each([
    ['/', 'picks', '/picks?a=1'],
    ['/pitchers', 'picks', '/pitchers?a=1'],
    ['/', 'weather', '/?a=1'],
    ['/', 'unknown', '/?a=1'],
  ])('on %s with %s opens %s', (pathname, name, opened) => {
    const search = `?a=1&dev-remote=${name}@http://127.0.0.1:4101`
    expect(withoutOverrideRequest({ pathname, search, hash: '' }, { remotes })).toBe(opened)
  })
})
