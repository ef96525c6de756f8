import type { BattingRecord, SeasonLog } from '@propsight/league/replay'
import { placeOf, type Schedule } from './schedule.ts'
import type { BattingRow } from './season.ts'

/** First and last place of a batting order. */
const SLOTS = { first: 1, last: 9 } as const

/** The contradiction in the counts of a line, or null. */
const contradiction = ({ counts }: BattingRecord): string | null => {
  const n = (field: keyof typeof counts) => counts[field] ?? 0
  if (n('doubles') + n('triples') + n('homeRuns') > n('hits')) return 'more extra-base hits than hits'
  if (n('hits') + n('baseOnBalls') + n('hitByPitch') > n('plateAppearances'))
    return 'more times on base than plate appearances'
  if (n('hits') + n('strikeOuts') > n('atBats')) return 'more hits and strikeouts than at bats'
  return null
}

const byGame = (order: ReadonlyMap<string, number>) => (a: BattingRecord, b: BattingRecord) =>
  (order.get(a.gameId) ?? 0) - (order.get(b.gameId) ?? 0) ||
  // Within a game the order of the file is used, unless the source numbers the substitutions.
  (a.turn !== undefined && b.turn !== undefined && a.home === b.home && a.order === b.order
    ? a.turn - b.turn
    : 0)

/**
 * The batters' lines in the order of play. A line of an unknown game, a second line of the same batter and
 * game, and a line with a contradiction are skipped and reported to `skip`.
 */
export function battingRows(
  log: SeasonLog,
  schedule: Schedule,
  skip: (problem: string) => void,
): BattingRow[] {
  const order = new Map([...schedule.keys()].map((id, index) => [id, index]))
  const pitched = new Set(log.pitching.map((line) => `${line.gameId}|${line.personId}`))
  const filled = new Set<string>()
  const told = new Set<string>()
  const rows: BattingRow[] = []
  for (const line of log.batting.toSorted(byGame(order))) {
    const slot = line.order >= SLOTS.first && line.order <= SLOTS.last ? line.order : null
    const key = `${line.gameId}|${line.home}|${slot}`
    const started = slot !== null && !filled.has(key)
    // The first line of a place is the starter's, also if the line itself is skipped.
    filled.add(key)
    const place = placeOf(line, schedule)
    const who = `${line.gameId}|${line.home}|${line.personId}`
    const again = told.has(who) ? `${line.personId} is there already` : null
    const problem = typeof place === 'string' ? place : (again ?? contradiction(line))
    if (problem !== null || typeof place === 'string') {
      skip(`${log.files.batting}, line ${line.line}: ${problem}`)
      continue
    }
    told.add(who)
    const { counts } = line
    rows.push({
      ...place,
      gameId: line.gameId,
      playerId: line.personId,
      bats: line.side ?? null,
      slot,
      started,
      pitched: pitched.has(`${line.gameId}|${line.personId}`),
      plateAppearances: counts.plateAppearances ?? 0,
      hits: counts.hits ?? 0,
      doubles: counts.doubles ?? 0,
      triples: counts.triples ?? 0,
      homeRuns: counts.homeRuns ?? 0,
      runs: counts.runs ?? 0,
      rbi: counts.rbi ?? 0,
      baseOnBalls: counts.baseOnBalls ?? 0,
      hitByPitch: counts.hitByPitch ?? 0,
      stolenBases: counts.stolenBases ?? 0,
      strikeOuts: counts.strikeOuts ?? 0,
    })
  }
  return rows
}
