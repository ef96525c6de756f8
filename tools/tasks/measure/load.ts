import { parseArgs } from 'node:util'
import { measureCapacity } from '../../../tests/nightly/load/capacity/measure-capacity.ts'
import { fullLoad } from '../../../tests/nightly/load/full-load.ts'
import { memoryTrend } from '../../../tests/nightly/load/memory-trend.ts'
import { shortLoad } from '../../../tests/nightly/load/short-load.ts'
import { endTask } from '../../test/suites.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    capacity: { type: 'boolean', default: false },
    /** `--memory --minutes 25 --rate 4`: measures whether the memory of one instance grows, with visits a second. */
    memory: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '4' },
    /** `--instances 1`: runs only the part of the long form with this number of API instances. */
    instances: { type: 'string' },
  },
})

async function measureClaims() {
  if (values.capacity) return measureCapacity()
  if (values.memory) return memoryTrend({ minutes: Number(values.minutes), perSecond: Number(values.rate) })
  if (values.short) return shortLoad()
  if (!values.instances) return fullLoad([1, 2])
  return fullLoad([Number(values.instances) === 2 ? 2 : 1])
}

/** Each claim counts as one test; a failed one has a text that explains the difference. */
const claims = await measureClaims()
process.stdout.write('\n')
for (const { what, ok } of claims) process.stdout.write(`${ok ? '✓' : '✗'} ${what}\n`)
const passed = claims.filter(({ ok }) => ok).length
endTask('load', { passed, failed: claims.length - passed, skipped: 0 })
