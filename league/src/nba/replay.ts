import { join } from 'node:path'
import { normalisePlayerName } from '@propsight/shared/domain'
import type { Outcome } from '../odds/odds-source.ts'
import { openCsv, type Row, type Table } from '../replay/csv.ts'
import { listFolder } from '../replay/read-folder.ts'
import { type BoardLine, dateOf, dayNumber, instantOf } from '../world/world.ts'
import { bookLine, halfLine, LINED_PLAYERS, MARKETS } from './league.ts'
import type { NbaBox, NbaLine, NbaSource } from './play.ts'
import { NBA_CLUBS, type NbaGame } from './season.ts'

/** Wall time after which a game with overtime is over. */
const OVER_AFTER_MS = 180 * 60_000
/** Tip-off of a game whose start the source lacks. */
const USUAL_START = '19:30'
const MINUTE_MS = 60_000
const AHEAD_MS = 24 * 60 * MINUTE_MS
/** Games of a player on which a line rests, the fewest of them, and the minutes that a player with lines averages. */
const LINE_GAMES = { most: 20, least: 5, minutes: 12 } as const
const SEASON_STARTS_IN = 9

type Player = NbaLine['player']

/** One book's quote of a player in one snapshot. */
export interface NbaQuote {
  readonly gameId: number
  readonly playerId: number | null
  readonly stat: string
  readonly at: number
  readonly book: string
  readonly line: number
  readonly outcomes: readonly Outcome[]
}

/** A line of a player in a game, for the replayed book. @returns null where none is known at the instant */
export type QuotedLine = (gameId: number, playerId: number, stat: string, now: Date) => number | null

/** The line that most books had in the last snapshot up to an instant. */
export function quotedLines(quotes: readonly NbaQuote[]): QuotedLine {
  const keyOf = (gameId: number, playerId: number | null, stat: string) => `${gameId} ${playerId} ${stat}`
  const byProp = Map.groupBy(quotes, ({ gameId, playerId, stat }) => keyOf(gameId, playerId, stat))
  return (gameId, playerId, stat, now) => {
    const known = (byProp.get(keyOf(gameId, playerId, stat)) ?? []).filter(({ at }) => at <= now.getTime())
    const last = Math.max(...known.map(({ at }) => at))
    const counts = Map.groupBy(
      known.filter(({ at, outcomes }) => at === last && outcomes.length === 2),
      ({ line }) => line,
    )
    return (
      [...counts].toSorted(([a, { length: less }], [b, { length: more }]) => more - less || a - b)[0]?.[0] ??
      null
    )
  }
}

const CLUBS = new Map(
  NBA_CLUBS.flatMap(({ code, bookCode }, club) => [[code, club] as const, [bookCode, club] as const]),
)

function readClub(row: Row, column: string): number {
  const club = CLUBS.get(row.name(column))
  if (club === undefined) throw row.refuse(column, `'${row.text(column)}' is not one of the thirty clubs`)
  return club
}

/** Opens a file of a folder, `.csv` or `.csv.gz`; null if there is none. */
export function openFile(folder: string, name: string): Table | null {
  const file = [`${name}.csv`, `${name}.csv.gz`].find((each) => listFolder(folder).includes(each))
  return file === undefined ? null : openCsv(join(folder, file))
}

const seasonEnd = (date: string): number => {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return month > SEASON_STARTS_IN ? year + 1 : year
}

const readGame = (row: Row): NbaGame => {
  const date = row.day('date')
  const start = row.text('startUtc')
  if (start !== '' && Number.isNaN(Date.parse(start)))
    throw row.refuse('startUtc', `'${start}' is not an instant`)
  return {
    id: Number(row.name('gameId')),
    date,
    startsAt: start || instantOf(date, USUAL_START, 'America/New_York'),
    home: readClub(row, 'home'),
    away: readClub(row, 'away'),
    season: { year: seasonEnd(date), playoffs: row.text('seasonType') === 'playoffs' },
  }
}

function readLine(row: Row): NbaLine {
  const id = row.id('playerId')
  if (id === null) throw row.refuse('playerId', 'is empty')
  const threes = { made: row.count('threesMade'), attempted: row.count('threesAttempted') }
  return {
    player: {
      id,
      name: row.name('playerName'),
      club: readClub(row, 'team'),
      position: row.text('position'),
    },
    started: row.flag('started', false),
    minutes: row.count('minutes'),
    points: row.count('points'),
    reason: null,
    counts: {
      twosMade: row.count('fieldGoalsMade') - threes.made,
      twosAttempted: row.count('fieldGoalsAttempted') - threes.attempted,
      threesMade: threes.made,
      threesAttempted: threes.attempted,
      freeThrowsMade: row.count('freeThrowsMade'),
      freeThrowsAttempted: row.count('freeThrowsAttempted'),
      offensiveRebounds: row.count('offRebounds'),
      defensiveRebounds: row.count('defRebounds'),
      assists: row.count('assists'),
      steals: row.count('steals'),
      blocks: row.count('blocks'),
      turnovers: row.count('turnovers'),
      fouls: row.count('fouls'),
    },
  }
}

interface Report {
  readonly date: string
  readonly club: number
  readonly name: string
  readonly reason: string
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return ((sorted[middle] ?? 0) + (sorted.at(-1 - middle) ?? 0)) / 2
}

