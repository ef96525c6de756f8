import { waitUntil } from '../../../support/wait-until.ts'
import { atLeast, figure, type Row } from '../row.ts'
import { median } from '../statistics.ts'
import { startBareKoa } from './bare-koa-process.ts'
import { type Call, rawCall } from './raw-call.ts'
import { measureThroughput, pinToOneCore, type Server, type Throughput } from './throughput.ts'

/** Minimum throughput as a share of bare Koa with the same bytes. */
const SHARE_BUDGET = 0.5
/** Sequential warm-up requests: sixteen concurrent cold boards would take longer than the measurement. */
const WARM_CALLS = 5

export interface Rounds {
  seconds: number
  rounds: number
}

/**
 * Measures the throughput of one request at the API and at a bare Koa that sends the same bytes, alternating.
 */
export async function againstBareKoa(
  what: string,
  api: Server,
  call: Call,
  { seconds, rounds }: Rounds,
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
    const range = `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`
    const encoding = answer.headers['content-encoding'] ?? 'plain'
    return [
      figure(`${what}: bytes of the answer, ${encoding}`, answer.bytes.length / 1_000, 'kB'),
      figure(`${what}: the API`, median(figuresOf(apiResults, 'requestsPerCoreSecond')), 'a core second'),
      figure(`${what}: bare Koa`, median(figuresOf(koaResults, 'requestsPerCoreSecond')), 'a core second'),
      figure(`${what}: share by the clock`, median(sharesOf('requestsPerSecond')), '×'),
      atLeast(`${what}: share of bare Koa (${range}; at least)`, median(shares), SHARE_BUDGET, '×'),
    ]
  } finally {
    await bare.stop()
  }
}
