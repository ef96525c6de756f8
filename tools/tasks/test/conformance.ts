import { parseArgs } from 'node:util'
import { closingLine } from '../../test/report.ts'
import { vitestSuite } from '../../test/suites.ts'

const HELP = `SUPABASE_PUBLISHABLE_KEY=… SUPABASE_SECRET_KEY=… npm run conformance -- --url https://project.supabase.co

  Makes the calls of the product's clients to a project whose database was migrated, and compares the answers with what
  the product expects. Creates a few accounts, sends no mail, and deletes them. Without --url: the embedded service.`

const { values } = parseArgs({
  options: { url: { type: 'string' }, help: { type: 'boolean', default: false } },
})
if (values.help) {
  process.stdout.write(`${HELP}\n`)
  process.exit(0)
}
if (values.url !== undefined) process.env.SUPABASE_URL = values.url
const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = process.env
if (SUPABASE_URL && !(SUPABASE_PUBLISHABLE_KEY && SUPABASE_SECRET_KEY)) {
  process.stderr.write(
    'SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY are required: the keys of the project\n',
  )
  process.exit(2)
}
const tally = await vitestSuite(['--project', 'contract', 'tests/contract/conformance'])
process.stdout.write(`\n${closingLine(tally)}\n`)
process.exit(tally.failed ? 1 : 0)
