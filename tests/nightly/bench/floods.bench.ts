import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { startCluster } from '../../support/cluster/start-cluster.ts'
import { createAttackers } from './floods/attackers.ts'
import { useOfBettor } from './floods/bettor.ts'
import { FLOODS } from './floods/flood-requests.ts'
import { isCrowded, meanUse, measureProcessor, type ProcessorUse } from './floods/processor.ts'
import { openRequestWorker, type RepeatedRequest } from './floods/request-worker.ts'
import { openVisitors } from './floods/visitors.ts'
import { atMost, type BenchOptions, type Row } from './row.ts'
import { percentile } from './statistics.ts'

/** Rounds of an undisturbed and a flooded interval, so that other load on the machine affects both. */
const ROUNDS = 3
/** With 20 visitors about 2,000 requests in three intervals: the 99th percentile is the 20th slowest one. */
const INTERVAL_MS = 10_000
const SHORT_INTERVAL_MS = 1_000
const WARM_UP_MS = 3_000
/** Work of a flood that ends after its last answer. */
const SETTLE_MS = 1_500
const MAX_RATIO = 3
/** A shorter time says nothing: one round of a busy scheduler takes as long. */
const NOISE_MS = 15

/** Latencies and processor use of undisturbed or of flooded intervals. */
interface Intervals {
  readonly latencies: number[]
  readonly uses: ProcessorUse[]
}

const describeUse = ({ api, database, bench, others }: ProcessorUse) =>
  `API ${api.toFixed(2)}, database ${database.toFixed(2)}, bench ${bench.toFixed(2)}, others ${others.toFixed(2)}`

/** The rows of a flood. Prints the figures behind them. */
function rowsOf(
  name: string,
  quiet: Intervals,
  flooded: Intervals,
  failures: string[],
  answers: object,
): Row[] {
  const [p50Before, p50During] = [percentile(quiet.latencies, 0.5), percentile(flooded.latencies, 0.5)]
  const [before, during] = [percentile(quiet.latencies, 0.99), percentile(flooded.latencies, 0.99)]
  const [useBefore, useDuring] = [meanUse(quiet.uses), meanUse(flooded.uses)]
  const loopRatio = useDuring.loopMs / Math.max(useBefore.loopMs, NOISE_MS)
  const crowded = isCrowded(useDuring)
  for (const failure of failures.slice(0, 3)) process.stderr.write(`  ${failure}\n`)
  process.stderr.write(
    `  ${name}: p50 ${p50Before.toFixed(0)} → ${p50During.toFixed(0)} ms, p99 ${before.toFixed(0)} → ${during.toFixed(0)} ms, ` +
      `event loop ${useBefore.loopMs.toFixed(0)} → ${useDuring.loopMs.toFixed(0)} ms; ` +
      `${flooded.latencies.length} requests; flood ${JSON.stringify(answers)}\n` +
      `    of ${cpus().length} cores: ${describeUse(useBefore)} → ${describeUse(useDuring)}\n`,
  )
  const ratio = during / Math.max(before, NOISE_MS)
  if (crowded)
    process.stderr.write(
      `    other processes fill the machine: ${ratio.toFixed(1)} times of p99 says nothing about the API\n`,
    )
  return [
    crowded
      ? atMost(`p99 of event loop rounds during ${name} (crowded machine)`, loopRatio, MAX_RATIO, 'times')
      : atMost(`p99 of others during ${name}`, ratio, MAX_RATIO, 'times'),
    atMost(`refused of others during ${name}`, failures.length, 0, 'requests'),
  ]
}

/**
 * Measures the requests of twenty other users, each from an address of its own, during floods of a few accounts: the
 * ratio of their 99th percentile to the undisturbed one, and how many of them were refused. `FLOODS=name,name` runs some,
 * and `bettor` the use of a budget.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const chosen = process.env.FLOODS?.split(',')
  const isChosen = (name: string) => !chosen || chosen.some((part) => name.includes(part))
  const intervalMs = short ? SHORT_INTERVAL_MS : INTERVAL_MS
  // Accounts are created at an instance without limits: more of them than one address may create.
  const cluster = await startCluster({ instances: 1, redis: false })
  const attacked = await cluster.startInstance({ RATE_LIMITS: 'on', TRUST_PROXY: '0' })
  const measured = {
    url: attacked.url,
    adminKey: cluster.adminKey,
    apiPid: attacked.process.pid ?? 0,
    databasePid: cluster.database.pid,
  }
  try {
    const visitors = await openVisitors(cluster, attacked.url)
    const attackers = await createAttackers(cluster, attacked.url)
    const rows: Row[] = isChosen('bettor') ? [await useOfBettor(cluster, attacked.url)] : []

    const measureFlood = async (name: string, requests: readonly RepeatedRequest[]) => {
      const flood = openRequestWorker(attacked.url, requests)
      const quiet: Intervals = { latencies: [], uses: [] }
      const flooded: Intervals = { latencies: [], uses: [] }
      const failures: string[] = []
      const answers: Record<number, number> = {}
      const measure = async ({ latencies, uses }: Intervals) => {
        const endMeasure = await measureProcessor(measured)
        const answered = await visitors.measure(intervalMs)
        uses.push(await endMeasure())
        latencies.push(...answered.latencies)
        failures.push(...answered.failures)
      }
      for (let round = 0; round < (short ? 1 : ROUNDS); round += 1) {
        await measure(quiet)
        flood.start()
        await measure(flooded)
        const { statuses } = await flood.stop()
        for (const [status, count] of Object.entries(statuses))
          answers[Number(status)] = (answers[Number(status)] ?? 0) + count
        await wait(short ? 0 : SETTLE_MS)
      }
      await flood.close()
      return rowsOf(name, quiet, flooded, failures, answers)
    }

    await visitors.measure(short ? SHORT_INTERVAL_MS : WARM_UP_MS)
    for (const name of Object.keys(FLOODS).filter(isChosen)) {
      const requests = await FLOODS[name]?.(attackers)
      if (!requests) throw new Error(`unknown flood ${name}`)
      rows.push(...(await measureFlood(name, requests)))
    }
    await visitors.close()
    return rows
  } finally {
    await attacked.stop()
    await cluster.stop()
  }
}
