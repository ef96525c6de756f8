import { type CommandFailure, EXIT, type ExitCode } from './failure.ts'
import type { RemoteIo } from './io.ts'

/**
 * Runs a command line with the environment (including `.env`), streams, signals and exit code of this
 * process.
 * @param stopped creates the failure for the exit code of a signal
 */
export async function runAsProcess(
  run: (args: string[], io: RemoteIo) => Promise<ExitCode>,
  stopped: (exitCode: ExitCode) => CommandFailure,
): Promise<void> {
  try {
    process.loadEnvFile()
  } catch {
    // A .env file is optional: the defaults work without one.
  }

  const stop = new AbortController()
  for (const [signal, code] of [
    ['SIGINT', EXIT.interrupted],
    ['SIGTERM', EXIT.terminated],
    ['SIGHUP', EXIT.hungUp],
  ] as const)
    process.on(signal, () => {
      // A second signal ends the process immediately.
      if (stop.signal.aborted) process.exit(code)
      stop.abort(stopped(code))
    })

  const io: RemoteIo = {
    env: process.env,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    signal: stop.signal,
    colours: process.stdout.isTTY === true && process.stdout.hasColors(),
    retryMs: 600,
  }

  // The reader of a pipe may close it early (`| head`); that is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

  // Not process.exit, which could lose output that is still being written to a pipe.
  process.exitCode = await run(process.argv.slice(2), io)
}
