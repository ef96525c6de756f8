import { closingLine } from '../lib/report.ts'
import { vitestSuite } from '../lib/suites.ts'

const tally = await vitestSuite(process.argv.slice(2))
process.stdout.write(`\n${closingLine(tally)}\n`)
process.exit(tally.failed ? 1 : 0)
