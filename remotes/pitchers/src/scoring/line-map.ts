import {
  canonicalTeamCode,
  loosePlayerName,
  normalisePlayerName,
  type OddsType,
} from '@propsight/shared/domain'

/** The tier that the page wants (specification 2 §7). */
export const PREFERRED_TIER: OddsType = 'goblin'

/** A line of the book, from either form of its answer. */
export interface TierLine {
  readonly name: string
  /** The book's code of the club, or empty where it names none. */
  readonly team: string
  readonly line: number
  readonly oddsType: string
}

/** Normalised player name to the lines under it: one, or one per club where two players share a name. */
export type LineMap = Readonly<Record<string, readonly { readonly team: string; readonly line: number }[]>>

/**
 * The preferred tier's lines by normalised name (specification 2 §5, §7); every other tier is left out. Where the
 * book offers one pitcher several easier lines, the highest is kept: the one nearest to even.
 */
export function lineMap(lines: readonly TierLine[], tier: OddsType = PREFERRED_TIER): LineMap {
  const map = new Map<string, Map<string, number>>()
  for (const { name, team, line, oddsType } of lines) {
    const key = normalisePlayerName(name)
    if (oddsType.toLowerCase() !== tier || key === '') continue
    const clubs = map.get(key) ?? new Map<string, number>()
    const club = canonicalTeamCode(team)
    clubs.set(club, Math.max(line, clubs.get(club) ?? line))
    map.set(key, clubs)
  }
  return Object.fromEntries(
    [...map].map(([name, clubs]) => [name, [...clubs].map(([team, line]) => ({ team, line }))]),
  )
}

export type FoundLine = { readonly line: number } | { readonly line: null; readonly reason: string }

const NO_LINE = 'No line on the board'
const NAMESAKES = 'Namesakes on the board, and the book does not say which'

/**
 * A pitcher's line: by the normalised name, then without punctuation and Jr., Sr., II to V. A line of another club is
 * a namesake's; a name that fits two lines is never guessed.
 * @param team club code as the stats service writes it
 */
export function findLine(map: LineMap, name: string, team: string): FoundLine {
  const club = canonicalTeamCode(team)
  const linesBy = (fits: (key: string) => boolean) =>
    Object.entries(map).flatMap(([key, lines]) => (fits(key) ? lines : []))
  const exact = linesBy((key) => key === normalisePlayerName(name))
  const loose = linesBy((key) => loosePlayerName(key) === loosePlayerName(name))
  for (const lines of [exact, loose]) {
    const own = lines.filter((each) => each.team === club)
    const unnamed = lines.filter((each) => each.team === '')
    const candidates = own.length > 0 ? own : unnamed
    const [first] = candidates
    if (candidates.length > 1 || (own.length === 0 && first && lines.length > 1)) {
      return { line: null, reason: NAMESAKES }
    }
    if (first) return { line: first.line }
  }
  return { line: null, reason: NO_LINE }
}
