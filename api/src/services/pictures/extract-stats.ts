import type { ExtractedRow } from '@propsight/shared/contracts'
import { type ExtractStatsResponse, IMAGE_ERRORS } from '@propsight/shared/contracts'
import { canonicalClubCode, loosePlayerName } from '@propsight/shared/domain'
import type { LanguageModel } from 'ai'
import { distance } from 'fastest-levenshtein'
import type { Logger } from 'pino'
import { HttpError } from '../../platform/errors.ts'
import type { BoxScoreLeague } from '../../sources/box-score-league.ts'
import type { LeagueReads } from '../../sources/stats/stats-client.ts'
import { checkNames, readLeague } from './check-names.ts'
import type { Extractor } from './extractor.ts'
import { readByModel } from './model/read-by-model.ts'
import {
  type DoubtField,
  ImageRefused,
  MAX_IMAGE_PIXELS,
  type ReadRow,
  type RefusalReason,
  withDoubt,
} from './reading.ts'

const FOUND_ONCE = 'Only one of two readings found this player.'

const folded = (text: string | null) => (text ?? '').toLowerCase().replace(/[^a-z0-9.]+/g, '')

/** The compared value of each field: two readings agree on a field if these are equal. */
const VALUES: Record<DoubtField, (row: ExtractedRow) => string> = {
  name: ({ name }) => loosePlayerName(name),
  team: ({ team }) => canonicalClubCode(team),
  position: ({ position }) => folded(position),
  statType: ({ statType }) => statType ?? '',
  line: ({ line }) => String(line ?? ''),
  side: ({ side }) => side ?? '',
  oddsType: ({ oddsType }) => oddsType,
  opponent: ({ opponent, homeAway }) => `${canonicalClubCode(opponent ?? '')}|${homeAway}`,
  gameTime: ({ gameTime }) => folded(gameTime),
}
const FIELDS = Object.keys(VALUES) as DoubtField[]
const STATS_FIELDS = ['statType', 'line', 'side'] as const

/** The text of the other reading as shown to the user. */
const displayText = (row: ExtractedRow, field: DoubtField): string => {
  if (field === 'opponent') {
    const place = row.homeAway ? { HOME: 'vs ', AWAY: '@ ' }[row.homeAway] : ''
    return row.opponent ? `${place}${row.opponent}` : ''
  }
  if (field === 'side') return { OVER: 'More', UNDER: 'Less', '': '' }[row.side ?? '']
  return String(row[field] ?? '')
}

const NEAR_SHARE = 0.3

/**
 * Distance of two rows: edit distance of the names, plus penalties for another stat or line; null if they
 * differ.
 */
function rowDistance(a: ExtractedRow, b: ExtractedRow): number | null {
  const one = loosePlayerName(a.name)
  const other = loosePlayerName(b.name)
  const apart = distance(one, other)
  if (apart > NEAR_SHARE * Math.max(one.length, other.length)) return null
  return apart + (a.statType === b.statType ? 0 : 0.5) + (a.line === b.line ? 0 : 0.25)
}

function compareRow(model: ExtractedRow, own: ReadRow): ReadRow {
  // The name of a row whose readings do not count, because it may belong to another row, still contradicts the model.
  const nameReadings = [model.name, ...(own.nameReadings.length > 0 ? own.nameReadings : [own.name])]
  let row: ReadRow = { ...model, box: own.box, nameReadings, game: model.team === '' ? own.game : null }
  for (const field of FIELDS) {
    const value = VALUES[field]
    if (value(model) === value(own)) continue
    const other = displayText(own, field).slice(0, 100)
    row = withDoubt(
      row,
      field,
      other ? `The second reading says '${other}'.` : 'The second reading found none.',
    )
  }
  return row
}

/**
 * Compares each row of the model with the row of the local reader for the same card. A field on which both
 * agree has no doubt; a field on which they differ gets a doubt with the other value. Rows that only one of
 * them found are kept with a doubt.
 * @param modelRows rows of the model
 * @param ownRows rows of the local reader for the same image
 */
