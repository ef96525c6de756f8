import { closingLine } from '../../test/report.ts'
import { browserSuite } from '../../test/suites.ts'

const tally = await browserSuite(process.argv.slice(2))
process.stdout.write(`\n${closingLine(tally)}\n`)
process.exit(tally.failed ? 1 : 0)
