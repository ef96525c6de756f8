import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type App, findApps, ROOT, SHELL } from '../federation/apps.ts'
import { DEV_PAGE_VARIABLE, type DevPage, devRegistry, readPageConfig } from '../federation/dev-page.ts'
import { firstFreePort } from '../lib/environment.ts'
import type { Steps } from './steps.ts'
import { type Service, startService } from './supervised-service.ts'

const HOST = '127.0.0.1'
const FIRST_PORT = 4100

export interface DevServers {
  /** Address of the shell. */
  url: string
  pids(): Record<string, number | undefined>
  /** Restarts the shell's dev server if the configuration in the API's page has changed. */
  refreshPage(): Promise<void>
  stop(): Promise<void>
}

export interface DevApp extends App {
  port: number
}

/** The shell and every remote, each with a free port. */
export async function appsWithPorts(first = FIRST_PORT): Promise<DevApp[]> {
  const apps: DevApp[] = []
  let next = first
  for (const app of findApps()) {
    const port = await firstFreePort(next, HOST)
    apps.push({ ...app, port })
    next = port + 1
  }
  return apps
}

export const addressOf = ({ port }: Pick<DevApp, 'port'>): string => `http://${HOST}:${port}`

/**
 * Starts the dev servers of all remotes, then the shell's, whose page contains their addresses.
 * @param api address of the running API
 * @throws Error that names the first server that did not start; the started ones are stopped
 */
export async function startDevServers(
  apps: DevApp[],
  { api, steps, interrupted }: { api: string; steps: Steps; interrupted: AbortSignal },
): Promise<DevServers> {
  const running = new Map<string, Service>()
  const stop = async () => {
    await Promise.all([...running.values()].map((service) => service.stop()))
  }
  const start = (app: DevApp, env: NodeJS.ProcessEnv = {}) =>
    steps.run(`${app.name} dev server`, async () => {
      running.set(app.name, await startDevServer(app, env, steps))
    })
  try {
    const remotes = apps.flatMap((app) => (app.declaration ? [{ ...app, declaration: app.declaration }] : []))
    const settled = await Promise.allSettled(remotes.map((app) => start(app)))
    for (const result of settled) if (result.status === 'rejected') throw result.reason
    interrupted.throwIfAborted()

    const shell = apps.find(({ name }) => name === SHELL)
    if (!shell) throw new Error('there is no shell')
    const registry = devRegistry(
      remotes.map(({ declaration, port }) => ({ declaration, url: addressOf({ port }) })),
    )
    const page: DevPage = { api, config: await pageConfig(api), registry }
    // Evaluated at every start of the server.
    const env = {
      get [DEV_PAGE_VARIABLE]() {
        return JSON.stringify(page)
      },
    }
    await start(shell, env)
    return {
      url: addressOf(shell),
      pids: () => Object.fromEntries([...running].map(([name, service]) => [name, service.pid])),
      async refreshPage() {
        const config = await pageConfig(api)
        if (isDeepStrictEqual(config, page.config)) return
        page.config = config
        await running.get(SHELL)?.restart()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startDevServer(app: DevApp, env: NodeJS.ProcessEnv, steps: Steps): Promise<Service> {
  const printLine = (text: string) => steps.note(`${app.name}: ${text}`)
  // Buffered until the server runs: a failed start reports these lines in its error.
  let early: string[] | null = []
  const service = await startService({
    name: `${app.name} dev server`,
    entry: join(ROOT, 'tools/federation/dev-server-process.ts'),
    env: () => ({
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(app.port),
      PROPSIGHT_DEV_APP: app.folder,
      ...env,
    }),
    // The server prints only problems: compile errors, and errors of the page.
    onLine: (text) => {
      if (!text.trim()) return
      if (early) early.push(text)
      else printLine(text)
    },
    onRestart: steps.note,
    onGiveUp: (reason) => steps.note(`${reason}; it stays stopped until everything is started again`),
  })
  for (const text of early) printLine(text)
  early = null
  if (service.ready.compiles === false)
    steps.note(`${app.name} does not compile yet; it is served once its errors above are fixed`)
  return service
}

async function pageConfig(api: string): Promise<DevPage['config']> {
  const answer = await fetch(api, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`the API's page answers ${answer.status}`)
  return readPageConfig(await answer.text())
}
