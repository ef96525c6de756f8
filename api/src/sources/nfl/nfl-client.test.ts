import { describe, expect, it } from 'vitest'
import { createBoxScoreReader } from '../../services/picks/grading/read-games.ts'
import type { LeagueGame } from '../box-score-league.ts'
import { footballEvent } from '../testing/football-event.ts'
import { startUpstream } from '../testing/test-upstream.ts'

const BASE = '/apis/site/v2/sports/football/nfl'
const PASSING = ['completions/passingAttempts', 'passingYards', 'passingTouchdowns', 'interceptions']
const RUSHING = ['rushingAttempts', 'rushingYards', 'rushingTouchdowns']
const RECEIVING = ['receptions', 'receivingYards', 'receivingTouchdowns', 'receivingTargets']

const table = (name: string, keys: readonly string[], rows: Readonly<Record<string, string>>) => ({
  name,
  keys,
  athletes: Object.entries(rows).map(([id, stats]) => ({
    athlete: { id, displayName: `Player ${id}` },
    stats: stats.split(' '),
  })),
})
const SUMMARY = {
  header: { id: '1' },
  boxscore: {
    players: [
      {
        team: { abbreviation: 'ARI' },
        statistics: [
          table('passing', PASSING, { 11: '22/31 245 2 1' }),
          table('rushing', RUSHING, { 11: '3 -4 0', 12: '14 61 1' }),
          table('receiving', RECEIVING, { 12: '2 9 0 3', 13: '5 -- 0 7' }),
          table('interceptions', ['interceptions'], { 14: '1' }),
        ],
      },
    ],
  },
}
const ROSTER = { athletes: [{ items: [{ id: '12', position: { abbreviation: 'FB' } }] }] }
const final = {
  ...footballEvent({
    date: '2026-10-12T17:00Z',
    home: 'ARI',
    state: 'post',
    status: 'STATUS_FINAL',
    score: '24',
  }),
  season: { year: 2026, type: 2 },
}

async function start(
  events: readonly object[],
  rosters: object | null = ROSTER,
  summary = (): object => SUMMARY,
  injuries: readonly object[] = [],
) {
  const { upstream, ...rest } = await startUpstream(
    (url, response) => {
      if (url.pathname === `${BASE}/scoreboard`) return { events }
      if (url.pathname === `${BASE}/summary`) return summary()
      if (url.pathname === `${BASE}/injuries`) return { injuries }
      if (rosters) return rosters
      response.statusCode = 404
      return {}
    },
    () => ({ sports: ['MLB', 'NFL'] }),
  )
  const [nfl] = upstream.leagues
  if (!nfl) throw new Error('the sport is not open')
  return { nfl, ...rest }
}

