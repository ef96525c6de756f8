import { loadEnvFile } from '../lib/environment.ts'
import { findRunningStart, recordRunningStart } from './running-start.ts'
import { readStartSettings, type StartSettings, startHelp } from './start-settings.ts'
import { createSteps, type Steps } from './steps.ts'

interface Running {
  /** Address of the API. */
  url: string
  stop(): Promise<void>
}

/**
 * The common part of `npm start` and `npm run dev`: runs in the foreground until Ctrl-C, once per home
 * folder. If the start fails, it prints the reason and ends the process with code 1.
 */
export async function runProduct<T extends Running>(options: {
  command: string
  begin(settings: StartSettings, steps: Steps, interrupted: AbortSignal): Promise<T>
  /** Called when everything is healthy, with the duration of the start in seconds. */
  ready(running: T, settings: StartSettings, steps: Steps, seconds: string): void
}): Promise<void> {
  const begun = performance.now()
  loadEnvFile()
  try {
    const settings = readStartSettings(process.argv.slice(2), process.env)
    if (settings === 'help') process.stdout.write(`${startHelp(options.command)}\n`)
    else await run(settings, options, begun)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

async function run<T extends Running>(
  settings: StartSettings,
  { begin, ready }: Parameters<typeof runProduct<T>>[0],
  begun: number,
): Promise<void> {
  const steps = createSteps({ json: settings.json })
  const other = await findRunningStart(settings.home)
  if (other) {
    steps.event('running', other)
    process.stderr.write(
      `Propsight already runs at ${other.url} (process ${other.pid}). Stop it with Ctrl-C there, or with: kill ${other.pid}\n`,
    )
    return
  }

  const interrupted = new AbortController()
  // `disconnect`: run.mjs has ended.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(event, () => interrupted.abort(new Error('stopped before it was ready')))
  }
  const running = await begin(settings, steps, interrupted.signal)
  const release = recordRunningStart(settings.home, running.url)
  const end = async () => {
    await steps.run('stopped', () => running.stop())
    release()
    process.exit(0)
  }
  if (interrupted.signal.aborted) return end()
  interrupted.signal.addEventListener('abort', () => void end(), { once: true })
  ready(running, settings, steps, ((performance.now() - begun) / 1000).toFixed(1))
}
