import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { command } from '../../lib/command.ts'
import { ROOT } from '../../start/start-settings.ts'

/**
 * `npm run coverage`: line coverage of the code that decides about numbers, money and rights, by the unit and
 * contract tests. Vitest measures only its own processes, so code that runs only in a started product or a
 * browser is not counted.
 */
const MEASURED = ['shared/src/domain', 'api/src', 'supabase/src']
const PROJECTS = ['shared', 'api', 'tools', 'contract']
const REPORTS = join(ROOT, 'coverage')

const summary = z.record(z.string(), z.looseObject({ lines: z.object({ total: z.int(), covered: z.int() }) }))

rmSync(REPORTS, { recursive: true, force: true })
const { code } = await command(
  'vitest',
  [
    'run',
    ...PROJECTS.map((project) => `--project=${project}`),
    '--coverage.enabled',
    '--coverage.provider=v8',
    '--coverage.reporter=json-summary',
    `--coverage.reportsDirectory=${REPORTS}`,
    '--coverage.reportOnFailure',
    ...MEASURED.map((folder) => `--coverage.include=${folder}/**/*.ts`),
    '--coverage.exclude=**/*.test.ts',
    '--coverage.exclude=**/testing/**',
    ...process.argv.slice(2),
  ],
  { show: true },
)
const { total: _, ...files } = summary.parse(
  JSON.parse(readFileSync(join(REPORTS, 'coverage-summary.json'), 'utf8')),
)
process.stdout.write('\nline coverage\n')
for (const folder of MEASURED) {
  const inside = Object.entries(files).filter(([file]) => relative(ROOT, file).startsWith(folder))
  const covered = inside.reduce((sum, [, { lines }]) => sum + lines.covered, 0)
  const total = inside.reduce((sum, [, { lines }]) => sum + lines.total, 0)
  const percent = ((100 * covered) / total).toFixed(2)
  process.stdout.write(`  ${folder.padEnd(20)} ${percent} %  ${covered} of ${total} lines\n`)
}
process.exit(code)
