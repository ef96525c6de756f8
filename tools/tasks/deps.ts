import { runCheck } from '../lib/checks.ts'

await runCheck('one-way imports')
