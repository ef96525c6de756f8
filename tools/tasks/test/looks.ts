import { rmSync } from 'node:fs'
import { closingLine } from '../../test/report.ts'
import { browserSuite } from '../../test/suites.ts'

/** Contact sheets of every screen at four widths, dark and light; arguments select screens as in `npm run e2e`. */
const { LOOKS_FOLDER } = await import('../../../tests/support/looks/looks.ts')
const { writeContactSheets } = await import('../../../tests/support/looks/contact-sheets.ts')
const { SCREENS } = await import('../../../tests/support/screens/all-screens.ts')

rmSync(LOOKS_FOLDER, { recursive: true, force: true })
const tally = await browserSuite(['--project', 'looks', ...process.argv.slice(2)], 'looks')
const missing = await writeContactSheets(SCREENS.map(({ name }) => name))
process.stdout.write(
  `\n${SCREENS.length - missing.length} of ${SCREENS.length} contact sheets in ${LOOKS_FOLDER}\n`,
)
process.stdout.write(`${closingLine(tally)}\n`)
process.exit(tally.failed ? 1 : 0)
