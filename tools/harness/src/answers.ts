import type { DataSource, Profile, SessionUser } from '@propsight/shared/contracts'
import type { Row } from './data/tables.ts'
import type { ScenarioName } from './scenarios.ts'

/** One call of the remote to the product's server. */
export interface ApiCall {
  method: string
  path: string
  query: Record<string, string>
  /** The parsed JSON body, or the form that was sent; null without one. */
  body: unknown
  scenario: ScenarioName
  user: SessionUser | null
  /** Takes credits off the account; the remote sees it after `shell.refreshProfile()`. */
  spend(credits: number): void
}

/**
 * What a script may answer: a value (sent as JSON; null is 204), `ndjson(…)`, `refuse(…)`, or any Response.
 */
export type ApiScript = (call: ApiCall) => unknown

/** Who a table is filled for. */
export interface Owner {
  /** Null where nobody is signed in. */
  userId: string | null
  scenario: ScenarioName
}

/** What a remote is answered in the harness: `src/dev/answers.ts`, its default export. Every part may be left out. */
export interface RemoteAnswers {
  /** The account; 20 credits on the free plan unless told. */
  profile?: Partial<Profile>
  dataSource?: DataSource
  /** Address that the remote opens on; its own placement unless told. */
  address?: string
  /** By method and path: `'GET /api/games'`. Anything else is answered 404. */
  api?: Record<`${'GET' | 'POST'} /${string}`, ApiScript>
  /** Rows that a table of the data service begins with. A table that is not named begins empty. */
  tables?: Record<string, (owner: Owner) => Row[]>
  /** Functions of the data service, by name. */
  rpc?: Record<string, (args: unknown, owner: Owner) => unknown>
}

/** Identity with a type: `export default defineAnswers({ … })`. */
export const defineAnswers = (answers: RemoteAnswers): RemoteAnswers => answers

/** The server refuses: the API's error body with a status of 400 to 599. */
export const refuse = (status: number, code: string, message: string): Response =>
  Response.json(
    { error: message, message, code, requestId: `harness-${crypto.randomUUID().slice(0, 8)}` },
    { status },
  )

/** A stream of one value a line, `application/x-ndjson`, as `shell.api.stream` reads it. */
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
