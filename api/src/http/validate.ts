import { bodyParser } from '@koa/bodyparser'
import { remoteNameSchema } from '@propsight/shared/contracts'
import type { ZodType } from 'zod'
import { badRequest, HttpError, notFound } from '../platform/errors.ts'
import { parseAs } from '../platform/parse.ts'
import type { ApiContext } from './context.ts'

const AVAILABLE_SPORT = 'mlb'
/** Shown in the menu but disabled (N1). */
const PLANNED_SPORTS = ['nba', 'nfl']

/**
 * Requires that the path's `{sport}` can be analyzed. The case does not matter.
 * @throws HttpError 404 whose message names the available sport
 */
export function requireAvailableSport(ctx: ApiContext): void {
  const { sport = '' } = ctx.params
  const requestedSport = sport.toLowerCase()
  if (requestedSport === AVAILABLE_SPORT) return
  throw notFound(
    PLANNED_SPORTS.includes(requestedSport)
      ? `${requestedSport.toUpperCase()} is not open yet: only MLB can be analyzed.`
      : 'This sport is unknown: only MLB can be analyzed.',
  )
}

/** The remote named in the path. @throws HttpError 404 when it is not a valid name */
export function remoteNameOf(ctx: { params: Record<string, string | undefined> }): string {
  const { success, data } = remoteNameSchema.safeParse(ctx.params.name)
  if (!success) throw notFound('There is no such remote')
  return data
}

const JSON_LIMIT_BYTES = 256 * 1024

const failWithStatus = (error: Error & { status?: number }): never => {
  if (error.status === 413) throw new HttpError(413, 'PAYLOAD_TOO_LARGE', 'The request body is too large')
  if (error.status === 415)
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body has an unknown encoding')
  throw badRequest('The request body is not valid JSON')
}
const parsers = new Map<number, ReturnType<typeof bodyParser>>()
const parserFor = (limitBytes: number) => {
  const existing = parsers.get(limitBytes)
  if (existing) return existing
  const parser = bodyParser({
    enableTypes: ['json'],
    jsonLimit: limitBytes,
    onError: failWithStatus,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    // `readJson` has checked the content type.
    detectJSON: () => true,
  })
  parsers.set(limitBytes, parser)
  return parser
}

/**
 * Reads the JSON body and parses it by `schema`. Call it after rate limits and authentication.
 * @throws HttpError 400 (not JSON, or invalid by the schema), 413, 415
 */
export async function readBody<T>(
  ctx: ApiContext,
  schema: ZodType<T>,
  { limitBytes = JSON_LIMIT_BYTES } = {},
): Promise<T> {
  return parseAs(schema, await readJson(ctx, limitBytes))
}

/** The unvalidated JSON body, for callers that parse it in parts. @throws HttpError 400, 413, 415 */
export async function readJson(ctx: ApiContext, limitBytes = JSON_LIMIT_BYTES): Promise<unknown> {
  if (!ctx.request.is('application/json')) {
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json')
  }
  await parserFor(limitBytes)(ctx, async () => undefined)
  return ctx.request.body
}

/**
 * The query string, parsed by `schema`. A repeated parameter is an array and fails a scalar schema.
 * @throws HttpError 400
 */
export const readQuery = <T>(ctx: ApiContext, schema: ZodType<T>): T => parseAs(schema, { ...ctx.query })
