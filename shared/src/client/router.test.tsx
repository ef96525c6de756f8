import { act, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { createBrowserRouter, createMemoryRouter, useLocation } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { CONTENT_ROUTES, createRouterLocation, normalisePath, ROUTER_FLAGS, RouterContent } from './router.ts'

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
    const router = createBrowserRouter(CONTENT_ROUTES, { window, future: ROUTER_FLAGS })
    const location = createRouterLocation(router)
    const changed = vi.fn()
    const end = location.subscribe(changed)
    location.navigate('/Picks/?sort=new')
    expect(location.get()).toEqual({ path: '/picks', search: '?sort=new' })
    expect(changed).toHaveBeenCalledOnce()
    location.navigate('/picks?sort=new', { replace: true })
    expect(changed).toHaveBeenCalledOnce()
    end()
    location.navigate('/')
    expect(changed).toHaveBeenCalledOnce()
    router.dispose()
  })
  it('follows back and forward', () => {
    const router = createMemoryRouter(CONTENT_ROUTES, { initialEntries: ['/'], future: ROUTER_FLAGS })
    const location = createRouterLocation(router)
    location.navigate('/picks')
    location.navigate('/pricing', { replace: true })
    void router.navigate(-1)
    expect(location.get().path).toBe('/')
    void router.navigate(1)
    expect(location.get().path).toBe('/pricing')
  })
  it('rejects a URL outside the page', () => {
    const router = createMemoryRouter(CONTENT_ROUTES, { future: ROUTER_FLAGS })
    const location = createRouterLocation(router)
    for (const bad of ['https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test', 'picks', '']) {
      expect(() => location.navigate(bad)).toThrow(RangeError)
    }
  })
})

describe('content of a router', () => {
  const Path = () => <p>at {useLocation().pathname}</p>

  it('is inside the router and rendered again in place after a navigation', () => {
    const router = createMemoryRouter(CONTENT_ROUTES, { future: ROUTER_FLAGS })
    render(
      <RouterContent router={router}>
        <Path />
      </RouterContent>,
    )
    expect(screen.getByText('at /')).toBeTruthy()
    act(() => createRouterLocation(router).navigate('/picks'))
    expect(screen.getByText('at /picks')).toBeTruthy()
  })
  it('passes its errors to the boundary around the router', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const router = createMemoryRouter(CONTENT_ROUTES, { future: ROUTER_FLAGS })
    const Broken = () => {
      throw new Error('broken content')
    }
    const page = (
      <RouterContent router={router}>
        <Broken />
      </RouterContent>
    )
    expect(() => render(page)).toThrow('broken content')
    vi.restoreAllMocks()
  })
})
