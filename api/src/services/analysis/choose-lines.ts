import type { Line } from '@propsight/shared/contracts'
import { compareByChance, type GameLog, lineTrend, type RankedByChance } from '@propsight/shared/domain'
import type { CollectedRecord } from './player-records.ts'
import { type Answered, type JudgedLine, judgeLine } from './judge-line.ts'

export interface PassedOver {
  readonly id: string
  readonly reason: string
}

export interface Choice {
  /** Highest probability first, at most one line per player. */
  readonly chosen: readonly JudgedLine[]
  readonly passedOver: readonly PassedOver[]
}

/** Converts a record's games to the `GameLog` of the domain. */
export const logOf = (record: Answered): GameLog =>
  record.group === 'hitting'
    ? { group: 'hitting', games: record.games }
    : { group: 'pitching', games: record.games }

function keyed(judged: JudgedLine, window: number): { judged: JudgedLine; key: RankedByChance } {
  const { line, stat, record, forecast } = judged
  const { counts } = lineTrend(stat, line.line, logOf(record), window)
  const { id, name } = line
  return {
    judged,
    key: { id, name, line: line.line, over: counts.over, under: counts.under, chance: forecast.chance },
  }
}

/**
 * Chooses the lines to recommend, ordered by the engine's calibrated probability of a side that the book
 * offers. Each line that is not chosen is returned in `passedOver` with a reason.
 * @param recordOf returns the record of a line's player
 * @param most maximum number of recommended lines
 * @param window games whose hit rate breaks ties between equal probabilities
 */
export function chooseLines(
  lines: readonly Line[],
  recordOf: (line: Line) => CollectedRecord | undefined,
  { most, window }: { most: number; window: number },
): Choice {
  const passedOver: PassedOver[] = []
  const candidates: ReturnType<typeof keyed>[] = []
  for (const line of lines) {
    const judged = judgeLine(line, recordOf(line))
    if (typeof judged === 'string') passedOver.push({ id: line.id, reason: judged })
    else candidates.push(keyed(judged, window))
  }
  candidates.sort((a, b) => compareByChance(a.key, b.key))
  const chosen: JudgedLine[] = []
  const people = new Set<number>()
  for (const { judged } of candidates) {
    const { personId } = judged.record
    const { id } = judged.line
    if (people.has(personId)) passedOver.push({ id, reason: 'Another line on him is likelier.' })
    else if (chosen.length >= most)
      passedOver.push({ id, reason: `Less likely than the ${most} recommended.` })
    else chosen.push(judged)
    if (chosen.at(-1) === judged) people.add(personId)
  }
  return { chosen, passedOver }
}
