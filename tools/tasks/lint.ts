import { runCheck } from '../lib/checks.ts'

await runCheck('format and lint')
