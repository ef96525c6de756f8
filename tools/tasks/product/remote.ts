import { runAsProcess, runRemote } from '../../remote/main.ts'
import { stopped } from '../../remote/failure.ts'

await runAsProcess(runRemote, stopped)
