import { runCheck } from '../../test/static-checks.ts'

await runCheck('format and lint')
