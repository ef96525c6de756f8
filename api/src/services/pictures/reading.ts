import { EXTRACTED_FIELDS, type ExtractedRow, STATS_PARTS } from '@propsight/shared/contracts'
import { formatStatsText } from '@propsight/shared/domain'

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
}

/** A message of the reader process: `upright` and then `read`, or `refused` or `failed`. */
export type ReaderMessage =
  | { type: 'upright'; size: ImageSize; picture: Uint8Array | null }
  | { type: 'read'; rows: ReadRow[] }
  | { type: 'refused'; reason: RefusalReason }
  | { type: 'failed'; where: string }

/** The text of the stats, such as '1.5 More Total Bases'; empty if a part was not read. */
export const statsTextOf = ({
  line,
  side,
  statType,
}: {
  line: number | null
  side: 'OVER' | 'UNDER' | null
  statType: string | null
}): string =>
  line === null || side === null || statType === null ? '' : formatStatsText({ line, side, statType })

/** A row before its name is compared with the league. */
export interface ReadRow extends ExtractedRow {
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
