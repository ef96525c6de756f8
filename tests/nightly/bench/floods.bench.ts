import { Worker } from 'node:worker_threads'
import { startCluster } from '../../support/cluster/start-cluster.ts'
import type { FloodAnswers } from '../attacks/support/flood-worker.ts'
import { openVisitors, percentile } from '../attacks/support/visitors.ts'
import { useOfBettor } from './floods/bettor.ts'
import { createAttackers, FLOODS } from './floods/flood-requests.ts'
import { atMost, type BenchOptions, type Row } from './row.ts'

/** Rounds of an undisturbed and a flooded interval, so that other load on the machine affects both. */
const ROUNDS = 3
const INTERVAL_MS = 5_000
const SHORT_INTERVAL_MS = 1_000
const WARM_UP_MS = 3_000
/** Work of a flood that ends after it. */
const SETTLE_MS = 1_500
const MAX_RATIO = 3
/** A shorter time says nothing: one round of a busy scheduler takes as long. */
const NOISE_MS = 15

/**
 * Measures the requests of ten other users, each from an address of its own, during floods of a few accounts: the ratio
 * of their 99th percentile to the undisturbed one, and how many of them were refused. `FLOODS=name,name` runs some.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const chosen = process.env.FLOODS?.split(',')
  const names = Object.keys(FLOODS).filter((name) => !chosen || chosen.some((part) => name.includes(part)))
  // Accounts are created at an instance without limits: more of them than one address may create.
  const cluster = await startCluster({ instances: 1, redis: false })
  const attacked = await cluster.startInstance({ RATE_LIMITS: 'on', TRUST_PROXY: '0' })
  try {
    const visitors = await openVisitors(cluster, attacked.url)
    const attackers = await createAttackers(cluster, attacked.url)
    const rows: Row[] = chosen ? [] : [await useOfBettor(cluster, attacked.url)]
    await visitors.measure(short ? SHORT_INTERVAL_MS : WARM_UP_MS)
    for (const name of names) {
      const requests = await FLOODS[name]?.(attackers)
      if (!requests) throw new Error(`unknown flood ${name}`)
      const worker = new Worker(new URL('../attacks/support/flood-worker.ts', import.meta.url), {
        workerData: { url: attacked.url, requests },
      })
      visitors.failures.length = 0
      const quiet: number[] = []
      const flooded: number[] = []
      const answers: FloodAnswers = {}
      for (let round = 0; round < (short ? 1 : ROUNDS); round += 1) {
        const intervalMs = short ? SHORT_INTERVAL_MS : INTERVAL_MS
        quiet.push(...(await visitors.measure(intervalMs)))
        worker.postMessage('start')
        flooded.push(...(await visitors.measure(intervalMs)))
        const answered = new Promise<FloodAnswers>((resolve) => worker.once('message', resolve))
        worker.postMessage('stop')
        for (const [status, count] of Object.entries(await answered))
          answers[Number(status)] = (answers[Number(status)] ?? 0) + count
        await visitors.measure(short ? 0 : SETTLE_MS)
      }
      await worker.terminate()
      const [before, during] = [percentile(quiet, 0.99), percentile(flooded, 0.99)]
      const ratio = during / Math.max(before, NOISE_MS)
      for (const failure of visitors.failures.slice(0, 3)) process.stderr.write(`  ${failure}\n`)
      process.stderr.write(
        `  ${name}: p50 ${percentile(quiet, 0.5).toFixed(0)} → ${percentile(flooded, 0.5).toFixed(0)} ms, ` +
          `p99 ${before.toFixed(0)} → ${during.toFixed(0)} ms, ${flooded.length} requests; flood ${JSON.stringify(answers)}\n`,
      )
      rows.push(
        atMost(`p99 of others during ${name}`, ratio, MAX_RATIO, 'times'),
        atMost(`refused of others during ${name}`, visitors.failures.length, 0, 'requests'),
      )
    }
    return rows
  } finally {
    await attacked.stop()
    await cluster.stop()
  }
}
