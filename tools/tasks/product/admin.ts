import { runAdmin } from '../../admin/main.ts'
import { runAsProcess } from '../../remote/main.ts'
import { CommandFailure } from '../../remote/failure.ts'

await runAsProcess(runAdmin, (exitCode) => new CommandFailure(exitCode, 'Stopped.'))