/** Real seasons of the NBA from folders with `games` and `players`, and `injuries` where they exist, as of any instant. */
export class ReplayNba implements NbaSource {
  readonly #games: NbaGame[] = []
  readonly #byId = new Map<number, NbaGame>()
  /** The lines of finished games by game; a game whose source is not a whole box score has none. */
  readonly #lines = new Map<number, NbaLine[]>()
  readonly #reports: Report[] = []
  readonly #quotedLine: QuotedLine
  #board: { readonly minute: number; readonly lines: BoardLine[] } | null = null

  /**
   * @param quotedLine the standard line of sportsbooks
   * @throws ReplayError naming the missing folder, file or column, or the invalid cell
   */
  constructor(folders: readonly string[], quotedLine: QuotedLine) {
    this.#quotedLine = quotedLine
    for (const folder of folders) this.#read(folder)
    this.#games.sort((a, b) => a.startsAt.localeCompare(b.startsAt))
    for (const game of this.#games) this.#byId.set(game.id, game)
  }

  #read(folder: string): void {
    const whole = new Set<string>()
    const needed = (name: string): Table => openFile(folder, name) ?? openCsv(join(folder, `${name}.csv`))
    needed('games').each((row) => {
      this.#games.push(readGame(row))
      if (row.text('players') === 'box') whole.add(row.text('gameId'))
    })
    const ofWholeGame = (row: Row) => whole.has(row.text('gameId'))
    const read = (row: Row) => {
      const id = Number(row.name('gameId'))
      this.#lines.set(id, [...(this.#lines.get(id) ?? []), readLine(row)])
    }
    needed('players').each(read, ['gameId', 'playerId'], ofWholeGame)
    openFile(folder, 'injuries')?.each((row) => {
      if (row.text('status') !== 'Out') return
      const reason = row.text('reason') || 'Out'
      const name = row.name('playerName')
      this.#reports.push({ date: row.day('date'), club: readClub(row, 'team'), name, reason })
    })
  }

  games({ from, to }: { readonly from: string; readonly to: string }): readonly NbaGame[] {
    return this.#games.filter(({ date }) => date >= from && date <= to)
  }

  game(id: number): NbaGame | undefined {
    return this.#byId.get(id)
  }

  /** Counts of a game in progress are not known. */
  box(game: NbaGame, now: Date): NbaBox {
    const played = now.getTime() - Date.parse(game.startsAt)
    if (played < OVER_AFTER_MS)
      return { state: played < 0 ? 'pre' : 'in', period: played < 0 ? 0 : 1, home: [], away: [] }
    const lines = this.#lines.get(game.id) ?? []
    const of = (club: number) => lines.filter(({ player }) => player.club === club)
    return { state: 'post', period: 4, home: of(game.home), away: of(game.away) }
  }

  injuries(day: string) {
    const players = this.#playersBefore(new Date(`${day}T12:00:00Z`))
    return this.#reports.flatMap(({ date, club, name, reason }) => {
      const player = players.find(
        (each) =>
          each.player.club === club && normalisePlayerName(each.player.name) === normalisePlayerName(name),
      )
      return date === day && player ? [{ player: player.player, injury: reason }] : []
    })
  }

  /** Players with their lines of finished games, oldest first, at their last club. */
  #playersBefore(now: Date): { player: Player; lines: NbaLine[] }[] {
    const players = new Map<number, { player: Player; lines: NbaLine[] }>()
    for (const game of this.#games) {
      if (now.getTime() - Date.parse(game.startsAt) < OVER_AFTER_MS) continue
      for (const line of this.#lines.get(game.id) ?? []) {
        const known = players.get(line.player.id)?.lines ?? []
        players.set(line.player.id, {
          player: line.player,
          lines: [...known.slice(1 - LINE_GAMES.most), line],
        })
      }
    }
    return [...players.values()]
  }

  lines(now: Date): BoardLine[] {
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    if (this.#board?.minute !== minute) this.#board = { minute, lines: this.#makeLines(now) }
    return this.#board.lines
  }

  #makeLines(now: Date): BoardLine[] {
    const today = dayNumber(now.toISOString().slice(0, 10))
    const games = this.games({ from: dateOf(today - 1), to: dateOf(today + 1) }).filter(({ startsAt }) => {
      const ahead = Date.parse(startsAt) - now.getTime()
      return ahead > 0 && ahead <= AHEAD_MS
    })
    const minutes = ({ lines }: { lines: NbaLine[] }) =>
      lines.reduce((sum, line) => sum + line.minutes, 0) / lines.length
    const players = this.#playersBefore(now).filter(
      (each) => each.lines.length >= LINE_GAMES.least && minutes(each) >= LINE_GAMES.minutes,
    )
    return games.flatMap((game) => {
      const out = new Set(this.injuries(game.date).map(({ player }) => player.id))
      return [game.home, game.away].flatMap((club) =>
        players
          .filter(({ player }) => player.club === club && !out.has(player.id))
          .toSorted((a, b) => minutes(b) - minutes(a))
          .slice(0, LINED_PLAYERS)
          .flatMap((each) => this.#linesOf(each, game, now)),
      )
    })
  }

  /** The lines of a player: that of the sportsbooks, else the middle of the last games. */
  #linesOf({ player, lines }: { player: Player; lines: NbaLine[] }, game: NbaGame, now: Date): BoardLine[] {
    return MARKETS.flatMap(([stat, toValue, least]) => {
      const values = lines.map(({ counts }) => toValue(counts))
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const quoted = this.#quotedLine(game.id, player.id, stat, now)
      if (quoted === null && mean < least) return []
      return [bookLine(player, game, stat, quoted ?? halfLine(median(values)))]
    })
  }
}
