import { describe, expect, it } from 'vitest'
import { hittingSplit, rosterPerson, withLog } from '../testing/stats-bodies.ts'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream } from '../testing/test-upstream.ts'

const TODAY = '2026-05-13'
const SUSPENDED_ON = '2026-05-03'
const SUSPENDED = ['Live', 'U'] as const
const OVER = ['Final', 'F'] as const
const POSTPONED = ['Final', 'D'] as const
type State = readonly [abstractGameState: string, codedGameState: string]

const GAME = 20
const entry = ([abstractGameState, codedGameState]: State) => ({
  gamePk: GAME,
  gameType: 'R',
  season: '2026',
  gameDate: `${SUSPENDED_ON}T23:10:00Z`,
  status: { abstractGameState, codedGameState, detailedState: '' },
  teams: { away: { team: { id: 110 } }, home: { team: { id: 111 } } },
})

/** The games that count of a log with a game that was suspended ten days ago, and one of the next day. */
async function counted(season: Record<string, State> | null, today: State | null = null) {
  const { upstream, asked } = await startUpstream((url, response) => {
    if (url.pathname.endsWith('/teams')) return { teams: [] }
    if (url.pathname.endsWith('/schedule')) {
      if (url.searchParams.has('date'))
        return today && url.searchParams.get('date') === TODAY
          ? { dates: [{ date: TODAY, games: [entry(today)] }] }
          : { dates: [] }
      if (!season) return refuse(response, 404)
      return { dates: Object.entries(season).map(([date, state]) => ({ date, games: [entry(state)] })) }
    }
    const splits = [hittingSplit(GAME, SUSPENDED_ON, 1), hittingSplit(21, '2026-05-04', 2)]
    return { people: [withLog(rosterPerson(1, 'A B', 110), 'hitting', splits)] }
  })
  const [log] = await Array.fromAsync(upstream.stats.gameLogs([1], 'hitting', 2026, TODAY))
  await Array.fromAsync(upstream.stats.gameLogs([2], 'hitting', 2026, TODAY))
  return {
    games: log?.ok ? log.log.value.hitting.map(({ gamePk }) => gamePk) : [],
    requests: asked.filter((path) => path.includes('startDate=2026-01-01&endDate=2026-05-13')),
  }
}

describe('H3 a game that was suspended ten days ago', () => {
  it.each([
    ['is not resumed', { [SUSPENDED_ON]: SUSPENDED }, null, [21]],
    ['has its resumption ahead today', { [SUSPENDED_ON]: SUSPENDED }, ['Preview', 'S'], [21]],
    ['is being resumed today', { [SUSPENDED_ON]: SUSPENDED }, ['Live', 'I'], [21]],
    ['has its resumption postponed today', { [SUSPENDED_ON]: SUSPENDED }, POSTPONED, [21]],
    [
      'has its resumption postponed before',
      { [SUSPENDED_ON]: SUSPENDED, '2026-05-08': POSTPONED },
      null,
      [21],
    ],
    ['was completed today, after the season was read', { [SUSPENDED_ON]: SUSPENDED }, OVER, [GAME, 21]],
    ['was completed before, under its first day', { [SUSPENDED_ON]: OVER }, null, [GAME, 21]],
    [
      'was completed before, under its second day',
      { [SUSPENDED_ON]: SUSPENDED, '2026-05-08': OVER },
      null,
      [GAME, 21],
    ],
  ] satisfies [string, Record<string, State>, State | null, number[]][])(
    'counts in a game log once and only if it is over, when it %s',
    async (_, season, today, games) => {
      expect((await counted(season, today)).games).toEqual(games)
    },
  )
  it('costs one small request for the season, which all players share', async () => {
    const { requests } = await counted({ [SUSPENDED_ON]: SUSPENDED })
    expect(requests).toEqual([
      '/api/v1/schedule?sportId=1&startDate=2026-01-01&endDate=2026-05-13&gameType=R&fields=dates,games,gamePk,status,abstractGameState,codedGameState',
    ])
  })
  it('is not looked for without the schedule of the season, and all other games count', async () => {
    expect((await counted(null)).games).toEqual([GAME, 21])
  })
})
