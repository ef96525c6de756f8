import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type App, findApps, ROOT, SHELL } from '../../federation/apps.ts'
import { DEV_PAGE_VARIABLE, type DevPage, devRegistry, readPageConfig } from '../../federation/dev-page.ts'
import { firstFreePort, randomFirstPort } from '../../lib/environment.ts'
import { startProduct } from '../../start/product.ts'
import { API_SOURCES, LEAGUE_SOURCES, restartOnEdit } from '../../start/restart-on-edit.ts'
import { runProduct } from '../../start/run-product.ts'
import type { Steps } from '../../start/steps.ts'
import { type Service, startService } from '../../start/supervised-service.ts'

const HOST = '127.0.0.1'
const FIRST_PORT = 4100

interface DevServers {
  /** Address of the shell. */
  url: string
  pids(): Record<string, number | undefined>
  /** Restarts the shell's dev server if the configuration in the API's page has changed. */
  refreshPage(): Promise<void>
  stop(): Promise<void>
}

interface DevApp extends App {
  port: number
}

/** The shell and every remote, each with a free port. */
async function appsWithPorts(first = FIRST_PORT): Promise<DevApp[]> {
  const apps: DevApp[] = []
  let next = first
  for (const app of findApps()) {
    const port = await firstFreePort(next, HOST)
    apps.push({ ...app, port })
    next = port + 1
  }
  return apps
}

const addressOf = ({ port }: Pick<DevApp, 'port'>): string => `http://${HOST}:${port}`

/**
 * Starts the dev servers of all remotes, then the shell's, whose page contains their addresses.
 * @param api address of the running API
 * @throws Error that names the first server that did not start; the started ones are stopped
 */
async function startDevServers(
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

await runProduct({
  command: 'npm run dev',
  async begin(settings, steps, interrupted) {
    // After the API's port if one was chosen.
    const first = settings.port === 0 ? randomFirstPort() : settings.port && settings.port + 1
    const apps = await appsWithPorts(first ?? undefined)
    // Links in mails lead back to the shell's dev server, whose origin must therefore be allowed.
    const origins = [process.env.CORS_ORIGINS, ...apps.slice(0, 1).map(addressOf)]
    process.env.CORS_ORIGINS = origins.filter(Boolean).join(',')
    // A stored page or file would hide an edit. `off` also removes a worker of an earlier start.
    process.env.SERVICE_WORKER = 'off'
    const product = await startProduct(settings, steps, interrupted, (reason) =>
      steps.note(`${reason}; it is started again after the next edit of its sources`),
    )
    try {
      const dev = await startDevServers(apps, { api: product.url, steps, interrupted })
      const { api, league } = product.services
      const apiAndPage = {
        async restart() {
          await api.restart()
          await dev.refreshPage()
        },
      }
      const edits = restartOnEdit(
        [
          // Restarted before the API, which requests its data at start.
          ...(league ? [{ name: 'league', folders: LEAGUE_SOURCES, service: league }] : []),
          // After an edit of the league as well: its caches hold the league's previous answers.
          { name: 'API', folders: [...API_SOURCES, ...LEAGUE_SOURCES], service: apiAndPage },
        ],
        steps,
        { isHosted: Boolean(process.env.SUPABASE_URL) },
      )
      return {
        url: product.url,
        product,
        dev,
        async stop() {
          edits.close()
          await dev.stop()
          await product.stop()
        },
      }
    } catch (error) {
      await product.stop()
      throw error
    }
  },
  ready({ product, dev }, settings, steps, seconds) {
    const { demo, adminKey } = product.secrets
    steps.event('ready', {
      url: dev.url,
      api: product.url,
      label: product.label,
      home: settings.home,
      pids: { ...product.pids(), dev: dev.pids() },
      demo,
      adminKey,
    })
    if (settings.json) return
    process.stdout.write(`
  Propsight is ready for edits in ${seconds} s · ${product.label}

    ${dev.url}

    demo account   ${demo.email}  ${product.demoPassword ?? '(the password that you chose)'}
    access code    ${demo.accessCode}   (for a new account; 21 or older)
    admin key      ${adminKey}
    mailbox        ${product.mailbox}

  An edit in shell/src, remotes/*/src or shared/src shows at once.
  An edit in api/src, league/src or shared/src restarts the API and the league; sessions and data stay.
  A new file in supabase/migrations is applied. Any other edit that needs a restart says so.
  Warnings and errors of the API appear here. To debug: docs/debugging.md
  Ctrl-C stops everything.
`)
  },
})
