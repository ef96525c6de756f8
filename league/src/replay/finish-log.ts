import { dayNumber } from '../world/world.ts'
import type { Table } from './csv.ts'
import type { GameRecord } from './season-log.ts'
import {
  type BattingRecord,
  type LineRecord,
  type PitchingRecord,
  ReplayError,
  type SeasonLog,
} from './season-log.ts'

/** A player in a club of a game. It has no counts, so later ones may be read. */
export interface Appearance {
  readonly personId: string
  readonly gameId: string
  readonly home: boolean
}

interface Stay extends Appearance {
  readonly game: GameRecord
  readonly day: number
  readonly club: string
}

/** Days in which a player does not leave a club and return to it: a claim off waivers takes longer. */
const RETURN_DAYS = 7
/** Longest series of two clubs, in days. */
const SERIES_DAYS = 4

const compareStays = (a: Stay, b: Stay): number =>
  a.day - b.day || a.game.number - b.game.number || a.gameId.localeCompare(b.gameId)

/** Whether a player was in a club that was not his at the time, from his games before and after. */
function isLater(before: Stay, stay: Stay, after: readonly Stay[]): boolean {
  if (before.club === stay.club) return false
  const next = after[0]
  if (next?.club === before.club && next.day - before.day <= RETURN_DAYS) return true
  const opponent = stay.home ? stay.game.away : stay.game.home
  const inSeries = before.club === opponent && stay.day - before.day <= SERIES_DAYS
  return inSeries && !after.some(({ club, day }) => club === stay.club && day - stay.day <= RETURN_DAYS)
}

/**
 * Finds the games whose lines show that they were suspended and completed much later: a player is in both
 * clubs, or in a club that he joins later. For a source that does not state completions.
 * @returns a player who shows it, by game id
 */
function findSuspendedGames(
  games: ReadonlyMap<string, GameRecord>,
  appearances: readonly Appearance[],
): ReadonlyMap<string, string> {
  const suspended = new Map<string, string>()
  const seen = new Set<string>()
  const stays = appearances.flatMap((appearance): Stay[] => {
    const game = games.get(appearance.gameId)
    const key = `${appearance.personId}|${appearance.gameId}|${appearance.home}`
    if (!game || seen.has(key)) return []
    seen.add(key)
    return [{ ...appearance, game, day: dayNumber(game.date), club: appearance.home ? game.home : game.away }]
  })
  for (const [personId, unsorted] of Map.groupBy(stays, (stay) => stay.personId)) {
    if (new Set(unsorted.map(({ club }) => club)).size === 1) continue
    const list = unsorted.toSorted(compareStays)
    list.forEach((stay, index) => {
      const before = list[index - 1]
      if (!before) return
      if (before.gameId === stay.gameId || isLater(before, stay, list.slice(index + 1)))
        suspended.set(stay.gameId, personId)
    })
  }
  return suspended
}

/** The lines of a season's files before they are compared with each other. */
interface ReadLines extends Pick<SeasonLog, 'batting' | 'pitching' | 'people'> {
  /** All games of the files, also after the requested day. */
  readonly games: readonly GameRecord[]
  /** All players' games of the files, likewise. */
  readonly appearances: readonly Appearance[]
}

interface Files {
  readonly batting: Table
  readonly pitching: Table
  readonly games: Table
}

/**
 * A count for the search of contradictions: at least this many events happened, also where the source lacks
 * the count.
 */
const atLeast = (count: number | undefined): number => count ?? 0

const battingContradiction = ({ counts }: BattingRecord): string | null => {
  const n = (field: keyof typeof counts) => atLeast(counts[field])
  if (n('doubles') + n('triples') + n('homeRuns') > n('hits')) return 'more extra-base hits than hits'
  if (n('hits') + n('baseOnBalls') + n('hitByPitch') > n('plateAppearances'))
    return 'more times on base than plate appearances'
  if (n('hits') + n('strikeOuts') > n('atBats')) return 'more hits and strikeouts than at bats'
  return null
}

const pitchingContradiction = ({ counts }: PitchingRecord): string | null => {
  const n = (field: keyof typeof counts) => atLeast(counts[field])
  if (n('homeRuns') > n('hits')) return 'more home runs than hits'
  if (n('hits') + n('baseOnBalls') + n('hitBatsmen') + n('strikeOuts') > n('battersFaced'))
    return 'more outcomes than batters faced'
  return null
}

/** The lines that agree with the games and with themselves. The others are reported. */
function keepConsistent<Line extends LineRecord>(
  table: Table,
  lines: readonly Line[],
  games: ReadonlyMap<string, GameRecord>,
  contradiction: (line: Line) => string | null,
): Line[] {
  const problemOf = (line: Line): string | null => {
    const game = games.get(line.gameId)
    if (!game) return `there is no game ${line.gameId}`
    if (game.date !== line.date) return `game ${line.gameId} is of ${game.date}, not ${line.date}`
    return contradiction(line)
  }
  return lines.filter((line) => {
    const problem = problemOf(line)
    if (problem !== null) table.report(new ReplayError(`${table.file}, line ${line.line}: ${problem}`))
    return problem === null
  })
}

/**
 * Finishes the reading of a season: compares lines with their games, and separates the games that were
 * suspended and not completed before the day. The lines of those are left out, because they contain what
 * happened after the interruption.
 * @param until the day of the reading, `YYYY-MM-DD`; later games are left out
 * @throws ReplayError naming file and line, unless invalid lines are skipped
 */
export function finishLog(read: ReadLines, files: Files, until: string): SeasonLog {
  const byId = new Map(read.games.map((game) => [game.id, game]))
  const batting = keepConsistent(files.batting, read.batting, byId, battingContradiction)
  const pitching = keepConsistent(files.pitching, read.pitching, byId, pitchingContradiction)
  const isStated = read.games.some(({ completion }) => completion !== undefined)
  const shownBy = isStated ? new Map<string, string>() : findSuspendedGames(byId, read.appearances)
  const games = read.games
    .filter(({ date }) => date <= until)
    .map((game): GameRecord => {
      const { completion } = game
      if (shownBy.has(game.id)) return { ...game, suspended: { completedOn: null } }
      if (!completion || completion.date < until) return game
      const { date, ...state } = completion
      return { ...game, suspended: { completedOn: date, ...state } }
    })
  const open = new Set(games.flatMap(({ id, suspended }) => (suspended ? [id] : [])))
  const inferred = games.filter(({ id, date }) => shownBy.has(id) && date < until)
  return {
    games,
    lastDay:
      read.games
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? '',
    batting: batting.filter(({ gameId }) => !open.has(gameId)),
    pitching: pitching.filter(({ gameId }) => !open.has(gameId)),
    people: read.people,
    blanks: [...files.batting.blanks(), ...files.pitching.blanks()],
    suspended: inferred.map(({ id, line }) => {
      const player = shownBy.get(id) ?? ''
      const name = read.people.get(player)?.name ?? player
      return `${files.games.file}, line ${line}: game ${id} counts as suspended, and its lines are left out: ${name} is in a club that he joins later, and the file does not state the day of completion`
    }),
    files: { batting: files.batting.file, pitching: files.pitching.file, games: files.games.file },
  }
}
