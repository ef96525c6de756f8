import { auditAll, exitCodeOf } from '../../audit/audit-dependencies.ts'
import { endTask } from '../../test/suites.ts'

/**
 * `npm run audit`: known vulnerabilities, licences and install scripts of the dependencies, and the lockfile. Exits with
 * 2 when an audit could not run.
 */
const findings = await auditAll()
for (const { what, state, words } of findings) {
  const mark = { passed: '✓', failed: '✗', skipped: '–' }[state]
  process.stdout.write(`${mark} ${what}: ${words}\n`)
}
const count = (state: string) => findings.filter((one) => one.state === state).length
endTask(
  'audit',
  { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
  exitCodeOf(findings),
)
