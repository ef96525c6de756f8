import { createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadOrCreateSecrets, type Secrets } from '@propsight/supabase/secrets'
import { buildAll } from '../federation/build-apps.ts'
import { firstFreePort, portIsFree, randomFirstPort } from '../lib/environment.ts'
import { withLock } from '../lib/lock.mjs'
import { publishAndSeed } from './publish-local.ts'
import { reportLine } from './service-log.ts'
import { KIT_TARBALL, oddsVariable, ROOT, type StartSettings } from './start-settings.ts'
import type { Steps } from './steps.ts'
import { type Database, type Service, startDatabase, startService } from './supervised-service.ts'

const PUSH_KEY_BYTES = 32

/**
 * The key that signs pushes (VAPID): a private key of the curve P-256, base64url. It is derived from a secret of the
 * installation, so that installations of earlier versions have one, too, and that it stays the same: browsers accept
 * pushes only with the key that they subscribed with.
 */
function derivePushKey({ cookieSecret }: Pick<Secrets, 'cookieSecret'>): string {
  for (let attempt = 1; ; attempt += 1) {
    const key = Buffer.from(
      hkdfSync('sha256', cookieSecret, 'propsight', `web push ${attempt}`, PUSH_KEY_BYTES),
    )
    try {
      createECDH('prime256v1').setPrivateKey(key)
      return key.toString('base64url')
    } catch {
      // Not below the order of the curve, about once in four billion keys.
    }
  }
}

const MAILBOX_KEY_BYTES = 16

export interface Product {
  url: string
  secrets: Secrets
  /** Null after it was changed: only a hash of it is stored. */
  demoPassword: string | null
  /** Address of the mailbox page. It contains a secret that changes with every start. */
  mailbox: string
  label: string
  /** The processes that run this repository's sources. */
  services: { api: Service; league: Service | undefined }
  pids(): {
    supervisor: number
    api?: number | undefined
    league?: number | undefined
    database?: number | undefined
  }
  stop(): Promise<void>
}

/**
 * Starts everything on embedded defaults and resolves when the page, the API and the data service are
 * healthy.
 * @param onGiveUp called when the API or the league crashes too often to be restarted; by default everything
 *   is stopped
 */
export async function startProduct(
  settings: StartSettings,
  steps: Steps,
  interrupted: AbortSignal,
  onGiveUp?: (reason: string) => void,
): Promise<Product> {
  mkdirSync(settings.home, { recursive: true, mode: 0o755 })
  const secrets = loadOrCreateSecrets(settings.home)
  const port = await choosePort(settings, steps)
  const url = `http://${settings.host}:${port}`
  const mailboxKey = process.env.MAILBOX_KEY ?? randomBytes(MAILBOX_KEY_BYTES).toString('base64url')
  let stopping = false
  const stopAll = (reason: string) => {
    if (stopping) return
    steps.note(reason)
    process.emit('SIGTERM')
  }
  const gaveUp = onGiveUp ?? stopAll
  const hosted = Boolean(process.env.SUPABASE_URL)

  const started: { stop(): Promise<void> }[] = []
  const stop = async () => {
    stopping = true
    // In reverse order of the start: the API first, so that its requests in flight can still read data.
    for (const part of started.toReversed()) await part.stop()
  }

  try {
    const { database, league } = await startParts(settings, steps, { interrupted, gaveUp, hosted, started })
    interrupted.throwIfAborted()
    const apiParts = { port, url, mailboxKey, secrets, database, league, steps, gaveUp }
    const api = await track(
      steps.run('API', () => startApi(settings, apiParts)),
      started,
    )
    const seed = { url, home: settings.home, secrets, hosted, note: steps.note }
    const isDemoChanged = await steps.run('released and seeded', () =>
      publishAndSeed({ ...seed, sample: settings.data.kind === 'sample' }),
    )
    await steps.run('healthy', () => assertHealthy(url))
    return {
      url,
      secrets,
      demoPassword: isDemoChanged ? null : secrets.demo.password,
      mailbox: `${url}/dev/mailbox/${mailboxKey}`,
      services: { api, league },
      label: typeof league?.ready.label === 'string' ? league.ready.label : 'Live data',
      pids: () => ({ supervisor: process.pid, api: api.pid, league: league?.pid, database: database?.pid() }),
      stop,
    }
  } catch (error) {
    await stop()
    interrupted.throwIfAborted()
    throw error
  }
}

interface PartOptions {
  interrupted: AbortSignal
  gaveUp(reason: string): void
  /** Whether the database is a hosted one. */
  hosted: boolean
  /** Receives each part that has started. */
  started: { stop(): Promise<void> }[]
}

/** Starts database and league, and builds shell and remotes, all at the same time. */
async function startParts(
  settings: StartSettings,
  steps: Steps,
  { interrupted, gaveUp, hosted, started }: PartOptions,
): Promise<{ database: Database | undefined; league: Service | undefined }> {
  const startDatabaseStep = () => steps.run('database', () => startDatabase(settings.home, steps))
  const startLeague = () => steps.run('league', () => startLeagueService(settings, steps, gaveUp))
  const build = () => buildAll({ signal: interrupted })
  const [database, league] = await allOrNothing([
    hosted ? undefined : track(startDatabaseStep(), started),
    settings.data.kind === 'live' ? undefined : track(startLeague(), started),
    steps.run('shell and remotes built', () =>
      withLock(join(ROOT, '.pnpm-bin.lock'), 'another build in this folder', build, steps.note),
    ),
  ])
  return { database, league }
}

