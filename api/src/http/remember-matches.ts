import type { ApiRouter } from './context.ts'

type Match = ReturnType<ApiRouter['match']>

/** Addresses without parts that vary: as many as there are routes, in as many ways as somebody writes them. */
const MOST_REMEMBERED = 1_000

const isFixed = ({ path, route }: Match) =>
  route && path.every((layer) => typeof layer.path === 'string' && layer.paramNames.length === 0)

/** Whoever gets it may add to its list. */
const copyOf = (match: Match): Match => ({ ...match, path: [...match.path] })

/**
 * Lets a router remember what takes an address: it tries its ninety patterns one after another, a tenth of a short
 * answer's time. Addresses with parameters are tried each time, and so is what no route takes.
 * @param router whose routes are all there; @returns the same
 */
export function rememberMatches(router: ApiRouter): ApiRouter {
  const known = new Map<string, Match>()
  const match = router.match.bind(router)
  router.match = (path, method) => {
    const key = `${method} ${path}`
    const last = known.get(key)
    if (last) return copyOf(last)
    const found = match(path, method)
    if (!isFixed(found)) return found
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size >= MOST_REMEMBERED) known.delete(oldest)
    known.set(key, copyOf(found))
    return found
  }
  return router
}
