import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, ClusterUser } from '../../../support/cluster/start-cluster.ts'
import { sendFrom } from '../../attacks/support/send-from.ts'
import { openRequestWorker, type RepeatedRequest } from './request-worker.ts'

const VISITORS = 20
/** Time between two requests of a visitor. The kinds of requests stay below the limits of each. */
const VISITOR_EVERY_MS = 300

/** Loopback address of a client. */
export const addressOf = (group: number, at: number) => `127.${group}.0.${at + 1}`

/** Starts a run of a user. @throws Error with the answer */
export async function startRun(
  url: string,
  address: string,
  { token }: ClusterUser,
  feature: string,
  category: string,
) {
  const body = { feature, category, idempotencyKey: randomUUID() }
  const { text } = await sendFrom(address, url, { path: '/api/runs', method: 'POST', token, body })
  const { runId } = JSON.parse(text) as { runId?: string }
  if (!runId) throw new Error(text)
  return runId
}

/** The requests of visitors with a paid run, of whom each has an address. */
export async function openVisitors(cluster: Pick<Cluster, 'createUser'>, url: string) {
  const requests: RepeatedRequest[] = []
  for (let at = 0; at < VISITORS; at += 1) {
    const address = addressOf(30, at)
    const user = await cluster.createUser()
    const runId = await startRun(url, address, user, 'quick', 'Hits')
    const path = `/api/fetch-lines?category=Hits&limit=300&runId=${runId}`
    const { token } = user
    const board = await sendFrom(address, url, { path, token })
    const { name, team } = JSON.parse(board.text).players[0]
    const player = { name, team, group: 'hitting' }
    const kinds = [
      { path, token },
      { path: '/api/info' },
      { path: '/api/player-detail', method: 'POST', token, body: { runId, player } },
      { path: '/api/games/today' },
    ] as const
    // Each visitor sends the kinds of requests in turn, and the visitors are spread over the interval.
    for (const [kind, request] of kinds.entries()) {
      const afterMs = VISITOR_EVERY_MS * (kind + at / VISITORS)
      // As browsers do; a client without it has the API decompress the lines that it keeps compressed.
      const headers = { 'accept-encoding': 'br' }
      requests.push({
        address,
        request: { ...request, headers },
        everyMs: VISITOR_EVERY_MS * kinds.length,
        afterMs,
      })
    }
  }
  const worker = openRequestWorker(url, requests)
  return {
    /** Sends the requests of all visitors for a while. */
    async measure(durationMs: number) {
      worker.start()
      await wait(durationMs)
      return worker.stop()
    },
    close: () => worker.close(),
  }
}
