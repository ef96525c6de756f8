import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../support/cluster/start-cluster.ts'
import type { ApiProcess } from '../../support/product/api-process.ts'
import { recordAttempts } from './support/attack-report.ts'
import type { FloodRequest } from './support/flood-worker.ts'
import { imageBody, sendFrom } from './support/send-from.ts'
import { addressOf, noisyPicture, openVisitors, percentile, startRun } from './support/visitors.ts'

const ATTACKERS = 6
const UPLOADERS = 10
const UPLOADS_PER_USER = 3
const ANSWER_MS = 20_000
/** Rounds of an undisturbed and an attacked interval, so that other load on the machine affects both. */
const ROUNDS = 3
const INTERVAL_MS = 6_000
const MAX_RATIO = 3

let cluster: Cluster
let attacked: ApiProcess
let url: string
beforeAll(async () => {
  // Accounts are created at an instance without limits: more of them than one address may create.
  cluster = await startCluster({ instances: 1, redis: false })
  attacked = await cluster.startInstance({ RATE_LIMITS: 'on' })
  url = attacked.url
}, 120_000)
afterAll(async () => {
  await attacked?.stop()
  await cluster?.stop()
}, 60_000)

describe('thirty parallel uploads', () => {
  it('N5: are each answered within 20 seconds, or refused with the time of a retry', async () => {
    const users = await Promise.all(Array.from({ length: UPLOADERS }, () => cluster.createUser()))
    const image = imageBody(await noisyPicture())
    const runs = await Promise.all(
      users.map((user, at) => startRun(url, addressOf(20, at), user, 'image', 'Image')),
    )
    const answers = await Promise.all(
      users.flatMap(({ token }, at) =>
        Array.from({ length: UPLOADS_PER_USER }, () =>
          sendFrom(addressOf(20, at), url, {
            path: `/api/extract-stats/mlb?runId=${runs[at]}`,
            method: 'POST',
            token,
            body: image,
          }),
        ),
      ),
    )
    const slowest = Math.max(...answers.map(({ ms }) => ms))
    expect(slowest).toBeLessThan(ANSWER_MS)
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    for (const { status, retryAfter, text } of answers) {
      // 403: another upload of the same run found no player, which released it.
      expect([200, 403, 422, 503], text).toContain(status)
      if (status === 503) expect(retryAfter).toBeGreaterThanOrEqual(5)
    }
    expect(answers).toHaveLength(UPLOADERS * UPLOADS_PER_USER)
    const read = count(200) + count(422) + count(403)
    expect(read).toBeGreaterThan(0)
    recordAttempts(
      'thirty parallel uploads',
      answers.length,
      `${read} answered, ${count(503)} refused with Retry-After, slowest ${(slowest / 1000).toFixed(1)} s`,
    )
  }, 120_000)
})

/** Unpaid calls of every paid route and uploads, from several accounts and addresses. */
async function floodRequests(): Promise<FloodRequest[]> {
  const image = imageBody(await noisyPicture())
  const players = Array.from({ length: 60 }, (_, at) => ({ name: `Player ${at}`, team: 'SEA' }))
  const inGroup = players.map((player) => ({ ...player, group: 'hitting' }))
  const requests = await Promise.all(
    Array.from({ length: ATTACKERS }, async (_, at): Promise<FloodRequest[]> => {
      const address = addressOf(40, at)
      const user = await cluster.createUser()
      const { token } = user
      const runId = await startRun(url, address, user, 'quick', 'All Stat Lines')
      const imageRunId = await startRun(url, address, user, 'image', 'Image')
      const post = (path: string, body: object) => ({ path, method: 'POST', token, body }) as const
      const calls = [
        post('/api/game-logs', { runId, players: inGroup }),
        post('/api/historical/mlb', { runId, players: inGroup }),
        post('/api/news-sentiment', { runId, players }),
        post('/api/player-detail', { runId, player: inGroup[0] }),
        { path: `/api/fetch-lines?category=Hits&runId=${imageRunId}`, token },
        { path: '/api/fetch-lines?category=Hits' },
      ]
      return [
        ...calls.map((request) => ({ address, request, everyMs: 150 })),
        {
          address,
          request: post(`/api/extract-stats/mlb?runId=${imageRunId}`, image),
          everyMs: 1_500,
        },
      ]
    }),
  )
  return requests.flat()
}

describe('a flood of unpaid calls and uploads', () => {
  it(`delays the requests of other users at most ${MAX_RATIO} times, and none of them fails`, async () => {
    const visitors = await openVisitors(cluster, url)
    const worker = new Worker(new URL('./support/flood-worker.ts', import.meta.url), {
      workerData: { url, requests: await floodRequests() },
    })
    const undisturbed: number[] = []
    const attacked: number[] = []
    let sent = 0
    const statuses: Record<string, number> = {}
    await visitors.measure(INTERVAL_MS / 2)
    for (let round = 0; round < ROUNDS; round += 1) {
      undisturbed.push(...(await visitors.measure(INTERVAL_MS)))
      worker.postMessage('start')
      attacked.push(...(await visitors.measure(INTERVAL_MS)))
      const answered = new Promise<Record<string, number>>((resolve) => worker.once('message', resolve))
      worker.postMessage('stop')
      for (const [status, count] of Object.entries(await answered)) {
        sent += count
        statuses[status] = (statuses[status] ?? 0) + count
      }
    }
    await worker.terminate()
    expect(visitors.failures).toEqual([])
    // Nothing was served to the attackers, except to a picture of which no player could be read.
    expect(Object.keys(statuses).filter((status) => /^(0|200|5(?!03))/.test(status))).toEqual([])
    expect(sent).toBeGreaterThan(500)
    const [before, during] = [percentile(undisturbed, 0.99), percentile(attacked, 0.99)]
    const ratio = during / before
    const figures = `p99 ${before.toFixed(0)} ms undisturbed, ${during.toFixed(0)} ms attacked, ratio ${ratio.toFixed(2)}`
    process.stdout.write(`${figures}; ${attacked.length} requests; flood ${JSON.stringify(statuses)}\n`)
    expect(ratio, figures).toBeLessThanOrEqual(MAX_RATIO)
    recordAttempts('flood of unpaid calls and uploads', sent, figures)
  }, 180_000)
})
