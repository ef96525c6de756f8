import {
  canonicalClubCode,
  loosePlayerName,
  normalisePlayerName,
  type OddsType,
} from '@propsight/shared/domain'

/** Odds type of the lines that the page uses (H5). */
export const PREFERRED_ODDS_TYPE: OddsType = 'goblin'

/** A line of the book, from either form of its response. */
export interface OfferedLine {
  readonly name: string
  /** The book's club code, or '' when it names none. */
  readonly team: string
  readonly line: number
  readonly oddsType: string
}

export type MappedLine = Pick<OfferedLine, 'line'>

/** Lines by normalised player name: one, or one per club when players share a name. */
export type LineMap = Readonly<Record<string, readonly ({ readonly team: string } & MappedLine)[]>>

/**
 * Collects the lines of one odds type by normalised player name (H5). Other odds types are skipped. Of
 * several goblin lines of one pitcher the highest is kept, which is nearest to an even chance.
 */
export function buildLineMap(
  lines: readonly OfferedLine[],
  preferred: OddsType = PREFERRED_ODDS_TYPE,
): LineMap {
  const map = new Map<string, Map<string, MappedLine>>()
  for (const { name, team, line, oddsType } of lines) {
    const key = normalisePlayerName(name)
    if (oddsType.toLowerCase() !== preferred || key === '') continue
    const clubs = map.get(key) ?? new Map<string, MappedLine>()
    const club = canonicalClubCode(team)
    if (line >= (clubs.get(club)?.line ?? line)) clubs.set(club, { line })
    map.set(key, clubs)
  }
  return Object.fromEntries(
    [...map].map(([name, clubs]) => [name, [...clubs].map(([team, mapped]) => ({ team, ...mapped }))]),
  )
}

export type FoundLine = MappedLine | { readonly line: null; readonly reason: string }

const NO_LINE = 'No line on the board'
const NAMESAKES = 'The board has more than one pitcher of this name'

/**
 * Finds a pitcher's line by the normalised name, then without punctuation and the suffixes Jr., Sr. and II to
 * V. A line of another club belongs to another player with the same name. An ambiguous name gets no line.
 * @param team club code of the stats service
 */
export function findLine(map: LineMap, name: string, team: string): FoundLine {
  const club = canonicalClubCode(team)
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
