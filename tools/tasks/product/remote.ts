import { stopped } from '../../remote/failure.ts'
import { runAsProcess, runRemote } from '../../remote/main.ts'

await runAsProcess(runRemote, stopped)
