import { parseArgs } from 'node:util'
import { loadEnvFile } from '../../lib/environment.ts'
import { closingLine } from '../../test/report.ts'
import { vitestSuite } from '../../test/suites.ts'

const HELP = `npm run conformance [-- --url https://project.supabase.co]

  Checks the settings of the project of .env (or of --url, with the keys of .env), whose database was migrated. Then makes
  the calls of the product's clients and compares the answers with what the product expects. Creates a few accounts, sends
  no mail, and deletes them. Without a project: the embedded service.`

const { values } = parseArgs({
  options: { url: { type: 'string' }, help: { type: 'boolean', default: false } },
})
if (values.help) {
  process.stdout.write(`${HELP}\n`)
  process.exit(0)
}
loadEnvFile()
if (values.url !== undefined) process.env.SUPABASE_URL = values.url
const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = process.env
if (SUPABASE_URL && !(SUPABASE_PUBLISHABLE_KEY && SUPABASE_SECRET_KEY)) {
  process.stderr.write(
    'SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY are required: the keys of the project\n',
  )
  process.exit(2)
}
process.stdout.write(`the data service: ${SUPABASE_URL || 'embedded'}\n`)
// A missing setting stays missing at a second try.
const settings = SUPABASE_URL ? ['--retry=0', 'tests/contract/operations/hosted-settings'] : []
const tally = await vitestSuite(['--project', 'contract', ...settings, 'tests/contract/conformance'])
process.stdout.write(`\n${closingLine(tally)}\n`)
process.exit(tally.failed ? 1 : 0)