describe('the NFL client', () => {
  it('reads the schedule of a week at once, with the prices of its games', async () => {
    const priced = footballEvent({ date: '2026-10-12T00:20Z', home: 'ARI', away: 'LAR' })
    const [competition] = priced.competitions
    const { nfl, asked } = await start([
      { ...priced, competitions: [{ ...competition, odds: [{ spread: -6.5, overUnder: 44.5 }] }] },
      footballEvent({ id: '2', date: '2026-10-13T00:15Z' }),
      footballEvent({ id: '3', date: '2026-10-16T00:15Z' }),
    ])
    const [sunday, monday, thursday] = await Promise.all(
      ['2026-10-11', '2026-10-12', '2026-10-15'].map((day) => nfl.schedule(day)),
    )
    expect(asked).toEqual([
      `${BASE}/scoreboard?dates=20261008-20261014&limit=400`,
      `${BASE}/scoreboard?dates=20261015-20261021&limit=400`,
    ])
    expect(sunday?.value).toMatchObject([
      {
        teams: { home: { team: { abbreviation: 'AZ' } }, away: { team: { abbreviation: 'LAR' } } },
        setting: { spread: 6.5, total: 44.5, indoor: false, neutral: false },
      },
    ])
    expect([monday, thursday].map((read) => read?.value.map(({ gamePk }) => gamePk))).toEqual([[2], [3]])
  })

  it('reads logs from the tables of the offense, with the positions of the rosters', async () => {
    const { nfl } = await start([final])
    const { value } = await nfl.games('2026-10-14')
    expect(value.athletes.map(({ id, position, club }) => [id, position, club])).toEqual([
      [11, 'QB', 'AZ'],
      [12, 'FB', 'AZ'],
    ])
    expect(value.games(11)[0]?.counts).toMatchObject({
      ...{ completions: 22, passAttempts: 31, passYards: 245, passTouchdowns: 2, interceptions: 1 },
      ...{ carries: 3, rushYards: -4, targets: 0, receivingYards: 0 },
    })
    expect(value.games(12)[0]?.counts).toMatchObject({
      carries: 14,
      rushYards: 61,
      receptions: 2,
      targets: 3,
    })
  })

  it('takes positions from the box score while no roster can be read', async () => {
    const { nfl } = await start([final], null)
    const { value } = await nfl.games('2026-10-14')
    expect(value.athletes.map(({ position }) => position)).toEqual(['QB', 'RB'])
  })

  it('has zeros for a defender who took part, and nothing for a player who is not listed', async () => {
    const { nfl } = await start([])
    const { value } = await nfl.boxScore(1, true)
    expect(value.countsOf(14)).toMatchObject({ interceptions: 0, receptions: 0 })
    expect(value.countsOf(15)).toBeNull()
    expect(() => value.countsOf(13)).toThrow('cannot be read')
  })

  it('forecasts the first game of a season as one of that season, in which nobody has played yet', async () => {
    const opener = footballEvent({ id: '2', date: '2027-09-12T17:00Z', home: 'ARI' })
    const { nfl } = await start([final, { ...opener, season: { year: 2027, type: 2 } }])
    const games = (await nfl.games('2027-09-10')).value
    const [game] = (await nfl.schedule('2027-09-12')).value
    const [passer] = games.athletes
    if (!game || !passer) throw new Error('no game')
    const carries = (each: LeagueGame) => {
      const forecast = games.forecast(passer, each, new Set([12]))
      return forecast.ok ? forecast.value.find(({ stat }) => stat === 'Rush Attempts')?.distribution : null
    }
    const opening = carries(game)
    // Who left the club since is not missed: that its last back is out changes nothing.
    const without = games.forecast(passer, game, new Set())
    expect(opening).toEqual(
      without.ok ? without.value.find(({ stat }) => stat === 'Rush Attempts')?.distribution : null,
    )
    expect(opening).not.toEqual(carries({ ...game, gamePk: 3, season: '2026' }))
  })

  it('does not keep the box score of a game that the scoreboard lists as over before the box score does', async () => {
    let completed = false
    const { nfl } = await start([final], ROSTER, () => ({
      ...SUMMARY,
      header: { id: '1', competitions: [{ status: { type: { completed } } }] },
    }))
    await expect(nfl.boxScore(1, true)).rejects.toThrow('before the end')
    completed = true
    expect((await nfl.boxScore(1, true)).value.countsOf(12)).toMatchObject({ carries: 14 })
  })

  it('has a player without counts who was reported out before the game as one who did not play, and decides no other', async () => {
    const report = (id: number, date: string) => ({
      ...{ status: 'Out', date, shortComment: '' },
      athlete: {
        displayName: `Player ${id}`,
        links: [{ href: `https://www.espn.com/nfl/player/_/id/${id}` }],
      },
    })
    const reports = [report(21, '2026-10-12T15:30Z'), report(22, '2026-10-12T19:00Z')]
    const { nfl } = await start([final], ROSTER, () => SUMMARY, [{ injuries: reports }])
    const reader = createBoxScoreReader(nfl)
    const listed = await reader.day('2026-10-12')
    const [game] = listed.value
    if (!game) throw new Error('no game')
    const { lineOf } = await reader.game(game, listed)
    expect(lineOf(12, 'football')).toMatchObject({ counts: { carries: 14 } })
    expect(lineOf(21, 'football')).toBeNull()
    for (const id of [22, 23]) expect(() => lineOf(id, 'football')).toThrow('took part')
  })
})
