import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { TEST_MAILBOX_KEY } from '@propsight/api/testing'
import * as z from 'zod'
import { isAlive, waitUntil } from '../wait-until.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

const readyEvent = z.looseObject({
  event: z.literal('ready'),
  url: z.string(),
  /** Address of the API of `npm run dev`, whose `url` is the dev server of the shell. */
  api: z.string().optional(),
  label: z.string(),
  home: z.string(),
  adminKey: z.string(),
  demo: z.object({ email: z.string(), password: z.string(), accessCode: z.string() }),
  pids: z.object({
    supervisor: z.int(),
    api: z.int(),
    league: z.int().optional(),
    database: z.int().optional(),
  }),
})
export type RunningProduct = z.infer<typeof readyEvent> & {
  process: ChildProcess
  /** Every event so far. */
  events: Record<string, unknown>[]
  /** Resolves with the first event, past or future, that matches. */
  waitFor(
    matches: (event: Record<string, unknown>) => boolean,
    timeoutMs?: number,
  ): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

export interface StartOptions {
  args?: string[]
  env?: Record<string, string>
  /** Home folder to reuse between starts. Default: a temporary folder, removed by `stop`. */
  home?: string
  timeoutMs?: number
  /** Starts `tools/run.mjs`, as npm does, which starts the task. Default: starts the task itself. */
  launcher?: boolean
  /** Starts `npm run dev` of a checkout, with npm. */
  checkout?: string
}

/** Starts the whole product as `npm start` does, on a free port with its own home folder. */
export async function startProduct({
  args = [],
  env = {},
  home,
  timeoutMs = 120_000,
  launcher = false,
  checkout,
}: StartOptions = {}): Promise<RunningProduct> {
  const folder = home ?? mkdtempSync(join(tmpdir(), 'propsight-test-'))
  // As root, the database runs under another user, which needs access to the folder.
  if (!home) chmodSync(folder, 0o755)
  const task = launcher
    ? [join(ROOT, 'tools/run.mjs'), 'product/start']
    : [join(ROOT, 'tools/tasks/product/start.ts')]
  const child = spawn(
    checkout ? 'npm' : process.execPath,
    [
      ...(checkout ? ['run', 'dev', '--silent', '--'] : ['--disable-warning=ExperimentalWarning', ...task]),
      '--json',
      '--home',
      folder,
      ...args,
    ],
    {
      cwd: checkout ?? ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PORT: '0', MAILBOX_KEY: TEST_MAILBOX_KEY, ...env },
    },
  )
  const events: Record<string, unknown>[] = []
  const listeners = new Set<() => void>()
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-8_000)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    try {
      events.push(JSON.parse(line))
    } catch {
      events.push({ event: 'text', text: line })
    }
    for (const listener of listeners) listener()
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))

  const waitFor = (matches: (event: Record<string, unknown>) => boolean, limitMs = 60_000) =>
    new Promise<Record<string, unknown>>((found, failed) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer)
        listeners.delete(look)
        finish()
      }
      const look = () => {
        const match = events.find(matches)
        if (match) settle(() => found(match))
      }
      const timer = setTimeout(
        () => settle(() => failed(new Error(`no such event in ${limitMs} ms\n${stderr}`))),
        limitMs,
      )
      void exited.then(() =>
        settle(() =>
          failed(new Error(`the product exited early\n${stderr}\n${JSON.stringify(events.slice(-15))}`)),
        ),
      )
      listeners.add(look)
      look()
    })

  const ready = readyEvent.parse(await waitFor((event) => event.event === 'ready', timeoutMs))
  return {
    ...ready,
    process: child,
    events,
    waitFor,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
      // npm ends before the product that it started.
      await waitUntil('the product to exit', () => !isAlive(ready.pids.supervisor))
      if (!home) rmSync(folder, { recursive: true, force: true })
    },
  }
}
