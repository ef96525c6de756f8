import { closingLine } from '../../test/report.ts'
import { vitestSuite } from '../../test/suites.ts'
import { UNIT } from '../../test/test-parts.ts'

const args = process.argv.slice(2)
const tally = await vitestSuite(args.length > 0 ? args : UNIT)
process.stdout.write(`\n${closingLine(tally)}\n`)
process.exit(tally.failed ? 1 : 0)
