import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../start/start-settings.ts'
import { auditAdvisories } from './advisories.ts'
import type { Finding } from './finding.ts'
import { auditInstalled } from './installed.ts'
import { auditLockfile } from './lockfile.ts'

/** Runs every audit of the dependencies. */
export const auditAll = async (): Promise<Finding[]> => [
  auditAdvisories(),
  ...auditInstalled(),
  ...auditLockfile(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')),
]
