import { parseArgs } from 'node:util'
import { measureCapacity } from '../../../tests/nightly/load/capacity/measure-capacity.ts'
import { fullLoad } from '../../../tests/nightly/load/full-load.ts'
import { shortLoad } from '../../../tests/nightly/load/short-load.ts'
import { endTask } from '../../test/suites.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    capacity: { type: 'boolean', default: false },
    /** `--instances 1`: runs only the part of the long form with this number of API instances. */
    instances: { type: 'string' },
  },
})

/** Each claim counts as one test; a failed one has a text that explains the difference. */
const claims = values.capacity
  ? await measureCapacity()
  : values.short
    ? await shortLoad()
    : await fullLoad(values.instances ? [Number(values.instances) === 2 ? 2 : 1] : [1, 2])
process.stdout.write('\n')
for (const { what, ok } of claims) process.stdout.write(`${ok ? '✓' : '✗'} ${what}\n`)
const passed = claims.filter(({ ok }) => ok).length
endTask('load', { passed, failed: claims.length - passed, skipped: 0 })
