/**
 * Request class, each with its own load limit: analyses, requests that change data, requests that read data.
 */
export type LaneName = 'analysis' | 'change' | 'read'

interface Class {
  lane: LaneName
  /**
   * False for requests that continue a started, perhaps paid analysis: refusing them would waste the work
   * done.
   */
  gated: boolean
}

/** PlayerRecord under any load: monitoring must work during overload, and static files cost very little. */
const ALWAYS = /^\/(health|ready|metrics|bundles|dev)([/;]|$)/
/** Part of a run whose credits are already held or captured. */
const OF_A_RUN =
  /^\/api\/(fetch-lines|game-logs|historical|analyze-performance|player-detail|news-sentiment|extract-stats)(\/|$)/
const CHANGES = /^\/(api|auth|rest)\//

/** The class of a request; null for a request that is never refused. */
export function laneOf(method: string, path: string, hasToken: boolean): Class | null {
  if (method === 'OPTIONS' || ALWAYS.test(path)) return null
  if (path === '/api/runs' && method === 'POST') return { lane: 'analysis', gated: true }
  // Without a token this is a visitor's board, which starts with the request for lines.
  if (OF_A_RUN.test(path)) return { lane: 'analysis', gated: !hasToken }
  if (method !== 'GET' && method !== 'HEAD' && CHANGES.test(path)) return { lane: 'change', gated: true }
  return { lane: 'read', gated: true }
}
