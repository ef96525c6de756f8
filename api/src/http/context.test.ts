import { expect, it, vi } from 'vitest'
import { cacheMatches, createRouter } from './context.ts'

const nothing = () => undefined

function routes() {
  const router = createRouter()
    .use('/api/admin', nothing)
    .get('/api/admin/codes', nothing)
    .post('/api/admin/codes', nothing)
    .get('/api/players/:id', nothing)
  const tried = vi.spyOn(router, 'match')
  return { router: cacheMatches(router), tried }
}

it('cacheMatches answers like the router, per method, and matches an address once', () => {
  const { router, tried } = routes()
  const found = () => router.match('/api/admin/codes', 'GET')
  expect(found().pathAndMethod.map(({ path }) => path)).toEqual(['/api/admin', '/api/admin/codes'])
  expect(found()).toEqual(found())
  expect(tried).toHaveBeenCalledTimes(1)
  expect(router.match('/api/admin/codes', 'POST').pathAndMethod).not.toEqual(found().pathAndMethod)
})

it('cacheMatches returns a new list on each call', () => {
  const { router } = routes()
  const first = router.match('/api/admin/codes', 'GET')
  first.path.length = 0
  expect(router.match('/api/admin/codes', 'GET').path).toHaveLength(3)
})

it('cacheMatches caches neither addresses with parameters nor unknown addresses', () => {
  const { router, tried } = routes()
  for (const path of ['/api/players/7', '/api/players/7', '/nowhere', '/nowhere', '/api/admin/none'])
    router.match(path, 'GET')
  expect(tried).toHaveBeenCalledTimes(5)
  expect(router.match('/nowhere', 'GET').route).toBe(false)
})
