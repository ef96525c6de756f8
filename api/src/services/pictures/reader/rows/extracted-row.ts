import type { ExtractedRow } from '@propsight/shared/contracts'
import { acceptsLess, canonicalClubCode, findStatType } from '@propsight/shared/domain'
import { type DoubtField, listDoubts, opponentIn, type ReadRow, readStatsText } from '../../reading.ts'
import { type Box, boundingBox, heightOf, middleOf } from '../pixels/geometry.ts'
import type { UprightImage } from '../pixels/raster.ts'
import { plausibleLine } from './market-text.ts'
import type { CardRow } from './parsed-field.ts'

/** Lower-case letters and digits without accents, to compare spellings. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** The combined result of two passes for one field. */
export interface CombinedReading<Of> {
  /** The better reading; null if neither pass found one. */
  parsedField: Of | null
  /** Reason for the user to check the value; null if both passes agree with enough confidence. */
  doubt: string | null
}

export interface CombineOptions<Of> {
  /** The compared value: two readings agree if it is equal. */
  key: (parsedField: Of) => string
  /** The text of a reading shown to the user. */
  shown: (parsedField: Of) => string
  /**
   * Minimum confidence of the recogniser (0 to 100). A word below it gets a doubt even if both passes agree.
   */
  confidence: number
}

/** Combines the readings of one field by two passes. They have to agree, or the field gets a doubt. */
export function combineReadings<Of extends { sure: boolean; confidence: number }>(
  first: Of | null,
  second: Of | null,
  { key, shown, confidence }: CombineOptions<Of>,
): CombinedReading<Of> {
  if (!first && !second) return { parsedField: null, doubt: 'Not seen in the picture' }
  if (!first || !second) return { parsedField: first ?? second, doubt: 'Hard to read' }
  const rank = (parsedField: Of) => (parsedField.sure ? 100 : 0) + parsedField.confidence
  const [better, other]: readonly [Of, Of] = rank(second) > rank(first) ? [second, first] : [first, second]
  if (key(first) !== key(second))
    return { parsedField: better, doubt: `Read as ${shown(better)}, and as ${shown(other)}` }
  const certain = better.sure && better.confidence >= confidence
  return { parsedField: better, doubt: certain ? null : 'Hard to read' }
}

/** One row as read by the two passes; null if a pass did not find it. */
export type RowPair = readonly [first: CardRow | null, second: CardRow | null]

const centre = ({ x0, x1 }: Box) => (x0 + x1) / 2

/** Whether two rows are the same row of the image: their stats, or else their names, have the same position. */
function sameRow(a: CardRow, b: CardRow): boolean {
  const [first, second] = a.stat && b.stat ? [a.stat, b.stat] : [a.name, b.name]
  if (!first || !second) return false
  const reach = 1.2 * Math.max(first.textLine.capitalHeight, heightOf(first.box) / 2)
  const one = first.box
  const other = second.box
  return (
    Math.abs(middleOf(one) - middleOf(other)) < reach && Math.abs(centre(one) - centre(other)) < 4 * reach
  )
}

/** Pairs the rows of two passes. A row that only one pass found is paired with null. */
export function matchRows(first: readonly CardRow[], second: readonly CardRow[]): RowPair[] {
  const unmatched = new Set(second)
  const pairs = first.map((row): RowPair => {
    const match = [...unmatched].find((other) => sameRow(row, other)) ?? null
    if (match) unmatched.delete(match)
    return [row, match]
  })
  return [...pairs, ...[...unmatched].map((row): RowPair => [null, row])]
}

/**
 * Minimum confidence of the recogniser (0 to 100). A field below it gets a doubt even if both passes agree.
 */
const CONFIDENCE = { name: 82, number: 60, team: 20, other: 40 }

/** The fields whose assignment to a row can be wrong. */
const ASSIGNED = ['name', 'team', 'statType', 'line', 'side'] as const

const PITCHERS = new Set(['P', 'SP', 'RP', 'TWP'])

const SIDES = { More: 'OVER', Less: 'UNDER' } as const

const clamped = (share: number) => Math.max(0, Math.min(1, share))

function boxOf([first, second]: RowPair, { width, height }: UprightImage): ExtractedRow['box'] {
  const box = boundingBox([first, second].flatMap((row) => (row ? [row.box] : [])))
  const x = clamped(box.x0 / width)
  const y = clamped(box.y0 / height)
  return { x, y, width: clamped(box.x1 / width) - x, height: clamped(box.y1 / height) - y }
}

/**
 * Number of accents. Accents are missed more often than invented, so the spelling with more of them is used.
 */
const accents = (name: string) => name.normalize('NFD').length - name.length

/**
 * Combines the readings of two passes to one row. A field gets a doubt if the passes differ or are not
 * certain.
 * @returns null if neither a name nor a club was read: the row is not a player then
 */
