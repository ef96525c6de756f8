import { readFileSync, writeFileSync } from 'node:fs'
import { createDataService, startTestApi, TEST_SECRET_KEY } from '@propsight/api/testing'
import * as z from 'zod'
import { FULL_DAY, startGeneratedOdds } from '../../../support/odds/generated-odds.ts'

/**
 * An API instance in a process of its own, with the embedded data service, that ingests generated days on demand: its
 * memory and CPU time, and the delay of other calls, are those of a product that reads odds.
 */

const KB = 1_024
const settings = z
  .object({ databaseUrl: z.string(), clock: z.string() })
  .parse(JSON.parse(process.env.INGEST_SETTINGS ?? ''))
const ingestRequest = z.object({
  kind: z.literal('ingest'),
  games: z.int(),
  /** League time of the generated day, and of this read. */
  day: z.string(),
  now: z.string(),
  round: z.int(),
})
const request = z.union([ingestRequest, z.object({ kind: z.literal('stop') })])

/** The most resident memory since the last call, in bytes, then starts to count anew. Linux. */
function takePeak(): number {
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * KB
  writeFileSync('/proc/self/clear_refs', '5')
  return peak
}

const cpuMsSince = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}

const api = await startTestApi({
  databaseUrl: settings.databaseUrl,
  jobs: false,
  env: { LEAGUE_CLOCK: settings.clock },
})
const data = createDataService({ url: api.url, secretKey: TEST_SECRET_KEY })

async function ingest({ games, day, now, round }: z.infer<typeof ingestRequest>) {
  const generated = await startGeneratedOdds({ ...FULL_DAY, games, now: day }, data)
  try {
    generated.setRound(round)
    takePeak()
    const before = process.memoryUsage.rss()
    const cpu = process.cpuUsage()
    const startedAt = performance.now()
    await generated.ingest(now)
    return { ms: performance.now() - startedAt, cpuMs: cpuMsSince(cpu), before, peak: takePeak() }
  } finally {
    await generated.close()
  }
}

process.on('message', async (message) => {
  const asked = request.parse(message)
  if (asked.kind === 'ingest') process.send?.(await ingest(asked))
  if (asked.kind === 'stop') {
    await api.close()
    process.disconnect()
  }
})
process.send?.({ url: api.url })
