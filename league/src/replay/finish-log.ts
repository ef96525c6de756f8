import type { Table } from './csv.ts'
import {
  type BattingRecord,
  type GameRecord,
  type LineRecord,
  type PitchingRecord,
  ReplayError,
  type SeasonLog,
} from './season-log.ts'
import { type Appearance, findSuspendedGames } from './suspended-games.ts'

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
