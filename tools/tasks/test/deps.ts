import { runCheck } from '../../test/static-checks.ts'

await runCheck('one-way imports')
