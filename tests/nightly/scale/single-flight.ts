import { describe, expect, it } from 'vitest'
import { analyze, parseRecord, readLines } from '../../support/analysis/run-analysis.ts'
import type { Cluster } from '../../support/cluster/start-cluster.ts'
import { redisIsInstalled } from '../../support/services/temporary-redis.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Maximum number of concurrent upstream requests of all instances together (N10). */
const MAX_IN_FLIGHT = 6
const LATE_MS = 150

/** Players whose current logs were requested, with the number of requests. */
function requestsPerPlayer(requestCounts: ReadonlyMap<string, number>): Map<string, number> {
  const players = new Map<string, number>()
  for (const [path, times] of requestCounts) {
    const query = new URL(path, 'http://league').searchParams
    const hydrate = query.get('hydrate') ?? ''
    for (const id of query.get('personIds')?.split(',') ?? [])
      players.set(`${id} ${hydrate}`, (players.get(`${id} ${hydrate}`) ?? 0) + times)
  }
  return players
}

/** Requires instances with empty caches. */
export const singleFlightTests = (cluster: Cluster) =>
  describe.skipIf(!redisIsInstalled())('upstream requests of several cold instances', () => {
    it('are made once for all instances, within the shared pacing', async () => {
      const users = await Promise.all(cluster.instances.map(() => cluster.createUser()))
      cluster.upstream.set(/./, { kind: 'late', ms: LATE_MS })
      const boards = await Promise.all(
        cluster.instances.map(({ url }, index) =>
          analyze(url, users[index]?.token ?? '', 'Hits', parseRecord),
        ),
      )
      const players = boards.map(({ records }) => records.filter(({ type }) => type === 'player').length)
      expect(new Set(players).size).toBe(1)
      expect(players[0]).toBeGreaterThan(50)

      // Counts complete answers: an aborted and repeated request was answered once.
      const { answerCounts } = cluster.upstream
      const repeated = [...answerCounts].filter(([path, times]) => times > 1 && !path.includes('personIds'))
      expect(repeated).toEqual([])
      expect([...requestsPerPlayer(answerCounts)].filter(([, times]) => times > 1)).toEqual([])
      expect(cluster.upstream.mostAtOnce()).toBeGreaterThan(1)
      expect(cluster.upstream.mostAtOnce()).toBeLessThanOrEqual(MAX_IN_FLIGHT)
    })

    it('are repeated by another instance when the requesting instance is killed', async () => {
      const [first, second] = cluster.instances
      if (!first || !second) throw new Error('two instances')
      cluster.upstream.heal()
      cluster.upstream.forget()
      const day = '2026-07-19'
      cluster.upstream.set(new RegExp(`schedule.*[?&]date=${day}`), { kind: 'silence' })
      const scheduleRequests = () =>
        [...cluster.upstream.requestCounts].flatMap(([path, times]) =>
          path.includes(`&date=${day}&`) ? [times] : [],
        )
      /** The first line of the pitchers stream of that day. */
      const starters = async ({ url }: { url: string }) => {
        const answer = await fetch(`${url}/api/pitchers?phase=strikeouts&date=${day}`)
        for await (const line of readLines(answer)) return line
        return ''
      }
      const cut = starters(first).catch(() => 'cut off')
      await waitUntil('the request of the first instance', () => scheduleRequests().length > 0)
      const waiting = starters(second).catch(() => '')
      await cluster.removeInstance(first, 'SIGKILL')
      cluster.upstream.heal()
      expect(await cut).not.toContain('"pitchers"')
      await waiting
      await waitUntil('the starters of that day', async () => (await starters(second)).includes('"pitchers"'))
      expect(scheduleRequests()).toEqual([2])
    })
  })
