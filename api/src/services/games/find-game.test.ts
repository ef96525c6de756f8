import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type StatsGame, statsGameSchema } from '../../sources/stats/format/schedule.ts'
import { scheduledGame } from '../../sources/testing/stats-bodies.ts'
import {
  compareStarts,
  daysAround,
  findClubGame,
  findGame,
  type GameClues,
  gamesByClub,
} from './find-game.ts'

const DAY = '2026-05-23'
const TBD = '07:33'

interface Options extends NonNullable<Parameters<typeof scheduledGame>[0]> {
  doubleHeader?: string
  /** Additional fields of the schedule entry. */
  more?: object
}
const game = ({ more, doubleHeader = 'S', ...options }: Options): StatsGame => {
  const entry = scheduledGame({ day: DAY, ...options })
  const status = { ...entry.status, startTimeTBD: options.hour === TBD }
  return statsGameSchema.parse({ ...entry, doubleHeader, status, ...more })
}
/** '1' and '2' are the games of a doubleheader. */
const one = (hour: string, options: Options = {}) => game({ gamePk: 1, hour, ...options })
const two = (hour: string, options: Options = {}) => game({ gamePk: 2, gameNumber: 2, hour, ...options })
const single = (hour: string, options: Options = {}) =>
  game({ gamePk: 1, hour, doubleHeader: 'N', ...options })
const OFF = { state: 'Final', code: 'D' }
const LIVE = { state: 'Live', code: 'I' }
const OVER = { state: 'Final', code: 'F' }
const rest = (hour: string, more: object = {}) =>
  game({ gamePk: 3, hour, more: { officialDate: '2026-04-11', ...more } })

/** 'game 2', 'called-off 1', 'uncertain', 'none'. */
function outcome(games: readonly StatsGame[], clues: GameClues): string {
  const found = findGame(games, clues)
  return 'game' in found ? `${found.kind} ${found.game.gamePk}` : found.kind
}
const at = (hour: string, day = DAY): GameClues => ({ at: `${day}T${hour}:00.000Z` })

