import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseLeagueClock } from '@propsight/shared/domain'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startLeague } from '../start-league.ts'
import { openNbaReplay } from './odds.ts'

const DAY = '2025-04-06'
const NOON = new Date(`${DAY}T16:00:00Z`)
const AFTER = new Date('2025-04-07T14:00:00Z')
const GAME_COLUMNS = 'date,gameId,seasonType,home,away,homeScore,awayScore,overtimes,startUtc,players'
const LINE_COLUMNS =
  'date,gameId,team,playerId,playerName,position,started,minutes,points,rebounds,offRebounds,defRebounds,assists,' +
  'threesMade,threesAttempted,fieldGoalsMade,fieldGoalsAttempted,freeThrowsMade,freeThrowsAttempted,steals,blocks,turnovers,fouls'
const QUOTE_COLUMNS =
  'set,snapshotUtc,date,gameId,startUtc,player,playerId,market,book,line,over,under,afterStart'

const idOf = (game: number) => `00224000${String(game).padStart(2, '0')}`
const dayOf = (game: number) => `2025-03-${String(20 + game).padStart(2, '0')}`
/** A line of ten twos of twenty, and as many threes as the number of the game. */
const lineOf = (date: string, game: number, team = 'LAC') =>
  `${date},${idOf(game)},${team},7,Ivo Marsh,G,1,30,${20 + 3 * game},5,1,4,6,${game},9,${10 + game},29,0,0,1,0,2,3`

function folder(files: Readonly<Record<string, string[]>>): string {
  const made = mkdtempSync(join(tmpdir(), 'propsight-nba-'))
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(made, `${name}.csv`), lines.join('\n'))
  return made
}
const gameOf = (date: string, game: number) =>
  `${date},${idOf(game)},regular,LAC,NYK,110,100,0,${date}T23:10:00Z,box`
const season = (more: Readonly<Record<string, string[]>> = {}) =>
  folder({
    games: [GAME_COLUMNS, ...[1, 2, 3, 4, 5].map((game) => gameOf(dayOf(game), game)), gameOf(DAY, 9)],
    players: [LINE_COLUMNS, ...[1, 2, 3, 4, 5].map((game) => lineOf(dayOf(game), game)), lineOf(DAY, 9)],
    ...more,
  })
const quote = (at: string, book: string, line: string, prices: string, afterStart = '0') =>
  `s,${at},${DAY},${idOf(9)},${DAY}T23:10:00Z,Ivo Marsh,7,threes,${book},${line},${prices},${afterStart}`
const prices = () =>
  folder({
    quotes: [
      QUOTE_COLUMNS,
      quote(`${DAY}T15:00:00Z`, 'north', '2.5', '-120,100'),
      quote(`${DAY}T15:00:00Z`, 'south', '2.5', '-110,-110'),
      quote(`${DAY}T15:00:00Z`, 'west', '3.5', '150,-180'),
      quote(`${DAY}T23:00:00Z`, 'north', '4.5', '-105,-115'),
      quote(`${DAY}T23:40:00Z`, 'north', '6.5', '-105,-115', '1'),
    ],
  })
const THREES = new Set(['player_threes'])

