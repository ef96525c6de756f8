import { type CommandFailure, EXIT, type ExitCode } from './failure.ts'
import type { RemoteIo } from './io.ts'

/**
 * Runs a command line of this process: its environment with `.env`, its streams, its signals, its exit code.
 * @param stopped the failure that a signal's exit code stands for
 */
export async function runAsProcess(
  run: (args: string[], io: RemoteIo) => Promise<ExitCode>,
  stopped: (exitCode: ExitCode) => CommandFailure,
): Promise<void> {
  try {
    process.loadEnvFile()
  } catch {
    // No .env: the defaults are meant to work.
  }

  const stop = new AbortController()
  for (const [signal, code] of [
    ['SIGINT', EXIT.interrupted],
    ['SIGTERM', EXIT.terminated],
    ['SIGHUP', EXIT.hungUp],
  ] as const)
    process.on(signal, () => {
      // A second one means it: whatever still runs is left.
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

  // Whoever reads only the beginning (`| head`) has read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

  // Not process.exit: what was written to a pipe has to get there.
  process.exitCode = await run(process.argv.slice(2), io)
}
