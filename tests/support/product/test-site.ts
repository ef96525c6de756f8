import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApi, type TestApi, type TestApiOptions, type TestUser } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { findApps, readRelease } from '@propsight/tools/testing'
import { type ApiProcess, startApiProcess } from './api-process.ts'

/** Before the day's first game: every line is about one that is still to come. */
export const SITE_CLOCK = 'frozen:2026-07-18T16:00:00Z'

export interface TestSite {
  /** Where the browser goes. */
  readonly url: string
  readonly leagueUrl: string
  /** The data service with the server's rights. */
  readonly admin: TestApi['admin']
  newUser(): Promise<TestUser>
  /** Another instance on the same database and bundles: it remembers nothing. Closed with the site, or before. */
  instance(options: Pick<TestApiOptions, 'env' | 'upstream' | 'leagueUrl' | 'jobs'>): Promise<TestApi>
  /** An instance in a process of its own, which shares no thread with whoever measures it. Stopped with the site. */
  process(): Promise<ApiProcess>
  close(): Promise<void>
}

export interface SiteOptions {
  /** Whether `PUT /control/clock` moves the league's clock. */
  control?: boolean
  /** The outside services of the first instance, where a test has its own. */
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

/** The built bundles, served by the API over the sample league at a fixed time, and more instances of it on demand. */
export async function startTestSite({ control = false, upstream }: SiteOptions = {}): Promise<TestSite> {
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

/** What is left to a user, as the data service has it. */
export async function creditsOf(user: TestUser): Promise<number> {
  const { data, error } = await user.client.from('user_profiles').select('credits').single()
  if (error) throw new Error(`no profile: ${error.message}`)
  return data.credits
}