describe('a replay of the NBA', () => {
  it('has box scores of finished games only, and nothing of a game of the day before it is over', () => {
    const { nba } = openNbaReplay([season()], DAY)
    const [game] = nba.games({ from: DAY, to: DAY })
    if (!game) throw new Error('no game')
    expect(nba.box(game, NOON)).toMatchObject({ state: 'pre', home: [], away: [] })
    expect(nba.box(game, new Date(`${DAY}T23:30:00Z`))).toMatchObject({ state: 'in', home: [], away: [] })
    const { state, home } = nba.box(game, AFTER)
    expect([state, home[0]?.points, home[0]?.counts.threesMade, home[0]?.counts.twosMade]).toEqual([
      'post',
      47,
      9,
      10,
    ])
  })

  it('has the line of most books in the last snapshot, and else the middle of the last games', () => {
    const { nba } = openNbaReplay([season(), prices()], DAY)
    const lineAt = (now: Date, stat: string) => nba.lines(now).find((line) => line.stat === stat)?.line
    expect([lineAt(NOON, '3-PT Made'), lineAt(NOON, 'Points')]).toEqual([2.5, 29.5])
    expect(lineAt(new Date(`${DAY}T23:05:00Z`), '3-PT Made')).toBe(4.5)
    expect(nba.lines(AFTER)).toEqual([])
    expect(
      openNbaReplay([season()], DAY)
        .nba.lines(NOON)
        .find(({ stat }) => stat === '3-PT Made')?.line,
    ).toBe(3.5)
  })

  it('serves the quotes as of an instant, by full names of the clubs, and none from after the start', () => {
    const { odds } = openNbaReplay([season(), prices()], DAY)
    const [event] = odds?.events(NOON) ?? []
    expect(event).toMatchObject({ homeTeam: 'Los Angeles Clippers', awayTeam: 'New York Knicks' })
    const booksAt = (now: Date) => odds?.quotes(event?.id ?? '', now, THREES)?.books.map(({ key }) => key)
    expect(booksAt(NOON)).toEqual(['north', 'south', 'west'])
    expect(booksAt(new Date(`${DAY}T23:05:00Z`))).toEqual(['north'])
    expect(booksAt(new Date(`${DAY}T23:45:00Z`))).toEqual([])
  })

  it('lists the players of the day’s reports as out, who have no lines', () => {
    const injuries = ['date,gameId,team,playerName,status,reason', `${DAY},${idOf(9)},LAC,Ivo Marsh,Out,Knee`]
    const { nba } = openNbaReplay([season({ injuries })], DAY)
    expect(nba.injuries(DAY).map(({ player, injury }) => [player.id, injury])).toEqual([[7, 'Knee']])
    expect(nba.lines(NOON)).toEqual([])
  })

  it('has the line of a player who played less than half a minute', async () => {
    const short = lineOf(dayOf(5), 5).replace(',1,30,', ',0,0,')
    const league = await startLeague({
      ...{ mode: 'replay', replay: { dir: season({ players: [LINE_COLUMNS, short] }), date: DAY } },
      clock: parseLeagueClock(`frozen:${DAY}T16:00:00Z`),
    })
    onTestFinished(() => league.close())
    const path = `/apis/site/v2/sports/basketball/nba/summary?event=${Number(idOf(5))}`
    const { boxscore } = await (await fetch(league.url + path)).json()
    const [line] = boxscore.players[1].statistics[0].athletes
    expect([line.didNotPlay, line.stats.slice(0, 2)]).toEqual([false, ['0', '35']])
  })

  it('needs no season of baseball, which then has no games', async () => {
    const league = await startLeague({
      ...{ mode: 'replay', replay: { dir: season(), date: DAY } },
      clock: parseLeagueClock(`frozen:${DAY}T16:00:00Z`),
    })
    onTestFinished(() => league.close())
    const read = async (path: string) => (await fetch(league.url + path)).json()
    const { events } = await read('/apis/site/v2/sports/basketball/nba/scoreboard')
    expect(events).toMatchObject([{ id: String(Number(idOf(9))) }])
    expect(await read(`/api/v1/schedule?sportId=1&date=${DAY}`)).toMatchObject({ totalGames: 0 })
    expect((await read('/projections?league_id=7&per_page=250')).data).not.toEqual([])
    expect((await read('/projections?league_id=2&per_page=250')).data).toEqual([])
    expect(league.label).toBe('Season 2025 · April 6')
  })

  it('names file, line and column of an invalid cell, and a missing file', () => {
    const players = [LINE_COLUMNS, lineOf(DAY, 9, 'XYZ')]
    expect(() => openNbaReplay([season({ players })], DAY)).toThrow(/players\.csv, line 2, column team/)
    expect(() => openNbaReplay([folder({ games: [GAME_COLUMNS] })], DAY)).toThrow(/players\.csv/)
    expect(() => openNbaReplay(['/nowhere'], DAY)).toThrow(/no such folder/)
  })
})