/**
 * Like Promise.all, but rejects only when every part has settled, so that the started parts can be stopped.
 */
async function allOrNothing<T extends unknown[]>(
  parts: [...{ [K in keyof T]: Promise<T[K]> | T[K] }],
): Promise<T> {
  const settled = await Promise.allSettled(parts)
  for (const part of settled) if (part.status === 'rejected') throw part.reason
  return settled.map((part) => (part.status === 'fulfilled' ? part.value : undefined)) as T
}

async function track<T extends { stop(): Promise<void> }>(
  part: Promise<T>,
  started: { stop(): Promise<void> }[],
): Promise<T> {
  const value = await part
  started.push(value)
  return value
}

async function choosePort(settings: StartSettings, steps: Steps): Promise<number> {
  if (settings.port === 0) return firstFreePort(randomFirstPort(), settings.host)
  if (settings.port !== null) {
    if (await portIsFree(settings.port, settings.host)) return settings.port
    throw new Error(
      `Port ${settings.port} is taken; choose another with PORT=, or leave it out to get a free one`,
    )
  }
  const port = await firstFreePort(settings.defaultPort, settings.host)
  if (port !== settings.defaultPort) steps.note(`port ${settings.defaultPort} is taken; using ${port}`)
  return port
}

async function startLeagueService(
  settings: StartSettings,
  steps: Steps,
  gaveUp: (reason: string) => void,
): Promise<Service> {
  const { data } = settings
  // The API has the league's address in its environment, so the league keeps its port after a restart.
  let port = process.env.LEAGUE_PORT
  const replay =
    data.kind === 'replay'
      ? {
          REPLAY_DIR: data.folder,
          REPLAY_DATE: data.date,
          REPLAY_ODDS_DIR: data.odds ?? '',
          REPLAY_OTHERS: data.others.join(),
        }
      : {}
  const service = await startService({
    name: 'league',
    entry: join(ROOT, 'league/src/main.ts'),
    env: () => ({
      ...process.env,
      LEAGUE_MODE: data.kind,
      LEAGUE_CLOCK: leagueClock(settings),
      LEAGUE_CACHE_DIR: join(settings.home, 'league'),
      LEAGUE_PORT: port,
      ...replay,
    }),
    onLine: (text) => reportLine('league', text, steps),
    onRestart: steps.note,
    onGiveUp: gaveUp,
  })
  port = new URL(service.ready.url).port
  return service
}

/** The league's clock. A replay is frozen at a time of its day, by default before any of its games. */
export const leagueClock = ({ data }: Pick<StartSettings, 'data'>): string => {
  if (data.kind === 'live') return 'real'
  return data.kind === 'replay'
    ? `frozen:${data.date}T${data.time}:00Z`
    : (process.env.LEAGUE_CLOCK ?? 'sample')
}

interface ApiParts {
  port: number
  url: string
  mailboxKey: string
  secrets: Secrets
  database: Database | undefined
  league: Service | undefined
  steps: Steps
  gaveUp(reason: string): void
}

function startApi(settings: StartSettings, parts: ApiParts): Promise<Service> {
  const { port, url, mailboxKey, secrets, database, league, steps, gaveUp } = parts
  return startService({
    name: 'API',
    entry: join(ROOT, 'api/src/main.ts'),
    env: () => ({
      NODE_ENV: 'production',
      ...process.env,
      PORT: String(port),
      HOST: settings.host,
      PUBLIC_URL: process.env.PUBLIC_URL ?? url,
      SUPABASE_PUBLISHABLE_KEY: process.env.SUPABASE_PUBLISHABLE_KEY ?? secrets.publishableKey,
      SUPABASE_SECRET_KEY: process.env.SUPABASE_SECRET_KEY ?? secrets.secretKey,
      ...(database ? { SUPABASE_JWT_SECRET: secrets.jwtSecret, EMBEDDED_DATABASE_URL: database.url() } : {}),
      ADMIN_KEY: process.env.ADMIN_KEY ?? secrets.adminKey,
      WEB_PUSH_PRIVATE_KEY: process.env.WEB_PUSH_PRIVATE_KEY ?? derivePushKey(secrets),
      WEB_PUSH_SUBJECT: process.env.WEB_PUSH_SUBJECT ?? 'mailto:alerts@propsight.example',
      DATA: settings.data.kind,
      SPORTS: settings.sports,
      ODDS: oddsVariable(settings, process.env),
      LEAGUE_CLOCK: leagueClock(settings),
      ...(league
        ? {
            STATS_API_URL: league.ready.url,
            LINES_URL: league.ready.url,
            DATA_LABEL: String(league.ready.label ?? ''),
          }
        : {}),
      BUNDLES_DIR: join(settings.home, 'bundles'),
      REMOTE_KIT: process.env.REMOTE_KIT ?? KIT_TARBALL,
      MAILBOX_DIR: join(settings.home, 'mailbox'),
      MAILBOX_KEY: mailboxKey,
      // There is no load balancer that needs a delay, and Ctrl-C must be fast: the supervisor kills after 12
      // s.
      STOP_DELAY_MS: '0',
      STOP_DRAIN_MS: '5000',
    }),
    onLine: (text) => reportLine('API', text, steps),
    inspect: settings.inspect,
    onRestart: steps.note,
    onGiveUp: gaveUp,
  })
}

async function assertHealthy(url: string): Promise<void> {
  for (const path of ['/health', '/', '/api/remotes']) {
    const answer = await fetch(url + path, {
      headers: { accept: path === '/' ? 'text/html' : '*/*' },
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok)
      throw new Error(`${url}${path} answers ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
  }
}
