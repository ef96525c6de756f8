import { waitUntil } from '../../../support/wait-until.ts'
import type { Row } from '../row.ts'
import { median } from '../statistics.ts'
import { startBareKoa } from './bare-koa-process.ts'
import { middlewareCosts } from './middleware-costs.ts'
import { type Call, rawCall } from './raw-call.ts'
import { measureThroughput, pinToOneCore, type Server, type Throughput } from './throughput.ts'

/** Minimum throughput as a share of bare Koa with the same bytes. */
const SHARE_BUDGET = 0.5
/** Sequential warm-up requests: sixteen concurrent cold boards would take longer than the measurement. */
const WARM_CALLS = 5

export interface Rounds {
  seconds: number
  rounds: number
  /** Whether to report the costs of the API's middleware, too. */
  withMiddleware: boolean
}

/**
 * Measures the throughput of one request at the API and at a bare Koa that sends the same bytes, alternating.
 */
export async function againstBareKoa(
  what: string,
  api: Server,
  call: Call,
  { seconds, rounds, withMiddleware }: Rounds,
): Promise<Row[]> {
  // Warms the caches, the JIT compiler and the compressor before the measurement.
  for (let count = 0; count < WARM_CALLS; count += 1) await rawCall(api.url, call)
  // A cached board has a content length; a streamed one has none.
  await waitUntil(
    'an answer from the cache',
    async () => 'content-length' in (await rawCall(api.url, call)).headers,
  )
  await measureThroughput(api, call, seconds)
  const answer = await rawCall(api.url, call)
  const bare = await startBareKoa(answer)
  try {
    pinToOneCore(bare.pid)
    await measureThroughput(bare, call, seconds)
    const apiResults: Throughput[] = []
    const koaResults: Throughput[] = []
    const sides = [
      async () => apiResults.push(await measureThroughput(api, call, seconds)),
      async () => koaResults.push(await measureThroughput(bare, call, seconds)),
    ]
    for (let round = 0; round < rounds; round += 1) {
      // Alternating, so that other load on the machine affects both sides.
      for (const side of round % 2 ? sides.toReversed() : sides) await side()
    }
    const figuresOf = (results: readonly Throughput[], figure: keyof Throughput) =>
      results.map((result) => result[figure])
    const sharesOf = (figure: keyof Throughput) =>
      figuresOf(apiResults, figure).map(
        (count, at) => count / (figuresOf(koaResults, figure)[at] ?? Number.NaN),
      )
    const shares = sharesOf('requestsPerCoreSecond')
    const share = median(shares)
    const range = `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`
    const encoding = answer.headers['content-encoding'] ?? 'plain'
    return [
      { what: `${what}: bytes of the answer, ${encoding}`, value: answer.bytes.length / 1_000, unit: 'kB' },
      {
        what: `${what}: the API`,
        value: median(figuresOf(apiResults, 'requestsPerCoreSecond')),
        unit: 'a core second',
      },
      {
        what: `${what}: bare Koa`,
        value: median(figuresOf(koaResults, 'requestsPerCoreSecond')),
        unit: 'a core second',
      },
      { what: `${what}: share by the clock`, value: median(sharesOf('requestsPerSecond')), unit: '×' },
      {
        what: `${what}: share of bare Koa (${range}; at least)`,
        value: share,
        unit: '×',
        budget: SHARE_BUDGET,
        ok: share >= SHARE_BUDGET,
      },
      ...(withMiddleware ? await middlewareCosts(what, api, call, answer, { seconds, rounds }) : []),
    ]
  } finally {
    await bare.stop()
  }
}
