import { runAsProcess } from '../../remote/as-process.ts'
import { stopped } from '../../remote/failure.ts'
import { runRemote } from '../../remote/main.ts'

await runAsProcess(runRemote, stopped)