describe('the game of a line', () => {
  it.each<[string, StatsGame[], GameClues, string]>([
    ['of the only game of the day', [single('23:05')], at('23:05'), 'game 1'],
    ['of the only game, moved by five hours', [single('23:05')], at('18:05'), 'game 1'],
    ['of the only game, whose start is not set', [single(TBD)], at('23:05'), 'game 1'],
    ['eight hours from the only game', [single('15:05')], at('23:05'), 'uncertain'],
    ['of another day', [single('23:05')], at('23:05', '2026-05-25'), 'none'],
    ['near the first game', [one('17:05'), two('23:05')], at('17:35'), 'game 1'],
    ['near the second game', [one('17:05'), two('23:05')], at('23:05'), 'game 2'],
    ['near the second of two games that are close', [one('17:05'), two('18:05')], at('18:00'), 'game 2'],
    ['between two games that are close', [one('17:05'), two('18:05')], at('17:35'), 'uncertain'],
    ['between the games', [one('17:05'), two('23:05')], at('20:05'), 'uncertain'],
    ['after the last game', [one('17:05'), two('20:35')], at('22:30'), 'game 2'],
    ['before the first game', [one('17:05'), two('23:05')], at('15:05'), 'game 1'],
    ['of the evening, second start not set', [one('17:05'), two(TBD)], at('23:05'), 'game 2'],
    ['three hours later, second start not set', [one('17:05'), two(TBD)], at('20:10'), 'game 2'],
    ['two hours later, second start not set', [one('17:05'), two(TBD)], at('19:10'), 'uncertain'],
    ['at the first start, second start not set', [one('17:05'), two(TBD)], at('17:05'), 'game 1'],
    ['before the first game, second start not set', [one('17:05'), two(TBD)], at('14:05'), 'uncertain'],
    ['of the afternoon, first start not set', [one(TBD), two('23:05')], at('17:05'), 'game 1'],
    ['of the evening, first start not set', [one(TBD), two('23:05')], at('23:10'), 'game 2'],
    ['with no start set', [one(TBD), two(TBD)], at('23:05'), 'uncertain'],
    ['of the evening, second game not listed', [one('17:05')], at('23:05'), 'uncertain'],
    ['of a postponed only game', [single('23:05', OFF)], at('23:05'), 'called-off 1'],
    ['of a postponed second game', [one('17:05', OVER), two('23:05', OFF)], at('23:05'), 'called-off 2'],
    ['of the first game, second postponed', [one('17:05'), two('23:05', OFF)], at('17:05'), 'game 1'],
    [
      'at the time of a game and of a postponed one',
      [one('23:05', OFF), two('23:05')],
      at('23:05'),
      'game 2',
    ],
    ['of the regular game, with a resumption', [rest('20:05'), single('23:05')], at('23:05'), 'game 1'],
    ['at the time of a resumption', [rest('20:05'), single('23:05')], at('20:05'), 'game 1'],
    ['of a day with a resumption only', [rest('23:05')], at('23:05'), 'none'],
    [
      'of the regular game, the resumption without its official date',
      [rest('20:05', { officialDate: DAY, resumedFrom: '2026-04-11T17:05:00Z' }), single('23:05')],
      at('20:05'),
      'game 1',
    ],
    [
      'late on the west coast',
      [single('02:10', { more: { gameDate: '2026-05-24T02:10:00Z' } })],
      at('02:10', '2026-05-24'),
      'game 1',
    ],
    ['after midnight, the game moved', [single('23:05')], at('04:15', '2026-05-24'), 'game 1'],
  ])('that is %s', (_, games, clues, expected) => {
    expect(outcome(games, clues)).toBe(expected)
    expect(outcome(games.toReversed(), clues)).toBe(expected)
  })

  it.each<[string, StatsGame[], Omit<GameClues, 'at'>, string]>([
    ['on a day with one game', [single('23:05')], { isOffered: true }, 'game 1'],
    ['on a day with two games', [one('17:05'), two(TBD)], { isOffered: true }, 'uncertain'],
    ['offered after the first game began', [one('17:05', LIVE), two(TBD)], { isOffered: true }, 'game 2'],
    ['offered while one game is postponed', [one('17:05', OFF), two(TBD)], { isOffered: true }, 'game 2'],
    ['saved, the first game has begun', [one('17:05', LIVE), two(TBD)], {}, 'uncertain'],
    ['saved, the other game was postponed', [one('17:05', OFF), two(TBD)], {}, 'uncertain'],
    [
      'of a starter',
      [one('17:05', { homeStarter: 5 }), two(TBD, { homeStarter: 6 })],
      { pitcher: { id: 6 } },
      'game 2',
    ],
    [
      'of a starter of both',
      [one('17:05', { homeStarter: 5 }), two(TBD, { homeStarter: 5 })],
      { pitcher: { id: 5 } },
      'uncertain',
    ],
    ['of a reliever', [one('17:05', { homeStarter: 5 }), two(TBD)], { pitcher: { id: 9 } }, 'uncertain'],
    ['on a day with a resumption', [rest('20:05'), single('23:05')], { isOffered: true }, 'game 1'],
  ])('without a time %s', (_, games, clues, expected) => {
    expect(outcome(games, { at: null, ...clues })).toBe(expected)
  })

  it('is that of the announced starter by name where the time does not decide, and of the time where it does', () => {
    const named = (id: number, fullName: string) => ({
      teams: {
        away: { team: { id: 111 } },
        home: { team: { id: 147 }, probablePitcher: { id, fullName } },
      },
    })
    const games = [one('17:05', { more: named(5, 'Al Arm') }), two(TBD, { more: named(6, 'José Brazo') })]
    const pitcher = { name: 'Jose Brazo' }
    expect(outcome(games, { ...at('19:10'), pitcher })).toBe('game 2')
    expect(outcome(games, { ...at('17:05'), pitcher })).toBe('game 1')
  })

  it('is never a resumption or a called-off game, and never depends on the order of the schedule', () => {
    const hours = fc.constantFrom('16:05', '17:05', '19:10', '20:35', '23:05', TBD)
    const entry = fc.record({
      hour: hours,
      status: fc.constantFrom({}, OFF, LIVE, OVER),
      isRest: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 3 }),
        fc.option(hours),
        fc.boolean(),
        (entries, hour, isOffered) => {
          const games = entries.map(({ hour: start, status, isRest }, index) =>
            game({
              gamePk: index + 1,
              gameNumber: index + 1,
              hour: start,
              ...status,
              ...(isRest ? { more: { officialDate: '2026-04-11' } } : {}),
            }),
          )
          const clues = { ...(hour === null ? { at: null } : at(hour)), isOffered }
          const found = findGame(games, clues)
          expect(findGame(games.toReversed(), clues)).toEqual(found)
          if (found.kind === 'game') expect(entries[found.game.gamePk - 1]).toMatchObject({ isRest: false })
          if (found.kind === 'game') expect(found.game.status.codedGameState).not.toBe('D')
          // A set start that is hours away from the line, while another game may be meant, is never chosen.
          if (found.kind === 'game' && hour !== null && found.game.status.startTimeTBD === false) {
            const away = Math.abs(Date.parse(found.game.gameDate) - Date.parse(clues.at ?? ''))
            const alternatives = entries.filter(({ isRest }) => !isRest).length - 1
            if (alternatives > 0 && !isOffered) expect(away).toBeLessThanOrEqual(6 * 3_600_000)
          }
        },
      ),
    )
  })
})

