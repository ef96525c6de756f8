import { expect, it } from 'vitest'
import { laneOf } from './request-class.ts'

it.each(['/health', '/ready', '/metrics', '/bundles/shell/1/index.js'])(
  '%s has no request class and is always answered',
  (path) => {
    expect(laneOf('GET', path, false)).toBeNull()
  },
)
it('an analysis is gated before its credits are held and never afterwards', () => {
  expect(laneOf('POST', '/api/runs', true)).toEqual({ lane: 'analysis', gated: true })
  for (const path of ['/api/fetch-lines', '/api/game-logs', '/api/historical/mlb', '/api/player-detail'])
    expect(laneOf('POST', path, true), path).toEqual({ lane: 'analysis', gated: false })
  // For a visitor, an analysis begins with the request for the lines.
  expect(laneOf('GET', '/api/fetch-lines', false)).toEqual({ lane: 'analysis', gated: true })
})
it('requests that change data have another class than requests that read it', () => {
  for (const path of [
    '/rest/v1/my_picks',
    '/auth/v1/token',
    '/api/parlay/generate-parlay',
    '/api/sync-picks',
  ])
    expect(laneOf('POST', path, true)?.lane, path).toBe('change')
  for (const path of ['/', '/picks', '/api/remotes', '/api/pitchers', '/rest/v1/my_picks', '/healthy'])
    expect(laneOf('GET', path, true)?.lane, path).toBe('read')
  expect(laneOf('OPTIONS', '/api/runs', false)).toBeNull()
})
