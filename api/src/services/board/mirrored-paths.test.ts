import { describe, expect, it } from 'vitest'
import { mirroredPath } from './mirrored-paths.ts'

const query = (path: string, parameters: Record<string, unknown>) =>
  mirroredPath(path)?.query.safeParse(parameters)

describe('the mirror of the stats service', () => {
  it.each([
    ['api/v1/people/660271', '/api/v1/people/660271'],
    ['v1/people/1/stats', '/api/v1/people/1/stats'],
    ['v1/schedule', '/api/v1/schedule'],
    ['v1/game/7/boxscore', '/api/v1/game/7/boxscore'],
    ['v1.1/game/7/feed/live', '/api/v1.1/game/7/feed/live'],
  ])('maps %s to its target', (path, target) => {
    expect(mirroredPath(path)?.path).toBe(target)
  })
  it.each([
    '',
    'api/v1',
    'v1/people/../teams',
    'v1/people/1/../2',
    'v1/people/abc',
    'v1/people/0',
    'v1/people/123456789',
    'v1/game/7/feed/live',
    'v2/people/1',
    'v1/people/1/stats/',
    'v1//people/1',
    'http://elsewhere/v1/people/1',
    'v1/awards',
  ])('does not serve the path %j', (path) => {
    expect(mirroredPath(path)).toBeNull()
  })
  it('normalizes equivalent queries to one form', () => {
    expect(query('v1/people', { personIds: '30,4,4,100' })?.data).toEqual({ personIds: '4,30,100' })
    const stats = { season: '2026', group: 'hitting', stats: 'gameLog' }
    expect(Object.keys(query('v1/people/1/stats', stats)?.data ?? {})).toEqual(['stats', 'group', 'season'])
    expect(
      query('v1/schedule', { sportId: '1', date: '2026-07-15', hydrate: 'team,probablePitcher' })?.data,
    ).toEqual({
      sportId: '1',
      date: '2026-07-15',
      hydrate: 'probablePitcher,team',
    })
  })
  it.each([
    ['v1/people', {}],
    ['v1/people', { personIds: Array.from({ length: 41 }, (_, index) => index + 1).join(',') }],
    ['v1/people', { personIds: '1', hydrate: 'stats(group=[hitting],type=[gameLog],season=2026),awards' }],
    ['v1/people/1', { fields: 'people,id' }],
    ['v1/people/1/stats', { stats: 'everything', group: 'hitting' }],
    ['v1/people/search', { names: '*'.repeat(3) }],
    ['v1/schedule', { sportId: '1' }],
    ['v1/schedule', { sportId: '1', date: '2026-02-30' }],
    ['v1/schedule', { sportId: '1', startDate: '2026-01-01', endDate: '2026-12-31' }],
    ['v1/schedule', { sportId: '1', startDate: '2026-01-02', endDate: '2026-01-01' }],
    ['v1/schedule', { sportId: '17', date: '2026-07-15' }],
    ['v1/teams', { sportId: '1', callback: 'x' }],
    ['v1/game/7/boxscore', { timecode: '1' }],
  ])('refuses %s with the query %j', (path, parameters) => {
    expect(query(path, parameters)?.success).toBe(false)
  })
  it.each([
    ['v1/people/1', { hydrate: 'currentTeam' }],
    [
      'v1/people',
      { personIds: '1,2', hydrate: 'stats(group=[hitting],type=[statSplits],sitCodes=[vl,vr],season=2026)' },
    ],
    ['v1/people/1/stats', { stats: 'statSplits', group: 'hitting', season: '2026', sitCodes: 'vl,vr' }],
    ['v1/people/search', { names: 'José Peña' }],
    ['v1/schedule', { sportId: '1', startDate: '2026-07-01', endDate: '2026-07-31', teamId: '147' }],
  ])('accepts %s with the query %j', (path, parameters) => {
    expect(query(path, parameters)?.error).toBeUndefined()
  })
})
