import { runCheck } from '../../test/static-checks.ts'

await runCheck('types')
