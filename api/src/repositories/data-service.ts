import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import PQueue from 'p-queue'
import type { ZodType } from 'zod'
import * as z from 'zod'
import { DatabaseRefusal, HttpError, unavailable } from '../platform/errors.ts'
import { NO_TELEMETRY, type Telemetry } from '../platform/telemetry/telemetry.ts'

/**
 * Schema for the rows of a set-returning function. Scalars arrive bare, or wrapped in an object whose key is
 * the name of the function, depending on the version of the service.
 * @param name name of the database function
 * @param row schema of one row
 */
export const rowsOf = <T>(name: string, row: z.ZodType<T>) =>
  z
    .array(z.unknown())
    .nullable()
    .transform((rows) =>
      (rows ?? []).map((item) =>
        item !== null && typeof item === 'object' && name in item ? Reflect.get(item, name) : item,
      ),
    )
    .pipe(z.array(row))

/** Schema of a function without a result. */
export const nothing = z.unknown().transform(() => undefined)

const ID = /\/(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d+)(?=\/|$)/gi

/** Span name of a data service call, without ids and filters: `POST /rest/v1/rpc/start_run`. */
export const callName = ({ method, url }: Pick<Request, 'method' | 'url'>): string =>
  `${method} ${new URL(url).pathname.replace(ID, '/:id')}`

const TIMEOUT_MS = 10_000
/**
 * Parallel calls. Further calls wait, and their timeout starts when they run: a long queue does not mean that
 * the service is down.
 */
const MAX_RUNNING = 24
const MAX_WAITING = 20_000

/** Access to the database functions of the data service, with the rights of the server. */
export interface DataService {
  /**
   * Calls a database function.
   * @param schema schema of the result
   * @throws DatabaseRefusal for `PTxxx` or an unusable value, HttpError 503 when the service does not
   * respond, Error otherwise
   */
  rpc<T>(name: string, parameters: Record<string, unknown>, schema: ZodType<T>): Promise<T>
  /**
   * The client with the secret key. It bypasses row-level security: only for commands of operators and for
   * tests.
   */
  readonly client: SupabaseClient
  /** Number of running and of waiting calls. */
  load(): { running: number; waiting: number }
}

export interface DataServiceOptions {
  url: string
  secretKey: string
  /** Reaches an embedded data service without the network. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  telemetry?: Pick<Telemetry, 'span' | 'traceHeaders'>
}

/**
 * Creates the client: supabase-js with the secret key, without a session, with timeouts and limited
 * concurrency.
 */
export function createDataService({
  url,
  secretKey,
  fetch: local,
  telemetry = NO_TELEMETRY,
}: DataServiceOptions): DataService {
  const calls = new PQueue({ concurrency: MAX_RUNNING })
  const call = (input: RequestInfo | URL, init: RequestInit | undefined) => {
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])])
    const request = new Request(input, { ...init, signal })
    return telemetry.span('client', callName(request), { 'server.address': 'data service' }, async (span) => {
      for (const [name, value] of Object.entries(telemetry.traceHeaders())) request.headers.set(name, value)
      const response = await (local ? local(request) : fetch(request))
      span.set({ 'http.response.status_code': response.status })
      return response
    })
  }
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: async (input, init) => {
        if (calls.size >= MAX_WAITING)
          throw unavailable('The data service', new Error('too many calls are waiting'))
        return calls.add(() => call(input, init), { signal: init?.signal ?? undefined })
      },
    },
  })
  return {
    client,
    load: () => ({ running: calls.pending, waiting: calls.size }),
    async rpc(name, parameters, schema) {
      const { data, error, status } = await client.rpc(name, parameters)
      if (!error) return schema.parse(data)
      const raised = /^PT([45]\d\d)$/.exec(error.code ?? '')?.[1]
      if (raised === '503')
        throw new HttpError(503, 'UNAVAILABLE', error.message, {
          headers: { 'Retry-After': '5' },
          cause: error,
        })
      if (raised) throw new DatabaseRefusal(Number(raised), error.message)
      // A value that is valid by the schemas but not for the database, such as a date in the year 0.
      if (/^22/.test(error.code ?? ''))
        throw new DatabaseRefusal(400, 'A value in this request cannot be used')
      const isUnavailable =
        status === 0 || status === 503 || status === 502 || /^(08|57P|53|58|PGRST00)/.test(error.code ?? '')
      if (isUnavailable) throw unavailable('The data service', error)
      throw new Error(`${name} failed with ${status} ${error.code}: ${error.message}`)
    },
  }
}
