import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'

const MAIN = resolve(import.meta.dirname, '../../../tools/harness/src/server/main.ts')
const readyEvent = z.object({ event: z.literal('ready'), url: z.url(), compiles: z.literal(true) })

export interface RunningHarness {
  /** Origin of the harness, without a trailing slash. */
  url: string
  stop(): Promise<void>
}

/**
 * Runs the remote of a folder alone, as its `dev` script does.
 * @throws Error if the process ends before it is ready, or if the remote does not compile
 */
export async function startHarness(folder: string): Promise<RunningHarness> {
  const { PORT: _, ...env } = process.env
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, '--', '--json'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([
    once(lines, 'line'),
    exited.then(() => Promise.reject(new Error(`the harness of ${folder} exited before it was ready`))),
  ])
  const { url } = readyEvent.parse(JSON.parse(line))
  return {
    url: new URL(url).origin,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}
