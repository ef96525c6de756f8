import { parseArgs } from 'node:util'
import { measureCapacity } from '../../../tests/nightly/load/capacity.ts'
import { type Claim, measureLoad } from '../../../tests/nightly/load/claims.ts'
import { endTask } from '../../test/suites.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    capacity: { type: 'boolean', default: false },
    /** By default one instance, and then two. */
    instances: { type: 'string' },
  },
})

const byDefault = values.short ? [1] : [1, 2]
const counts = values.instances ? [Number(values.instances)] : byDefault
/** Each claim counts as one test. */
const claims: Claim[] = values.capacity ? await measureCapacity() : []
if (!values.capacity)
  for (const instances of counts) claims.push(...(await measureLoad({ instances, short: values.short })))
process.stdout.write('\n')
for (const { what, ok } of claims) process.stdout.write(`${ok ? '✓' : '✗'} ${what}\n`)
const passed = claims.filter(({ ok }) => ok).length
endTask('load', { passed, failed: claims.length - passed, skipped: 0 })
