import { parseLeagueClock } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { scheduledGame } from '../../sources/testing/stats-bodies.ts'
import { startUpstream } from '../../sources/testing/test-upstream.ts'
import { isPageRequest } from './page-requests.ts'

const TODAY = '2026-05-03'
const CLOCK = parseLeagueClock(`frozen:${TODAY}T15:00:00Z`)
/** Pitcher 2 is announced for today. */
const ask = async (path: string, query: Record<string, string> = {}) => {
  const { upstream, asked } = await startUpstream(() => ({
    dates: [{ date: TODAY, games: [scheduledGame({ day: TODAY, homeStarter: 2 })] }],
  }))
  return { free: await isPageRequest({ upstream, clock: CLOCK }, path, query), asked }
}
const log = { stats: 'gameLog', group: 'pitching', season: '2026' }
const hydrate = (group: string, type: string, season = 2026) => ({
  hydrate: `stats(group=[${group}],type=[${type}],season=${season})`,
})

describe('the mirror without a run', () => {
  it.each<[string, Record<string, string>]>([
    ['/api/v1/schedule', { sportId: '1', date: TODAY, gameType: 'R', hydrate: 'probablePitcher,team' }],
    ['/api/v1/schedule', { date: '2026-04-03' }],
    ['/api/v1/schedule', { date: '2026-05-10' }],
    ['/api/v1/people/2', {}],
    ['/api/v1/people/2', hydrate('pitching', 'gameLog', 2001)],
    ['/api/v1/people/2/stats', log],
    ['/api/v1/people/2/stats', { ...log, stats: 'season', gameType: 'R' }],
    ['/api/v1/people/2/stats', { stats: 'season', group: 'pitching' }],
  ])('serves %s with the query %j', async (path, query) => {
    expect((await ask(path, query)).free).toBe(true)
  })
  it.each<[string, Record<string, string>]>([
    ['/api/v1/people/3/stats', log],
    ['/api/v1/people/3', {}],
  ])('does not serve %s, whose pitcher is not announced', async (path, query) => {
    expect((await ask(path, query)).free).toBe(false)
  })
  it.each<[string, Record<string, string>]>([
    ['/api/v1/schedule', { date: '2026-04-02' }],
    ['/api/v1/schedule', { date: '2026-05-11' }],
    ['/api/v1/schedule', { startDate: '2026-04-20', endDate: TODAY }],
    ['/api/v1/schedule', { date: TODAY, teamId: '147' }],
    ['/api/v1/people', { personIds: '2' }],
    ['/api/v1/people/2', hydrate('hitting', 'gameLog')],
    ['/api/v1/people/2', hydrate('pitching', 'career')],
    ['/api/v1/people/2', hydrate('pitching', 'season', 2000)],
    ['/api/v1/people/2/stats', { ...log, group: 'hitting' }],
    ['/api/v1/people/2/stats', { ...log, stats: 'vsPlayer', opposingPlayerId: '9' }],
    ['/api/v1/people/2/stats', { ...log, season: '2027' }],
    ['/api/v1/teams', { sportId: '1' }],
    ['/api/v1/game/900/boxscore', {}],
  ])('does not serve %s with the query %j, without any upstream request', async (path, query) => {
    expect(await ask(path, query)).toEqual({ free: false, asked: [] })
  })
})
