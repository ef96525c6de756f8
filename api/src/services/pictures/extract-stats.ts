import { type ExtractStatsResponse, IMAGE_ERRORS } from '@propsight/shared/contracts'
import type { LanguageModel } from 'ai'
import type { Logger } from 'pino'
import { HttpError } from '../../platform/errors.ts'
import type { LeagueReads } from '../../sources/stats/stats-client.ts'
import { checkNames, readLeague } from './check-names.ts'
import type { Extractor } from './extractor.ts'
import { compareReadings } from './model/compare-readings.ts'
import { readByModel } from './model/read-by-model.ts'
import { ImageRefused, MAX_IMAGE_PIXELS, type RefusalReason } from './reading.ts'

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
  { userId, image, signal, log }: ExtractRequest,
): Promise<ExtractStatsResponse> {
  const league = await readLeague({ upstream, clock })
  const { vision } = ai
  let modelRows: ReturnType<typeof readByModel> | null = null
  const onUprightImage = (picture: Uint8Array) => {
    if (!vision) return
    modelRows = readByModel(vision, picture, log, signal)
    // Awaited below, after the local reading.
    modelRows.catch(() => undefined)
  }
  const options = { wantsImage: vision !== null }
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
  const players = await checkNames(read.slice(0, MAX_ROWS), league)
  if (players.length === 0) throw new HttpError(422, 'BAD_REQUEST', IMAGE_ERRORS.noPlayers)
  return {
    success: true,
    data: { players, weather: null, image: size, reader: byModel ? 'model' : 'tesseract' },
  }
}