export function compareReadings(modelRows: readonly ExtractedRow[], ownRows: readonly ReadRow[]): ReadRow[] {
  const unmatched = [...ownRows]
  const rows = modelRows.map((row) => {
    let nearest = -1
    let nearestDistance = Number.POSITIVE_INFINITY
    for (const [index, own] of unmatched.entries()) {
      const apart = rowDistance(row, own)
      if (apart === null || apart >= nearestDistance) continue
      nearest = index
      nearestDistance = apart
    }
    const own = unmatched[nearest]
    if (!own) {
      return ['name' as const, ...STATS_FIELDS].reduce(
        (doubted: ReadRow, field) => withDoubt(doubted, field, FOUND_ONCE),
        { ...row, nameReadings: [], game: null },
      )
    }
    unmatched.splice(nearest, 1)
    return compareRow(row, own)
  })
  return [...rows, ...unmatched.map((own) => withDoubt({ ...own, nameReadings: [] }, 'name', FOUND_ONCE))]
}

/** Maximum number of rows, from the response contract. */
const MAX_ROWS = 60

const refusal = (status: number, code: HttpError['code'], message: string) => () =>
  new HttpError(status, code, message)

/** The error shown for each reason to refuse an image. */
const REFUSALS: Record<RefusalReason, () => HttpError> = {
  type: refusal(415, 'UNSUPPORTED_MEDIA_TYPE', IMAGE_ERRORS.wrongType),
  animated: refusal(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'The image is animated. Choose a still picture, such as a screenshot.',
  ),
  pixels: refusal(
    413,
    'PAYLOAD_TOO_LARGE',
    `The image has too many pixels: at most ${MAX_IMAGE_PIXELS / 1e6} million are read. Choose a smaller one.`,
  ),
  damaged: refusal(422, 'BAD_REQUEST', 'The image is damaged or incomplete. Choose another one.'),
  time: refusal(422, 'BAD_REQUEST', 'The image takes too long to read. Crop it to the cards and try again.'),
  memory: refusal(
    422,
    'BAD_REQUEST',
    'The image takes too much memory to read. Crop it to the cards and try again.',
  ),
}

export interface ExtractRequest {
  /** Id of the user who uploaded the image. */
  userId: string
  image: Buffer
  /** The sport of the picture; null for baseball. */
  league: BoxScoreLeague | null
  /** Aborts when the client has disconnected. */
  signal: AbortSignal
  log: Logger
}

export type ExtractPorts = LeagueReads<'players' | 'teams'> & {
  readonly extractor: Pick<Extractor, 'read'>
  readonly ai: { readonly vision: LanguageModel | null }
}

/**
 * Reads the prop cards of an image with the local reader, and with a vision model if one is configured. Rows
 * of the model are compared with those of the local reader, and names with the league. Neither image nor rows
 * are logged.
 * @throws HttpError 413, 415, 422 for a refused image or one without players; 503 if too many images are
 *   being read; 500 if the reader fails
 */
export async function extractStats(
  { extractor, ai, upstream, clock }: ExtractPorts,
  { userId, image, league, signal, log }: ExtractRequest,
): Promise<ExtractStatsResponse> {
  const names = await readLeague({ upstream, clock }, league)
  const words = league?.pictureWords ?? null
  const { vision } = ai
  let modelRows: ReturnType<typeof readByModel> | null = null
  const onUprightImage = (picture: Uint8Array) => {
    if (!vision) return
    modelRows = readByModel(vision, picture, words, log, signal)
    // Awaited below, after the local reading.
    modelRows.catch(() => undefined)
  }
  const options = { wantsImage: vision !== null, words }
  const { rows, size } = await extractor
    .read(userId, { image, options, onUprightImage, signal })
    .catch((error: unknown) => {
      if (error instanceof ImageRefused) throw REFUSALS[error.reason]()
      if (error instanceof HttpError) throw error
      throw new HttpError(500, 'INTERNAL', IMAGE_ERRORS.noPlayers, { cause: error })
    })
  // The model guard has logged the reason of a failure. The local reading is used then.
  const seen = await (modelRows as ReturnType<typeof readByModel> | null)?.catch((error: unknown) => {
    log.info(
      { kind: error instanceof Error ? error.name : typeof error },
      'a picture was read without the model',
    )
    return null
  })
  const byModel = seen !== null && seen !== undefined && seen.length > 0
  const read = byModel ? compareReadings(seen, rows) : rows
  const players = await checkNames(read.slice(0, MAX_ROWS), names)
  if (players.length === 0) throw new HttpError(422, 'BAD_REQUEST', IMAGE_ERRORS.noPlayers)
  return {
    success: true,
    data: { players, weather: null, image: size, reader: byModel ? 'model' : 'tesseract' },
  }
}
