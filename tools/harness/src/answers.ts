import type { ConfigValue, DataSource, Profile, SessionUser } from '@propsight/shared/contracts'
import type { Row } from './data/tables.ts'
import type { ScenarioName } from './scenarios.ts'

/** One call of the remote to the product's server. */
export interface ApiCall {
  method: string
  path: string
  query: Record<string, string>
  /** The parsed JSON body or the form data; null without a body. */
  body: unknown
  scenario: ScenarioName
  user: SessionUser | null
  /** Charges credits to the account; the remote sees the change after `shell.refreshProfile()`. */
  spend(credits: number): void
}

/**
 * Returns the response to a call: a value (sent as JSON; null is 204), `ndjson(…)`, `refuse(…)` or any
 * Response.
 */
export type ApiScript = (call: ApiCall) => unknown

/** The user and scenario for which a table is filled. */
export interface Owner {
  /** Null without a session. */
  userId: string | null
  scenario: ScenarioName
}

/**
 * Default export of a remote's `src/dev/answers.ts`: the responses in the harness. All parts are optional.
 */
export interface RemoteAnswers {
  /** The account; by default 20 credits on the free plan. */
  profile?: Partial<Profile>
  dataSource?: DataSource
  /** `shell.config`: the values that the remote declares. */
  config?: Record<string, ConfigValue>
  /** Path on which the remote opens; by default the path of its placement. */
  address?: string
  /** Scripts by method and path: `'GET /api/games'`. Other calls get 404. */
  api?: Record<`${'GET' | 'POST'} /${string}`, ApiScript>
  /** Initial rows of the tables of the data service. Other tables are empty at first. */
  tables?: Record<string, (owner: Owner) => Row[]>
  /** Returns an error response of the data service instead of a table's answer, or undefined. */
  refuseData?: (call: { method: string; table: string }) => Response | undefined
  /** Functions of the data service, by name. */
  rpc?: Record<string, (args: unknown, owner: Owner) => unknown>
  /** Content of the extensions of other remotes, by their full names: `'weather/mark'`. Others are not shown. */
  extensions?: Record<string, (props: object) => string | Node>
}

/** Identity function that checks the type: `export default defineAnswers({ … })`. */
export const defineAnswers = (answers: RemoteAnswers): RemoteAnswers => answers

/** Creates an error response of the API with a status from 400 to 599. */
export const refuse = (status: number, code: string, message: string): Response =>
  Response.json(
    { error: message, message, code, requestId: `harness-${crypto.randomUUID().slice(0, 8)}` },
    { status },
  )

/** Creates an `application/x-ndjson` response with one value per line, for `shell.api.stream`. */
export function ndjson(values: Iterable<unknown> | AsyncIterable<unknown>): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      try {
        for await (const value of values) controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
        controller.close()
      } catch (error) {
        controller.error(error)
      }
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } })
}
