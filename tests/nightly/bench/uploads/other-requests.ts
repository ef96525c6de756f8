import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { startRunResponse } from '@propsight/shared/contracts'

/** Latencies in ms by name of the request. */
export type Latencies = Record<string, number[]>

/** One kind of request, as a message to the worker thread. */
export interface OtherRequest {
  name: string
  path: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | null
}

const INFO: OtherRequest = {
  name: 'GET /api/info',
  path: '/api/info',
  method: 'GET',
  headers: {},
  body: null,
}

/** The requests of other visitors: the API info and, with a token, a cached board and an existing run. */
async function requestsOf(url: string, token: string | null): Promise<OtherRequest[]> {
  if (token === null) return [INFO]
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() })
  const run = await fetch(`${url}/api/runs`, { method: 'POST', headers, body })
  const { runId } = startRunResponse.parse(await run.json())
  const board = `/api/fetch-lines?${new URLSearchParams({ category: 'Hits', limit: '300', runId })}`
  return [
    INFO,
    { name: 'GET /api/fetch-lines', path: board, method: 'GET', headers, body: null },
    { name: 'POST /api/runs', path: '/api/runs', method: 'POST', headers, body },
  ]
}

const answerOf = <T>(worker: Worker): Promise<T> =>
  new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(error)
    worker.once('error', failed)
    worker.once('message', (message: T) => {
      worker.off('error', failed)
      resolve(message)
    })
  })

/**
 * Sends other requests from a separate thread, so that uploading pictures does not delay them.
 * @param token of a user; null for requests without one, which read no data of a board
 */
export async function startOtherRequests(url: string, token: string | null) {
  const worker = new Worker(new URL('./request-worker.ts', import.meta.url), {
    workerData: { url, calls: await requestsOf(url, token) },
  })
  await answerOf<'ready'>(worker)
  return {
    /**
     * Sends requests until `until` is settled and adds the latencies to `into`.
     * @throws Error if a request fails
     */
    async during<T>(until: Promise<T>, into: Latencies): Promise<T> {
      worker.postMessage('start')
      const done = await until.finally(() => worker.postMessage('stop'))
      for (const [name, all] of Object.entries(await answerOf<Latencies>(worker))) {
        into[name] = [...(into[name] ?? []), ...all]
      }
      return done
    },
    close: () => worker.terminate(),
  }
}
