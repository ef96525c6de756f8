import type { Line } from '@propsight/shared/contracts'
import { compareByChance, type GameLog, lineTrend, type RankedByChance } from '@propsight/shared/domain'
import type { CollectedRecord } from './collect-logs.ts'
import { type Answered, type JudgedLine, judgeLine } from './judge-line.ts'

export interface PassedOver {
  readonly id: string
  readonly reason: string
}

export interface Choice {
  /** Highest probability first, one line a player at most. */
  readonly chosen: readonly JudgedLine[]
  readonly passedOver: readonly PassedOver[]
}

/** A record's games as the domain takes them. */
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
 * The lines to recommend, by the engine's calibrated probability of the side that the book takes; each other line with
 * the reason why it is none of them.
 * @param recordOf the record of a line's player
 * @param most lines that are recommended at most
 * @param window games that break ties between equal probabilities
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
