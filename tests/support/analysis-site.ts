import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApi, type TestApi, type TestApiOptions, type TestUser } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { findApps, readRelease } from '@propsight/tools/testing'
import { type ApiProcess, startApiProcess } from './api-process.ts'
import { test as base } from './fixtures.ts'

/** Before the first game of the day, so that all lines are open. */
export const SITE_CLOCK = 'frozen:2026-07-18T16:00:00Z'

export interface AnalysisSite {
  /** Address of the first instance, for the browser. */
  readonly url: string
  readonly leagueUrl: string
  /** The data service with the secret key. */
  readonly admin: TestApi['admin']
  newUser(): Promise<TestUser>
  /**
   * Starts another instance with empty caches on the same database and bundles. `close` of the site closes it
   * too.
   */
  instance(options: Pick<TestApiOptions, 'env' | 'upstream' | 'leagueUrl' | 'jobs'>): Promise<TestApi>
  /**
   * Starts an instance in a separate process, so that the measuring test does not share its thread. Stopped
   * by `close`.
   */
  process(): Promise<ApiProcess>
  close(): Promise<void>
}

export interface SiteOptions {
  /** Whether `PUT /control/clock` moves the league's clock. */
  control?: boolean
  /** Upstream clients of the first instance, instead of the default ones. */
  upstream?(leagueUrl: string): NonNullable<TestApiOptions['upstream']>
}

function copyBundles(): string {
  const store = mkdtempSync(join(tmpdir(), 'propsight-site-'))
  for (const { folder } of findApps()) {
    const release = readRelease(join(folder, 'dist'))
    if (!release) throw new Error(`${folder} is not built: run npm run build`)
    mkdirSync(join(store, release.name), { recursive: true })
    cpSync(join(folder, 'dist'), join(store, release.name, release.version), { recursive: true })
  }
  return store
}

/**
 * Starts the API with the built bundles on the sample league at a fixed time; further instances start on
 * demand.
 */
export async function startSite({ control = false, upstream }: SiteOptions = {}): Promise<AnalysisSite> {
  const bundlesDir = copyBundles()
  const clock = parseLeagueClock(SITE_CLOCK)
  const league = await startTestLeague({ clock, control })
  const env = { LEAGUE_CLOCK: SITE_CLOCK }
  const first = await startTestApi({
    ...{ leagueUrl: league.url, bundlesDir, env },
    ...(upstream ? { upstream: upstream(league.url) } : {}),
  })
  for (const { folder } of findApps()) {
    const { error } = await first.admin.rpc('publish_release', {
      p_release: readRelease(join(folder, 'dist')),
    })
    if (error) throw new Error(`publishing ${folder}: ${error.message}`)
  }
  const more = new Set<TestApi>()
  const processes: ApiProcess[] = []
  return {
    url: first.url,
    leagueUrl: league.url,
    admin: first.admin,
    newUser: first.createUser,
    async instance(options) {
      const { databaseUrl } = first
      const api = await startTestApi({
        ...{ leagueUrl: league.url, bundlesDir, databaseUrl, jobs: false },
        ...options,
        env: { ...env, ...options.env },
      })
      more.add(api)
      return { ...api, close: async () => void (more.delete(api) && (await api.close())) }
    },
    async process() {
      const started = await startApiProcess({
        ...env,
        EMBEDDED_DATABASE_URL: first.databaseUrl,
        BUNDLES_DIR: bundlesDir,
        STATS_API_URL: league.url,
        LINES_URL: league.url,
      })
      processes.push(started)
      return started
    },
    async close() {
      for (const started of processes) await started.stop()
      for (const api of more) await api.close()
      await first.close()
      await league.close()
      rmSync(bundlesDir, { recursive: true, force: true })
    },
  }
}

/** Reads the credit balance of a user from the data service. */
export async function creditsOf(user: TestUser): Promise<number> {
  const { data, error } = await user.client.from('user_profiles').select('credits').single()
  if (error) throw new Error(`no profile: ${error.message}`)
  return data.credits
}

/** Playwright test with one site per worker. */
export const test = base.extend<object, { site: AnalysisSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { expect } from './fixtures.ts'
