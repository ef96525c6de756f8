import type { ExitCode } from '../remote/failure.ts'
import type { RemoteIo } from '../remote/io.ts'
import { runCommandLine } from '../remote/main.ts'
import { createAdminProgram } from './program.ts'

/** Runs one command line of `npm run admin`. @param args the arguments after `admin` */
export const runAdmin = (args: string[], io: RemoteIo): Promise<ExitCode> =>
  runCommandLine(args, io, createAdminProgram)
