import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { testVariables } from '@propsight/api/testing'
import { SMALL_HEAP } from '@propsight/tools/testing'

const MAIN = resolve(import.meta.dirname, '../../../api/src/main.ts')
const KB = 1_024

export interface ApiProcess {
  readonly url: string
  readonly process: ChildProcess
  /** Resident memory in bytes: current and peak. */
  memory(): { now: number; peak: number }
  /** The end of everything the process has printed. */
  output(): string
  stop(): Promise<void>
}

/**
 * Starts an API instance in a separate process on an existing database, so that its CPU time and memory can
 * be measured.
 * @param env added to the test variables; at least `EMBEDDED_DATABASE_URL`, `STATS_API_URL` and `LINES_URL`
 * @param main main module of another release; default: this checkout
 * @param options of Node; default: those of a local installation
 * @throws Error with the output of the process if it does not start
 */
export async function startApiProcess(
  env: Record<string, string>,
  main = MAIN,
  options = ['--disable-warning=ExperimentalWarning', ...SMALL_HEAP],
): Promise<ApiProcess> {
  const child = fork(main, {
    // Fatal errors are printed: they are the only information about a process that does not start.
    env: { PATH: process.env.PATH, ...testVariables, LOG_LEVEL: 'fatal', PORT: '0', ...env },
    execArgv: options,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      printed = (printed + part).slice(-8_000)
    })
  }
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const url = await new Promise<string>((ready, failed) => {
    child.once('message', (message) => ready((message as { url: string }).url))
    void exited.then(() => failed(new Error(`the API did not start\n${printed}`)))
  })
  const status = (field: string): number => {
    const text = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) * KB
  }
  return {
    url,
    process: child,
    memory: () => ({ now: status('VmRSS'), peak: status('VmHWM') }),
    output: () => printed,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
