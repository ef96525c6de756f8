import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, describe, expect, it } from 'vitest'
import { startLeague } from '../start-league.ts'
import {
  batterRow,
  type Cells,
  gameRow,
  type SmallSeason,
  starterRow,
  writeSmallSeason,
} from '../testing/small-season.ts'
import { makeReplayWorld } from './replay-world.ts'

const root = mkdtempSync(join(tmpdir(), 'propsight-suspended-'))
afterAll(() => rmSync(root, { recursive: true }))
let folders = 0
const written = (season: SmallSeason): string => {
  const dir = join(root, String(folders++))
  writeSmallSeason(dir, season)
  return dir
}

const MOVED = 810_001
const [before, suspended, after, last] = [
  gameRow('2023-05-10', 'BOS', 'TOR'),
  gameRow('2023-05-12', 'BOS', 'TOR'),
  gameRow('2023-05-16', 'TOR', 'NYA'),
  gameRow('2023-08-20', 'BOS', 'SEA'),
]
const moved = (game: Cells, side: 'home' | 'away') => batterRow(game, side, 'bat-moved', MOVED)
const PEOPLE: Readonly<Record<string, number>> = { BOS: 810_010, TOR: 810_012, NYA: 810_013, SEA: 810_014 }
const other = (game: Cells, side: 'home' | 'away') =>
  batterRow(game, side, `bat-${game[side]}`, PEOPLE[String(game[side])] ?? 0)
const others = (game: Cells) => [other(game, 'home'), other(game, 'away')]
const games = [before, suspended, after, last]
/** The moved batter played for Toronto on May 10 and 16, and is in the line of Boston of May 12. */
const season = (more: { completion?: string; moved?: Cells[] } = {}): SmallSeason => ({
  games: games.map((game) => ({
    ...game,
    ...('completion' in more ? { completion: game === suspended ? (more.completion ?? '') : '' } : {}),
  })),
  batting: [
    ...[before, suspended, after].flatMap(others),
    ...(more.moved ?? [moved(before, 'away'), moved(suspended, 'home'), moved(after, 'home')]),
  ],
  pitching: [before, suspended, after].flatMap((game) => [
    starterRow(game, 'home', 1000 + (PEOPLE[String(game.home)] ?? 0)),
    starterRow(game, 'away', 1000 + (PEOPLE[String(game.away)] ?? 0)),
  ]),
})
/** Days with a line of a player, the club of the player, and whether the suspended game has a result. */
const summary = (dir: string, date: string, id = MOVED) => {
  const { people, batting, games: made, assumptions } = makeReplayWorld(dir, date)
  const keys = [...Array(batting.length).keys()].map((line) => batting.key(line))
  const days = keys.filter(({ person }) => people[person]?.id === id).map(({ game }) => made[game]?.date)
  const game = made.find((each) => each.date === '2023-05-12')
  const teamId = people.find((person) => person.id === id)?.teamId
  return { days, teamId, final: game?.result !== undefined, phase: game?.live?.phase, assumptions }
}
const NOTE =
  'games.csv, line 3: game BOS202305120 counts as suspended, and its lines are left out: Invented bat-moved is in a club that he joins later, and the file does not state the day of completion'