export function extractedRow(pair: RowPair, picture: UprightImage): ReadRow | null {
  const [a, b] = pair
  const doubts = new Map<DoubtField, string[]>()
  const doubt = (field: DoubtField, reason: string | null) => {
    if (reason) doubts.set(field, [...(doubts.get(field) ?? []), reason])
  }
  const text = (value: string) => `'${value}'`

  const name = combineReadings(a?.name ?? null, b?.name ?? null, {
    key: ({ value }) => folded(value),
    shown: ({ value }) => text(value),
    confidence: CONFIDENCE.name,
  })
  const team = combineReadings(a?.team ?? null, b?.team ?? null, {
    key: ({ value }) => canonicalClubCode(value.team),
    shown: ({ value }) => text(value.team),
    confidence: CONFIDENCE.team,
  })
  if (!name.parsedField && !team.parsedField) return null
  doubt('name', name.doubt)
  doubt('team', team.doubt)
  const uncertain = a?.uncertain || b?.uncertain
  if (uncertain) for (const field of ASSIGNED) doubt(field, 'May belong to the row beside it')
  const spellings = [a?.name?.value, b?.name?.value].flatMap((spelling) =>
    spelling && name.parsedField && folded(spelling) === folded(name.parsedField.value) ? [spelling] : [],
  )
  const written =
    spellings.toSorted((one, other) => accents(other) - accents(one))[0] ?? name.parsedField?.value ?? ''

  const positions = [a, b].map((row) => row?.team?.value)
  const position = positions.find((one) => one?.positionSure) ?? positions.find((one) => one?.position)
  const agreed = new Set(positions.flatMap((one) => (one?.position ? [one.position] : []))).size === 1
  if (!position?.position) doubt('position', 'Not seen in the picture')
  else if (!position.positionSure || !agreed) doubt('position', 'Hard to read')

  const stat = combineReadings(a?.stat ?? null, b?.stat ?? null, {
    key: ({ value, offered }) => (offered ? value : folded(value)),
    shown: ({ value }) => text(value),
    confidence: 0,
  })
  const number = combineReadings(a?.number ?? null, b?.number ?? null, {
    key: ({ value }) => String(value),
    shown: ({ value }) => String(value),
    confidence: CONFIDENCE.number,
  })
  const side = combineReadings(a?.side ?? null, b?.side ?? null, {
    key: ({ value }) => value,
    shown: ({ value }) => value,
    confidence: CONFIDENCE.other,
  })
  const odds = a?.odds ?? b?.odds
  const oddsType = odds?.value ?? 'standard'
  const market = stat.parsedField
  // A market that is not offered gets a doubt of its own.
  if (!market || market.offered) doubt('statType', stat.doubt)
  doubt('line', number.doubt)
  doubt('side', side.doubt)
  if ([a, b].some((row) => row?.side && !row.sideChosen))
    doubt('side', 'Not clear whether More or Less is chosen')
  if (market?.offered && number.parsedField && !plausibleLine(market.value, number.parsedField.value))
    doubt('line', `${number.parsedField.value} is an unusual line for ${market.value}`)
  if (side.parsedField?.value === 'Less' && !acceptsLess(oddsType))
    doubt('side', `A ${oddsType} takes More only`)

  const group = market && findStatType(market.value)?.group
  if (group && position?.position && (group === 'pitching') !== PITCHERS.has(position.position))
    doubt('statType', `${market?.value} is an unusual stat for ${position.position}`)

  const opponent = combineReadings(a?.opponent ?? null, b?.opponent ?? null, {
    key: ({ value }) => `${canonicalClubCode(value.opponent)} ${value.homeAway}`,
    shown: ({ value }) => `${value.homeAway === 'HOME' ? 'vs' : '@'} ${value.opponent}`,
    confidence: CONFIDENCE.other,
  })
  const time = combineReadings(a?.time ?? null, b?.time ?? null, {
    key: ({ value }) => folded(value),
    shown: ({ value }) => text(value),
    confidence: CONFIDENCE.other,
  })
  const game = combineReadings(a?.game ?? null, b?.game ?? null, {
    key: ({ value }) => [value.first, value.second].map(canonicalClubCode).join(' '),
    shown: ({ value }) => `${value.first} and ${value.second}`,
    confidence: CONFIDENCE.other,
  })
  const printed = game.parsedField?.value ?? null
  const club = team.parsedField?.value.team ?? ''
  const isOwn = canonicalClubCode(opponent.parsedField?.value.opponent ?? '') === canonicalClubCode(club)
  const ofGame = printed && club && (!opponent.parsedField || isOwn) ? opponentIn(printed, club) : null
  const against = ofGame ?? opponent.parsedField?.value ?? null
  if (against) doubt('opponent', ofGame ? game.doubt : opponent.doubt)
  if (printed && !club) doubt('team', `Plays in ${printed.first} and ${printed.second}`)
  if (time.parsedField) doubt('gameTime', time.doubt)

  const read = {
    line: number.parsedField?.value ?? null,
    side: side.parsedField && SIDES[side.parsedField.value],
    statType: market?.value ?? null,
  }
  return {
    name: written.slice(0, 80),
    nameReadings: uncertain ? [] : [a?.name?.value, b?.name?.value].filter((value) => value !== undefined),
    team: club,
    position: position?.position ?? '',
    stats: readStatsText(read),
    ...read,
    opponent: against?.opponent ?? null,
    homeAway: against?.homeAway ?? null,
    game: club ? null : printed,
    gameTime: time.parsedField?.value.slice(0, 60) ?? null,
    oddsType,
    box: boxOf(pair, picture),
    doubts: listDoubts(doubts),
  }
}
