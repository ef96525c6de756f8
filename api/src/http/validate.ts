import { remoteNameSchema } from '@propsight/shared/contracts'
import { SPORT_CODES, type SportCode } from '@propsight/shared/domain'
import type { ZodType } from 'zod'
import { createSlots } from '../platform/concurrency/slots.ts'
import { HttpError, notFound, tooManyRequests } from '../platform/errors.ts'
import { parseAs, parseBody } from '../platform/parse.ts'
import { type ApiContext, closeSignal } from './context.ts'
import { clientKey } from './rate-limit.ts'
import { JSON_LIMITS, readJsonBody } from './request-body.ts'

/** The open sports besides baseball. */
export interface SportPorts<League = { readonly sport: SportCode }> {
  readonly upstream: { readonly leagues: readonly League[] }
}

/**
 * Requires that the path's `{sport}` is open. The case does not matter.
 * @returns the league of the sport; null for baseball
 * @throws HttpError 404 with the reason
 */
export function requireAvailableSport<League extends { readonly sport: SportCode }>(
  { upstream }: SportPorts<League>,
  ctx: ApiContext,
): League | null {
  const requested = ctx.params.sport?.toUpperCase()
  if (requested === 'MLB') return null
  const sport = SPORT_CODES.find((code) => code === requested)
  if (!sport) throw notFound('This sport is unknown: only MLB can be analyzed.')
  const found = upstream.leagues.find((league) => league.sport === sport)
  if (!found) throw notFound(`${sport} is not open yet: only MLB can be analyzed.`)
  return found
}

/** The remote named in the path. @throws HttpError 404 when it is not a valid name */
export function remoteNameOf(ctx: { params: Record<string, string | undefined> }): string {
  const { success, data } = remoteNameSchema.safeParse(ctx.params.name)
  if (!success) throw notFound('There is no such remote')
  return data
}

/**
 * Bodies above the usual limit, which a few routes accept: one of each account is read at a time, so that a client cannot
 * fill the memory. Further ones wait with their bytes unread.
 */
const LARGE_BODIES = { maxRunning: 64, perKey: 1, waiting: 32 }
const RETRY_SECONDS = 2
const largeBodies = createSlots({
  ...LARGE_BODIES,
  full: () => tooManyRequests(RETRY_SECONDS, 'Too many large requests at once'),
})

/**
 * Reads the JSON body and parses it by `schema`. Call it after rate limits and authentication.
 * @throws HttpError 400 (not JSON, or invalid by the schema), 413, 415; 429 while other large bodies of the same account
 * are read
 */
export async function readBody<T>(ctx: ApiContext, schema: ZodType<T>, limits = JSON_LIMITS): Promise<T> {
  const bytes = Math.min(limits.bytes, ctx.request.length ?? Number.POSITIVE_INFINITY)
  const read = async () => parseBody(schema, await readJson(ctx, limits))
  return bytes <= JSON_LIMITS.bytes ? read() : largeBodies.run(clientKey(ctx), read, closeSignal(ctx))
}

/** The unvalidated JSON body, for callers that parse it in parts. @throws HttpError 400, 413, 415 */
export async function readJson(ctx: ApiContext, limits = JSON_LIMITS): Promise<unknown> {
  if (!ctx.request.is('application/json')) {
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json')
  }
  if (ctx.get('content-encoding') !== '') {
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body without a content encoding')
  }
  return readJsonBody(ctx.req, limits)
}

/**
 * The query string, parsed by `schema`. A repeated parameter is an array and fails a scalar schema.
 * @throws HttpError 400
 */
export const readQuery = <T>(ctx: ApiContext, schema: ZodType<T>): T => parseAs(schema, { ...ctx.query })
