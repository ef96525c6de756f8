import { closingLine } from '../lib/report.ts'
import { vitestSuite } from '../lib/suites.ts'
import { UNIT } from '../lib/test-parts.ts'

const args = process.argv.slice(2)
const tally = await vitestSuite(args.length > 0 ? args : UNIT)
process.stdout.write(`\n${closingLine(tally)}\n`)
process.exit(tally.failed ? 1 : 0)
