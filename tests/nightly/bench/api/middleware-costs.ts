import type { Row } from '../row.ts'
import { startBareKoa } from './bare-koa-process.ts'
import { holdToOneCore } from './core.ts'
import { median } from '../statistics.ts'
import { PARTS } from './parts.ts'
import type { Call, RawAnswer } from './raw-call.ts'
import { type Side, throughputOf } from './throughput.ts'

const MICROSECONDS = 1_000_000

/**
 * Measures the CPU time per request on a bare Koa, on a Koa with a growing number of the API's middleware
 * steps, and on the API, alternating. The difference between the last step and the API is the route and the
 * background work.
 */
export async function ladder(
  what: string,
  api: Side,
  call: Call,
  answer: RawAnswer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const koas = await Promise.all(
    [0, ...PARTS.keys().map((at) => at + 1)].map((steps) => startBareKoa(answer, steps)),
  )
  try {
    for (const { pid } of koas) holdToOneCore(pid)
    const sides: Side[] = [...koas, api]
    const costs = sides.map((): number[] => [])
    for (const side of sides) await throughputOf(side, call, seconds)
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, side] of sides.entries()) {
        const { requestsACoreSecond } = await throughputOf(side, call, seconds)
        costs[at]?.push(MICROSECONDS / requestsACoreSecond)
      }
    }
    const names = ['bare Koa', ...PARTS.map(({ name }) => `+ ${name}`), 'the API']
    return names.map((name, at) => ({
      what: `${what}: ${name}`,
      value: median(costs[at] ?? []),
      unit: 'µs of a core',
    }))
  } finally {
    for (const koa of koas) await koa.stop()
  }
}
