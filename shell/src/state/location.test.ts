import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createLocationStore, normalisePath } from './location.ts'

describe('S1 location', () => {
  it('is lowercase without trailing slashes', () => {
    expect(normalisePath('/AdminAccess/')).toBe('/adminaccess')
    expect(normalisePath('/')).toBe('/')
    expect(normalisePath('//')).toBe('/')
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const once = normalisePath(path)
        expect(normalisePath(once)).toBe(once)
        expect(once).toMatch(/^\/($|[^/])/)
      }),
    )
  })
  it('notifies its subscribers of a navigation', () => {
    window.scrollTo = vi.fn()
    const store = createLocationStore(window)
    const changed = vi.fn()
    const end = store.subscribe(changed)
    store.navigate('/Picks/?sort=new')
    expect(store.get()).toEqual({ path: '/picks', search: '?sort=new' })
    expect(changed).toHaveBeenCalledOnce()
    store.navigate('/picks?sort=new', { replace: true })
    expect(changed).toHaveBeenCalledOnce()
    end()
    store.navigate('/')
    expect(changed).toHaveBeenCalledOnce()
  })
  it('rejects a URL outside the page', () => {
    const store = createLocationStore(window)
    for (const bad of ['https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test', 'picks', '']) {
      expect(() => store.navigate(bad)).toThrow(RangeError)
    }
  })
})
