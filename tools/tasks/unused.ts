import { runCheck } from '../lib/checks.ts'

await runCheck('nothing unused')
