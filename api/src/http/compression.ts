import { constants } from 'node:zlib'
import compress from 'koa-compress'
import { BROTLI_QUALITY } from './brotli.ts'
import type { ApiMiddleware } from './context.ts'

const THRESHOLD_BYTES = 1_024
const GZIP_LEVEL = 4

/**
 * Compresses responses above the threshold. Every write flushes the encoder, so that streams are sent at
 * once.
 */
export const compression = (): ApiMiddleware =>
  compress({
    threshold: THRESHOLD_BYTES,
    encodingPreference: ['br', 'gzip'],
    gzip: { flush: constants.Z_SYNC_FLUSH, level: GZIP_LEVEL },
    br: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    },
  })
