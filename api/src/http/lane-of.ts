/** What bounds a request: the analyses, what changes something, or what is only read. */
export type LaneName = 'analysis' | 'change' | 'read'

interface Class {
  lane: LaneName
  /** False for what goes on with something that was begun, perhaps paid for: to refuse it would waste what was done. */
  gated: boolean
}

/** Answered whatever else there is to do: whoever watches must see, and files cost next to nothing. */
const ALWAYS = /^\/(health|ready|metrics|bundles|dev)([/;]|$)/
/** Belong to a run that is held or paid for already. */
const OF_A_RUN =
  /^\/api\/(fetch-lines|game-logs|historical|analyze-performance|player-detail|news-sentiment|extract-stats)(\/|$)/
const CHANGES = /^\/(api|auth|rest)\//

/** How a request is counted; null for one that is never turned away. */
export function laneOf(method: string, path: string, hasToken: boolean): Class | null {
  if (method === 'OPTIONS' || ALWAYS.test(path)) return null
  if (path === '/api/runs' && method === 'POST') return { lane: 'analysis', gated: true }
  // Without a token these are a visitor's board, which begins with its lines.
  if (OF_A_RUN.test(path)) return { lane: 'analysis', gated: !hasToken }
  if (method !== 'GET' && method !== 'HEAD' && CHANGES.test(path)) return { lane: 'change', gated: true }
  return { lane: 'read', gated: true }
}
