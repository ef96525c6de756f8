import type { PitchingRecord, SeasonLog } from '@propsight/league/replay'
import { placeOf, type Schedule } from './schedule.ts'
import type { PitchingRow } from './season.ts'

/** The contradiction in the counts of a line, or null. */
const contradiction = ({ counts }: PitchingRecord): string | null => {
  const n = (field: keyof typeof counts) => counts[field] ?? 0
  if (n('homeRuns') > n('hits')) return 'more home runs than hits'
  if (n('hits') + n('baseOnBalls') + n('hitBatsmen') + n('strikeOuts') > n('battersFaced'))
    return 'more outcomes than batters faced'
  return null
}

/** The pitchers' lines in the order of play. Lines are skipped for the same reasons as in `battingRows`. */
export function pitchingRows(
  log: SeasonLog,
  schedule: Schedule,
  skip: (problem: string) => void,
): PitchingRow[] {
  const order = new Map([...schedule.keys()].map((id, index) => [id, index]))
  const rank = (line: PitchingRecord) => order.get(line.gameId) ?? 0
  const rows: PitchingRow[] = []
  const told = new Set<string>()
  for (const line of log.pitching.toSorted((a, b) => rank(a) - rank(b))) {
    const place = placeOf(line, schedule)
    const who = `${line.gameId}|${line.home}|${line.personId}`
    const again = told.has(who) ? `${line.personId} is there already` : null
    const problem = typeof place === 'string' ? place : (again ?? contradiction(line))
    if (problem !== null || typeof place === 'string') {
      skip(`${log.files.pitching}, line ${line.line}: ${problem}`)
      continue
    }
    told.add(who)
    const { counts } = line
    const { starterHand: _, ...where } = place
    rows.push({
      ...where,
      gameId: line.gameId,
      playerId: line.personId,
      throws: line.throws ?? null,
      started: line.started,
      battersFaced: counts.battersFaced ?? 0,
      outs: counts.outs ?? 0,
      strikeOuts: counts.strikeOuts ?? 0,
      hits: counts.hits ?? 0,
      homeRuns: counts.homeRuns ?? 0,
      earnedRuns: counts.earnedRuns ?? 0,
      baseOnBalls: counts.baseOnBalls ?? 0,
      hitByPitch: counts.hitBatsmen ?? null,
    })
  }
  return rows
}
