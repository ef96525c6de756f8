import { rmSync } from 'node:fs'
import { closingLine, type Tally } from '../../test/report.ts'
import { browserSuite, vitestSuite } from '../../test/suites.ts'
import { UNIT } from '../../test/test-parts.ts'

/** Contact sheets of every screen at four widths, dark and light; arguments select screens as in `npm run e2e`. */
async function makeLooks(args: readonly string[]): Promise<Tally> {
  const { LOOKS_FOLDER } = await import('../../../tests/support/looks/looks.ts')
  const { writeContactSheets } = await import('../../../tests/support/looks/contact-sheets.ts')
  const { SCREENS } = await import('../../../tests/support/screens/all-screens.ts')
  rmSync(LOOKS_FOLDER, { recursive: true, force: true })
  const tally = await browserSuite(['--project', 'looks', ...args], 'looks')
  const missing = await writeContactSheets(SCREENS.map(({ name }) => name))
  process.stdout.write(
    `\n${SCREENS.length - missing.length} of ${SCREENS.length} contact sheets in ${LOOKS_FOLDER}`,
  )
  return tally
}

/** `npm run unit`, `e2e` and `looks`: the suite of this name with the other arguments. */
const SUITES: Record<string, (args: string[]) => Promise<Tally>> = {
  unit: (args) => vitestSuite(args.length > 0 ? args : UNIT),
  e2e: (args) => browserSuite(args),
  looks: makeLooks,
}
const [name = '', ...args] = process.argv.slice(2)
const run = SUITES[name]
if (!run) throw new Error(`no suite '${name}'`)
const tally = await run(args)
process.stdout.write(`\n${closingLine(tally)}\n`)
process.exit(tally.failed ? 1 : 0)