describe('a game that was suspended and completed on a later day', () => {
  const dir = written(season({ completion: '20230820,BOS07,1,0,8' }))

  it.each(['2023-05-13', '2023-06-01', '2023-08-20'])('has no lines and no result on %s', (date) => {
    expect(summary(dir, date)).toEqual({
      days: date < '2023-05-16' ? ['2023-05-10'] : ['2023-05-10', '2023-05-16'],
      teamId: 141,
      final: false,
      phase: 'suspended',
      assumptions: [],
    })
    // Also the players who did not move have no line of it.
    expect(summary(dir, date, 810_010).days).not.toContain('2023-05-12')
  })

  it.each(['20230820,BOS07,1,0,8', '20230820', '2023-08-20', '20230815,BOS07,0,0,50'])(
    'has its lines and its result after its completion: %s',
    (completion) => {
      const withEnd = {
        ...season({ completion }),
        games: [...season({ completion }).games, gameRow('2023-09-01', 'BOS', 'SEA')],
      }
      expect(summary(written(withEnd), '2023-09-01')).toMatchObject({
        days: ['2023-05-10', '2023-05-12', '2023-05-16'],
        final: true,
        phase: undefined,
      })
    },
  )

  it('is served as suspended with its score, and on the day of completion as resumed', async () => {
    const answers = async (date: string) => {
      const league = await startLeague({
        mode: 'replay',
        clock: parseLeagueClock(`frozen:${date}T13:00:00Z`),
        replay: { dir, date },
      })
      const json = async (path: string) => (await fetch(`${league.url}${path}`)).json()
      const listed = await json('/api/v1/schedule?sportId=1&date=2023-05-12&hydrate=linescore')
      const today = await json(`/api/v1/schedule?sportId=1&date=${date}`)
      const box = await json(`/api/v1/game/${listed.dates[0].games[0].gamePk}/boxscore`)
      await league.close()
      return {
        game: listed.dates[0].games[0],
        today: today.dates.flatMap((day: { games: object[] }) => day.games),
        box,
      }
    }
    const { game, box } = await answers('2023-05-16')
    expect(game.status).toMatchObject({
      abstractGameState: 'Live',
      codedGameState: 'U',
      detailedState: 'Suspended',
    })
    expect(game.teams).toMatchObject({ away: { score: 1 }, home: { score: 0 } })
    expect(game.teams.away).not.toHaveProperty('isWinner')
    expect(game.linescore).toMatchObject({
      currentInning: 2,
      inningHalf: 'Top',
      teams: { away: { runs: 1 } },
    })
    // The day of completion is a fact of the future.
    expect(JSON.stringify(game)).not.toContain('2023-08-20')
    expect(box.teams.home.players).toEqual({})
    const resumed = await answers('2023-08-20')
    expect(resumed.today).toEqual([
      expect.objectContaining({ resumedFromDate: '2023-05-12', officialDate: '2023-05-12' }),
      expect.objectContaining({ officialDate: '2023-08-20' }),
    ])
  })

  it.each(['soon', '2023-02-30', '20230511', '20230820,BOS07'])(
    'is refused by name for the completion %s',
    (completion) => {
      expect(() => makeReplayWorld(written(season({ completion })), '2023-05-16')).toThrow(
        `games.csv, line 3, column completion: '${completion}' is not the completion of a game of 2023-05-12`,
      )
    },
  )
})

describe('a game without a stated completion counts as suspended, and a note names it', () => {
  it.each([
    ['a player returns to his club within days', undefined, ['2023-05-10', '2023-05-16']],
    [
      'a player is in both clubs',
      [moved(suspended, 'away'), moved(suspended, 'home'), moved(after, 'home')],
      ['2023-05-16'],
    ],
    [
      'a player is in the club of the opponent of his series, and in none after it',
      [moved(before, 'away'), moved(suspended, 'home')],
      ['2023-05-10'],
    ],
  ] as const)('if %s', (_what, lines, days) => {
    const dir = written(season(lines ? { moved: [...lines] } : {}))
    expect(summary(dir, '2023-08-20')).toEqual({
      days,
      teamId: 141,
      final: false,
      phase: 'suspended',
      assumptions: [NOTE],
    })
  })

  it.each([
    [
      'goes to the opponent of a series and stays',
      [
        moved(before, 'away'),
        moved(suspended, 'home'),
        moved({ ...after, gameId: 'BOS202305150', date: '2023-05-15' }, 'home'),
      ],
    ],
    ['comes back after more than a week', [moved(suspended, 'home'), moved(last, 'home')]],
  ])('but not if a player %s', (what, lines) => {
    const stays = gameRow('2023-05-15', 'BOS', 'SEA')
    const base = season({ moved: lines })
    const isTrade = what.startsWith('goes')
    const dir = written({
      ...base,
      games: isTrade ? [...base.games, stays] : base.games,
      batting: isTrade ? base.batting : base.batting.filter(({ date }) => date !== '2023-08-20'),
      pitching: isTrade ? [...base.pitching, starterRow(stays, 'home', 811_010)] : base.pitching,
    })
    const { final, assumptions } = summary(dir, '2023-08-20')
    expect({ final, assumptions }).toEqual({ final: true, assumptions: [] })
  })

  it('and not in a file that states the completion of another game', () => {
    const base = season()
    const stated = base.games.map((game) => ({
      ...game,
      suspend: game.date === '2023-05-10' ? '2023-05-11' : '',
    }))
    const { final, assumptions } = summary(written({ ...base, games: stated }), '2023-08-20')
    expect({ final, assumptions }).toEqual({ final: true, assumptions: [] })
  })
})