describe('a start in another form', () => {
  const local = (utc: string) =>
    `${new Date(Date.parse(utc) - 4 * 3_600_000).toISOString().slice(0, 19)}-04:00`
  it.each([
    ['with milliseconds', (utc: string) => utc.replace('Z', '.000Z')],
    ['in local time', local],
  ])('%s is the same start', (_, write) => {
    for (const hour of ['17:05', '23:05', TBD]) {
      const starts = [one(hour), two(TBD)]
      const written = starts.map((each) =>
        // Recognized by its hour alone.
        statsGameSchema.parse({
          ...each,
          gameDate: write(each.gameDate),
          status: { ...each.status, startTimeTBD: null },
        }),
      )
      expect(written.map(({ gameDate }) => gameDate)).toEqual(starts.map(({ gameDate }) => gameDate))
      for (const clues of [at('17:05'), at('20:10'), at('23:05')])
        expect(outcome(written, clues), `${hour} ${clues.at}`).toBe(outcome(starts, clues))
      expect(written.toSorted(compareStarts).map(({ gamePk }) => gamePk)).toEqual([1, 2])
    }
  })
  it.each([true, 'true', 1, 'yes', 'perhaps', {}])('is not set if the schedule says TBD by %j', (tbd) => {
    const entry = scheduledGame({ gamePk: 2, gameNumber: 2, day: DAY, hour: '17:05' })
    const unset = statsGameSchema.parse({ ...entry, status: { ...entry.status, startTimeTBD: tbd } })
    expect(outcome([one('17:05'), unset], at('23:05'))).toBe('game 2')
  })
})

describe('the game of a club', () => {
  const withClubs = (entry: StatsGame): StatsGame => ({
    ...entry,
    teams: {
      home: { ...entry.teams.home, team: { id: 111, abbreviation: 'BOS' } },
      away: { ...entry.teams.away, team: { id: 141, abbreviation: 'TOR' } },
    },
  })
  it('has the opponent that both games of a doubleheader share, also while it is not certain', () => {
    const games = gamesByClub([one(TBD), two(TBD)].map(withClubs))
    expect(findClubGame('TOR', games, at('23:05'))).toMatchObject({
      found: { kind: 'uncertain', candidates: [{ gamePk: 1 }, { gamePk: 2 }] },
      opponent: 'BOS',
      homeAway: 'AWAY',
    })
    expect(findClubGame('NYY', games, at('23:05'))).toEqual({
      found: { kind: 'none' },
      opponent: null,
      homeAway: null,
    })
  })
})

describe('a schedule', () => {
  it('is read for the day of a start, and after midnight for the evening before, too', () => {
    expect(daysAround('2026-05-23T23:05:00Z')).toEqual([DAY])
    expect(daysAround('2026-05-24T02:10:00Z')).toEqual([DAY])
    expect(daysAround('2026-05-24T04:15:00Z')).toEqual(['2026-05-24', DAY])
  })
  it('is ordered by start, with unset starts last', () => {
    const games = [two(TBD), one('23:05'), one('17:05', { gamePk: 7 })]
    expect(games.toSorted(compareStarts).map(({ gamePk }) => gamePk)).toEqual([7, 1, 2])
  })
})
