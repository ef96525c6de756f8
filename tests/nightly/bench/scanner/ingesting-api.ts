import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod'

const PROCESS = join(import.meta.dirname, 'ingest-process.ts')

const ingested = z.object({
  /** Wall time, and CPU time of the process, ms. */
  ms: z.number(),
  cpuMs: z.number(),
  /** Resident memory in bytes, before the read and at most during it. */
  before: z.number(),
  peak: z.number(),
})
export type Ingested = z.infer<typeof ingested>

export interface IngestRequest {
  games: number
  day: string
  now: string
  round: number
}

/** Starts `ingest-process.ts` on a database. */
export async function startIngestingApi(databaseUrl: string, clock: string) {
  const child = fork(PROCESS, {
    env: { ...process.env, INGEST_SETTINGS: JSON.stringify({ databaseUrl, clock }) },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const answer = async (): Promise<unknown> => {
    const answered = new AbortController()
    const { signal } = answered
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`the ingesting process ended with ${code}`)
    })
    try {
      const [message] = await Promise.race([once(child, 'message', { signal }), ended])
      return message
    } finally {
      answered.abort()
      ended.catch(() => undefined)
    }
  }
  const ask = (message: object): Promise<unknown> => {
    const answered = answer()
    child.send(message)
    return answered
  }
  const { url } = z.object({ url: z.string() }).parse(await answer())
  return {
    url,
    ingest: async (request: IngestRequest) => ingested.parse(await ask({ kind: 'ingest', ...request })),
    async stop() {
      const ended = once(child, 'exit')
      child.send({ kind: 'stop' })
      await ended
    },
  }
}
