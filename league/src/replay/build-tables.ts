import { LineTable } from '../world/line-table.ts'
import { BAT, BATTING, PIT, PITCHING } from '../world/stat-fields.ts'
import { ReplayError } from './replay-error.ts'
import type { BattingRecord, GameRecord, PitchingRecord, SeasonLog } from './season-log.ts'
import { teamIdOf } from './club-codes.ts'

const byPlay = (a: GameRecord, b: GameRecord): number =>
  a.date.localeCompare(b.date) || a.number - b.number || a.id.localeCompare(b.id)

/** Fields that do not come from a column of their own. */
const DERIVED = new Set(['gamesStarted'])

/** The fields that no line of the source has. */
const never = (fields: readonly string[], lines: readonly { readonly counts: object }[]): string[] => {
  const given = new Set(lines.flatMap(({ counts }) => Object.keys(counts)))
  return fields.filter((field) => !given.has(field) && !DERIVED.has(field))
}

/** The `order` of a batting line (see `LineKey`). The first line of a place in a game is the starter's. */
const battingOrder = (seen: Map<string, number>, line: BattingRecord): number => {
  if (line.order < 1 || line.order > 9) return 0
  const slot = `${line.gameId}|${line.home}|${line.order}`
  const substitution = seen.get(slot) ?? 0
  seen.set(slot, substitution + 1)
  return line.order * 10 + Math.min(substitution, 9)
}

/**
 * Builds the tables of a season's lines before the day, in the order of play.
 * @param indexOf index in the world's people by the source's id
 * @param date the day, `YYYY-MM-DD`
 * @returns the tables, the games in the order of play (the order of the world's games), and the fields the
 * source lacks
 * @throws ReplayError for a club code that is unknown
 */
export function buildTables(log: SeasonLog, indexOf: ReadonlyMap<string, number>, date: string) {
  const order = log.games.filter((game) => game.date.slice(0, 4) === date.slice(0, 4)).toSorted(byPlay)
  const at = new Map(order.map((game, index) => [game.id, index]))
  const batting = new LineTable(BATTING.length)
  const pitching = new LineTable(PITCHING.length)
  const add = (
    table: LineTable,
    line: BattingRecord | PitchingRecord,
    place: number,
    position: number,
  ): number | null => {
    const game = at.get(line.gameId)
    const person = indexOf.get(line.personId)
    const record = order[game ?? -1]
    if (game === undefined || person === undefined || !record || line.date >= date) return null
    const code = line.home ? record.home : record.away
    const teamId = teamIdOf(code)
    if (teamId === undefined)
      throw new ReplayError(`game ${line.gameId}: '${code}' is not a club of the thirty`)
    return table.add({ person, game, teamId, home: line.home, order: place, position })
  }
  const rank = (line: { gameId: string }) => at.get(line.gameId) ?? 0
  const seen = new Map<string, number>()
  for (const line of log.batting.toSorted((a, b) => rank(a) - rank(b))) {
    const offset = add(batting, line, battingOrder(seen, line), 0)
    if (offset === null) continue
    for (const field of BATTING) batting.bump(offset, BAT[field], false, line.counts[field] ?? 0)
  }
  const staff = log.pitching.toSorted(
    (a, b) => rank(a) - rank(b) || Number(b.started) - Number(a.started) || a.order - b.order,
  )
  const appearances = new Map<string, number>()
  for (const line of staff) {
    const side = `${line.gameId}|${line.home}`
    const place = (appearances.get(side) ?? 0) + 1
    appearances.set(side, place)
    const offset = add(pitching, line, place, 1)
    if (offset === null) continue
    for (const field of PITCHING) pitching.bump(offset, PIT[field], false, line.counts[field] ?? 0)
    if (line.started) pitching.bump(offset, PIT.gamesStarted, false)
  }
  const uncounted = { hitting: never(BATTING, log.batting), pitching: never(PITCHING, log.pitching) }
  return { batting, pitching, order, uncounted }
}
