import {
  EXTRACTED_FIELDS,
  type ExtractedRow,
  type IMAGE_TYPES,
  STATS_PARTS,
} from '@propsight/shared/contracts'
import { canonicalClubCode, findStatType, formatStatsText } from '@propsight/shared/domain'
import type { PictureWords } from '../../sources/box-score-league.ts'

/**
 * Maximum number of pixels, enough for a 48-megapixel phone camera. Larger images are refused before
 * decoding.
 */
export const MAX_IMAGE_PIXELS = 50_000_000

/** Why an image was not read. */
export type RefusalReason = 'type' | 'animated' | 'pixels' | 'damaged' | 'time' | 'memory'

/** The reader refused an image, or exceeded its limits. */
export class ImageRefused extends Error {
  override name = 'ImageRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`the picture was refused: ${reason}`)
    this.reason = reason
  }
}

/** Size of an upright image in pixels. */
export interface ImageSize {
  width: number
  height: number
}

/** A request to the reader process. The image follows on its standard input, `bytes` bytes long. */
export interface ReaderRequest {
  bytes: number
  /** Whether the upright image is returned, too, for a vision model. */
  wantsImage: boolean
  /** Words of the sport of the picture; null for baseball. */
  words: PictureWords | null
}

/** A message of the reader process: `upright` and then `read`, or `refused` or `failed`. */
export type ReaderMessage =
  | { type: 'upright'; size: ImageSize; picture: Uint8Array | null }
  | { type: 'read'; rows: ReadRow[] }
  | { type: 'refused'; reason: RefusalReason }
  | { type: 'failed'; where: string }

/** The opponent of a club in a printed game, with its place; null if the club is in another game. */
export function opponentIn(
  { first, second, secondIsHome }: PrintedGame,
  team: string,
): Pick<ExtractedRow, 'opponent' | 'homeAway'> | null {
  const code = canonicalClubCode(team)
  const isFirst = code === canonicalClubCode(first)
  if (!isFirst && code !== canonicalClubCode(second)) return null
  const place = isFirst ? ('AWAY' as const) : ('HOME' as const)
  return { opponent: isFirst ? second : first, homeAway: secondIsHome && place }
}

/** The text of the stats, such as '1.5 More Total Bases'; empty if a part was not read. */
export const readStatsText = ({
  line,
  side,
  statType,
}: {
  line: number | null
  side: 'OVER' | 'UNDER' | null
  statType: string | null
}): string =>
  line === null || side === null || statType === null ? '' : formatStatsText({ line, side, statType })

/** Both clubs of a game as printed: 'LAD vs ATH'. */
export interface PrintedGame {
  first: string
  second: string
  /** Null if the picture does not say which club is at home. */
  secondIsHome: true | null
}

/** A row before its name is compared with the league. */
export interface ReadRow extends ExtractedRow {
  /** The game of the row, if the picture names both clubs but not which is the player's; null otherwise. */
  game: PrintedGame | null
  /**
   * The name as each reading has it, if the only doubt is whether the letters are right: a player of the league
   * can then decide. Empty if the name may belong to another row.
   */
  nameReadings: string[]
}

type StatsPart = (typeof STATS_PARTS)[number]
/** A field of a row that can be doubtful. */
export type DoubtField = Exclude<(typeof EXTRACTED_FIELDS)[number], 'stats'> | StatsPart

const MAX_REASON_LENGTH = 160
const joinReasons = (reasons: readonly string[]): string =>
  [...new Set(reasons)].join('; ').slice(0, MAX_REASON_LENGTH)

/** Lists doubts in the form of the contract: those about a part of `stats` in one doubt with its parts. */
export function listDoubts(reasons: ReadonlyMap<DoubtField, readonly string[]>): ExtractedRow['doubts'] {
  const doubtsOf = <Field extends DoubtField>(field: Field) => {
    const found = reasons.get(field)
    return found ? [{ field, reason: joinReasons(found) }] : []
  }
  return EXTRACTED_FIELDS.flatMap((field): ExtractedRow['doubts'] => {
    if (field !== 'stats') return doubtsOf(field)
    const parts = STATS_PARTS.flatMap(doubtsOf)
    return parts.length > 0 ? [{ field, reason: joinReasons(parts.map(({ reason }) => reason)), parts }] : []
  })
}

/** Adds the doubts that rows of each reader need: a market that is not offered, an opponent that is the own club. */
export function withPlainDoubts<Row extends ExtractedRow>(row: Row): Row {
  const { statType } = row
  const isOffered = statType === null || findStatType(statType) !== null
  return withoutOwnClub(isOffered ? row : withDoubt(row, 'statType', `${statType} is not offered`), row.team)
}

/** Removes an opponent that is the player's own club, with a doubt. */
export function withoutOwnClub<Row extends ExtractedRow>(row: Row, team: string): Row {
  const { opponent } = row
  if (!team || !opponent || canonicalClubCode(team) !== canonicalClubCode(opponent)) return row
  const reason = `${opponent} was read, which is the player's own club`
  return withDoubt({ ...row, opponent: null, homeAway: null }, 'opponent', reason)
}

/** Adds a doubt about a field to a row, unless the field has one: the first reason is kept. */
export function withDoubt<Row extends ExtractedRow>(row: Row, field: DoubtField, reason: string): Row {
  const reasons = new Map<DoubtField, string[]>()
  for (const doubt of row.doubts) {
    for (const part of doubt.parts ?? []) reasons.set(part.field, [part.reason])
    if (doubt.field !== 'stats') reasons.set(doubt.field, [doubt.reason])
  }
  if (!reasons.has(field)) reasons.set(field, [reason])
  return { ...row, doubts: listDoubts(reasons) }
}

type ImageType = (typeof IMAGE_TYPES)[number]

const SIGNATURES: readonly [type: ImageType, at: number, bytes: Buffer][] = [
  ['image/jpeg', 0, Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', 0, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/webp', 8, Buffer.from('WEBP', 'latin1')],
]
const RIFF = Buffer.from('RIFF', 'latin1')

const hasAt = (bytes: Buffer, at: number, expected: Buffer) =>
  bytes.subarray(at, at + expected.length).equals(expected)

/**
 * The type of a file by its first bytes, independent of its name and headers; null for a type that is not
 * accepted.
 */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const type = SIGNATURES.find(([, at, expected]) => hasAt(bytes, at, expected))?.[0] ?? null
  return type === 'image/webp' && !hasAt(bytes, 0, RIFF) ? null : type
}

const PNG_FIRST_CHUNK = 8
const PNG_CHUNK_OVERHEAD = 12

/** Whether a PNG is animated: it has the APNG chunk `acTL` before its first pixels. */
export function isAnimatedPng(bytes: Buffer): boolean {
  let at = PNG_FIRST_CHUNK
  while (at + PNG_CHUNK_OVERHEAD <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT' || name === 'IEND') return false
    at += bytes.readUInt32BE(at) + PNG_CHUNK_OVERHEAD
  }
  return false
}
