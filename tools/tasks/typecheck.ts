import { runCheck } from '../lib/checks.ts'

await runCheck('types')
