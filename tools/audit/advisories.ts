import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from '../start/start-settings.ts'
import { type Finding, findingOf } from './finding.ts'

const PNPM = join(ROOT, '.pnpm-bin/node_modules/.bin/pnpm')
const LIMIT_MS = 60_000
const WHAT = 'known flaws of what ships'
const answerSchema = z.object({
  advisories: z.record(
    z.string(),
    z.object({ module_name: z.string(), severity: z.string(), title: z.string() }),
  ),
})

/**
 * Asks the registry for advisories about the production dependencies; `skipped` when the registry does not
 * answer.
 */
export function auditAdvisories(): Finding {
  const { stdout } = spawnSync(PNPM, ['audit', '--prod', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: LIMIT_MS,
  })
  try {
    const { advisories } = answerSchema.parse(JSON.parse(stdout))
    const wrong = Object.values(advisories).map((one) => `${one.module_name}: ${one.severity}, ${one.title}`)
    return findingOf(WHAT, 'none', wrong)
  } catch {
    return { what: WHAT, state: 'skipped', words: 'the registry’s advisory service gave no answer here' }
  }
}
