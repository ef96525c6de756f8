import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { Cluster, ClusterUser } from '../../../support/cluster/start-cluster.ts'
import { sendFrom } from './send-from.ts'

const VISITORS = 10
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
/** A picture without text, which takes the reader a moment. */
export const noisyPicture = () =>
  sharp({
    create: {
      width: 1_600,
      height: 1_200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
/** The value that a share of the values does not exceed. */
export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? Number.NaN

/** The requests of visitors with a paid run, of whom each has an address. */
export async function openVisitors(cluster: Pick<Cluster, 'createUser'>, url: string) {
  const latencies: number[] = []
  const failures: string[] = []
  const visitors = await Promise.all(
    Array.from({ length: VISITORS }, async (_, at) => {
      const address = addressOf(30, at)
      const user = await cluster.createUser()
      const runId = await startRun(url, address, user, 'quick', 'Hits')
      const path = `/api/fetch-lines?category=Hits&limit=300&runId=${runId}`
      const board = await sendFrom(address, url, { path, token: user.token })
      const { name, team } = JSON.parse(board.text).players[0]
      const { token } = user
      const player = { name, team, group: 'hitting' }
      const requests = [
        { path, token },
        { path: '/api/info' },
        { path: '/api/player-detail', method: 'POST', token, body: { runId, player } },
        { path: '/api/games/today' },
      ] as const
      return { address, requests }
    }),
  )
  const sendNext = async (at: number, count: number) => {
    const { address, requests } = visitors[at] as (typeof visitors)[number]
    const request = requests[count % requests.length] as (typeof requests)[number]
    const { status, ms, text } = await sendFrom(address, url, request)
    latencies.push(ms)
    if (status !== 200) failures.push(`${request.path} ${status} ${text.slice(0, 200)}`)
  }
  // Each visitor sends the kinds of requests in turn.
  const sentBy = visitors.map((_, at) => at)
  return {
    failures,
    /** Sends the requests of all visitors for a while. @returns their latencies in ms */
    async measure(durationMs: number): Promise<number[]> {
      latencies.length = 0
      const sent: Promise<void>[] = []
      const timers: NodeJS.Timeout[] = []
      for (const at of visitors.keys()) {
        // Spread over the interval.
        await wait(VISITOR_EVERY_MS / VISITORS)
        const timer = setInterval(() => {
          const count = sentBy[at] ?? 0
          sentBy[at] = count + 1
          sent.push(sendNext(at, count))
        }, VISITOR_EVERY_MS)
        timers.push(timer)
      }
      await wait(durationMs)
      for (const timer of timers) clearInterval(timer)
      await Promise.all(sent)
      return [...latencies]
    },
  }
}
