import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  OPERATOR_KEY,
  readBookPrices,
  startTestApi,
  type TestApi,
  type TestApiOptions,
  type TestUser,
} from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { findApps, readRelease } from '@propsight/tools/testing'
import { type ApiProcess, startApiProcess } from './api-process.ts'

/** Before the first game of the day, so that every line is still open. */
export const SITE_CLOCK = 'frozen:2026-07-18T16:00:00Z'

export interface TestSite {
  /** Address for browsers. */
  readonly url: string
  readonly leagueUrl: string
  readonly adminKey: string
  /** supabase-js with the secret key. */
  readonly admin: TestApi['admin']
  newUser(): Promise<TestUser>
  /**
   * Starts another instance with empty caches on the same database and bundles. Closed with the site at the
   * latest.
   */
  instance(options: Pick<TestApiOptions, 'env' | 'upstream' | 'leagueUrl' | 'jobs'>): Promise<TestApi>
  /**
   * Starts an instance in a separate process, so that measurements do not share its thread, or that it can be replaced
   * by another one on its port. Stopped with the site.
   */
  process(changes?: Record<string, string>): Promise<ApiProcess>
  close(): Promise<void>
}

export interface SiteOptions {
  /** Folders of a replay, and its time; the sample league without it. */
  replay?: NonNullable<Parameters<typeof startTestLeague>[0]['replay']> & { readonly clock: string }
  /** Whether `PUT /control/clock` sets the clock of the league. */
  control?: boolean
  /** False for a first instance without background jobs, for tests that run jobs themselves. */
  jobs?: boolean
  /** Remotes that are neither published nor stored, as in an installation that never had them. */
  without?: readonly string[]
  /** Further variables of all instances. */
  env?: Readonly<Record<string, string>>
  /** Creates the upstream clients of the first instance. Default: those of the API. */
  upstream?(leagueUrl: string): NonNullable<TestApiOptions['upstream']>
}

function copyBundles(folders: readonly string[]): string {
  const store = mkdtempSync(join(tmpdir(), 'propsight-site-'))
  for (const folder of folders) {
    const release = readRelease(join(folder, 'dist'))
    if (!release) throw new Error(`${folder} is not built: run npm run build`)
    mkdirSync(join(store, release.name), { recursive: true })
    cpSync(join(folder, 'dist'), join(store, release.name, release.version), { recursive: true })
  }
  return store
}

/**
 * Starts the API with the built bundles and the sample league at a fixed time, and further instances on
 * demand.
 */
export async function startTestSite({
  replay,
  control = false,
  jobs = true,
  without = [],
  env: variables = {},
  upstream,
}: SiteOptions = {}): Promise<TestSite> {
  const folders = findApps().flatMap(({ name, folder }) => (without.includes(name) ? [] : folder))
  const bundlesDir = copyBundles(folders)
  const clock = replay?.clock ?? SITE_CLOCK
  const league = await startTestLeague({
    clock: parseLeagueClock(clock),
    control,
    ...(replay && { replay }),
  })
  // Other upstream clients have no odds, so the scanner and its prices are off, as in a product without their source.
  const odds = upstream ? { ODDS: 'off' } : {}
  const env = { LEAGUE_CLOCK: clock, ADMIN_KEY: OPERATOR_KEY, ...odds, ...variables }
  const first = await startTestApi({
    leagueUrl: league.url,
    bundlesDir,
    jobs,
    env,
    ...(upstream ? { upstream: upstream(league.url) } : {}),
  })
  for (const folder of folders) {
    const { error } = await first.admin.rpc('publish_release', {
      p_release: readRelease(join(folder, 'dist')),
    })
    if (error) throw new Error(`publishing ${folder}: ${error.message}`)
  }
  const instances = new Set<TestApi>()
  const processes: ApiProcess[] = []
  return {
    url: first.url,
    leagueUrl: league.url,
    adminKey: OPERATOR_KEY,
    admin: first.admin,
    newUser: first.createUser,
    async instance(options) {
      const { databaseUrl } = first
      const api = await startTestApi({
        leagueUrl: league.url,
        bundlesDir,
        databaseUrl,
        jobs: false,
        ...options,
        env: { ...env, ...options.env },
      })
      instances.add(api)
      return {
        ...api,
        async close() {
          if (instances.delete(api)) await api.close()
        },
      }
    },
    async process(changes) {
      const started = await startApiProcess({
        ...env,
        EMBEDDED_DATABASE_URL: first.databaseUrl,
        BUNDLES_DIR: bundlesDir,
        STATS_API_URL: league.url,
        LINES_URL: league.url,
        ...changes,
      })
      processes.push(started)
      return started
    },
    async close() {
      for (const started of processes) await started.stop()
      for (const api of instances) await api.close()
      await first.close()
      await league.close()
      rmSync(bundlesDir, { recursive: true, force: true })
    },
  }
}

/** Reads the balance of a user from the data service. */
export async function creditsOf(user: TestUser): Promise<number> {
  const { data, error } = await user.client.from('user_profiles').select('credits').single()
  if (error) throw new Error(`no profile: ${error.message}`)
  return data.credits
}

/** Reads the books' prices of every open sport, in an instance of its own. The games are read first: the job skips a sport without. */
export async function readAllPrices(site: TestSite, env: Record<string, string>): Promise<void> {
  const [instance] = (await site.instance({ env })).instances
  if (!instance) throw new Error('no instance')
  const { upstream, clock } = instance.deps
  await Promise.all(upstream.leagues.map((league) => league.games(clock.today())))
  await readBookPrices.run(instance.deps)
}
