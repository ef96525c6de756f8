import { runAdmin } from '../../admin/main.ts'
import { CommandFailure } from '../../remote/failure.ts'
import { runAsProcess } from '../../remote/main.ts'

await runAsProcess(runAdmin, (exitCode) => new CommandFailure(exitCode, 'Stopped.'))
