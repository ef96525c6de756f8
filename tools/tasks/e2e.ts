import { closingLine } from '../lib/report.ts'
import { browserSuite } from '../lib/suites.ts'

const tally = await browserSuite(process.argv.slice(2))
process.stdout.write(`\n${closingLine(tally)}\n`)
process.exit(tally.failed ? 1 : 0)
