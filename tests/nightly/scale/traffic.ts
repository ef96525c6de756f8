import { randomUUID } from 'node:crypto'
import { bundleOf, deploy, newRemote } from '@propsight/api/testing'
import { startRunResponse } from '@propsight/shared/contracts'
import { analyze, parseRecordType, readLines } from '../../support/analysis/run-analysis.ts'
import type { Cluster, ClusterUser } from '../../support/cluster/start-cluster.ts'
import { createBoardPicks, savePicks } from '../../support/picks/board-picks.ts'

export interface TrafficReport {
  /** Number of successful requests by kind. */
  readonly answered: ReadonlyMap<string, number>
  readonly failures: readonly string[]
  /** Idempotency keys of acknowledged charges. */
  readonly charged: readonly string[]
}

const ok = (response: Response): Response => {
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return response
}

/**
 * Sends requests of all kinds through the balancer: in parallel for each kind, sequentially within it.
 * @returns a function that stops the traffic after the requests in progress and reports
 */
export async function startTraffic(cluster: Cluster): Promise<() => Promise<TrafficReport>> {
  const { url } = cluster
  const user: ClusterUser = await cluster.createUser({ credits: 900 })
  const [pick] = await createBoardPicks(url, user, 1)
  if (!pick) throw new Error('no pick')
  const json = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
  const remote = newRemote()
  const charged: string[] = []
  let deployed = 0

  const kinds: Record<string, () => Promise<unknown>> = {
    registry: async () => ok(await fetch(`${url}/api/remotes`)).json(),
    weather: async () => ok(await fetch(`${url}/api/games/today`)).json(),
    'a charge': async () => {
      const idempotencyKey = randomUUID()
      const body = JSON.stringify({ feature: 'quick', category: 'Hits', idempotencyKey })
      const answer = await fetch(`${url}/api/runs`, { method: 'POST', headers: json, body })
      startRunResponse.parse(await ok(answer).json())
      charged.push(idempotencyKey)
    },
    'a save': () => savePicks(user, [pick]),
    'a sync': async () => {
      const body = JSON.stringify({ picks: [pick] })
      return ok(await fetch(`${url}/api/sync-picks`, { method: 'POST', headers: json, body })).json()
    },
    'a board': () => analyze(url, user.token, 'Hits', parseRecordType),
    pitchers: async () => {
      let last = ''
      for await (const line of readLines(ok(await fetch(`${url}/api/pitchers?phase=strikeouts`)))) last = line
      if (!last.includes('"end"')) throw new Error(`the stream ended with ${last.slice(0, 80)}`)
    },
    'an upload': async () => {
      deployed += 1
      const { status, body } = await deploy(url, bundleOf(remote, `1.0.${deployed}`))
      if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
    },
  }

  let running = true
  const answered = new Map<string, number>()
  const failures: string[] = []
  const workers = Object.entries(kinds).map(async ([kind, request]) => {
    while (running) {
      try {
        await request()
        answered.set(kind, (answered.get(kind) ?? 0) + 1)
      } catch (error) {
        failures.push(`${kind}: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}`)
      }
    }
  })
  return async () => {
    running = false
    await Promise.all(workers)
    return { answered, failures, charged }
  }
}
