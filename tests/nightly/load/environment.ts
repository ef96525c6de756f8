import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release } from '@propsight/shared/contracts'
import { buildAll, findApps, publishBuilds, readRelease } from '@propsight/tools/testing'
import { type Cluster, startCluster } from '../../support/cluster/start-cluster.ts'
import { type Generators, startGenerators } from './generator/start-generators.ts'
import type { Kit } from './generator/messages.ts'
import { makeUsers } from './stage/bulk-users.ts'
import { readKit } from './stage/read-visit-data.ts'
import { type DatabaseWatch, watchDatabase } from './stage/watch-database.ts'

/**
 * Enough that visits of one user rarely overlap, and few enough that their pick lists grow to a typical
 * length.
 */
const USERS = 400
/** Sessions that are renewed. Few, because each is created by a regular sign-up with bcrypt. */
const SESSIONS = 8

export interface Stage {
  readonly cluster: Cluster
  readonly kit: Kit
  readonly generators: Generators
  readonly watch: DatabaseWatch
  stop(): Promise<void>
}

export interface StageOptions {
  instances: 1 | 2
  generators: number
  note: (text: string) => void
}

/**
 * Retries a preparation step. On a busy machine the balancer occasionally finds no ready instance.
 */
async function persist<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries <= 1) throw error
    return persist(work, tries - 1)
  }
}

/**
 * Starts the built product with its own database, Redis (if this machine has one, and for two instances only)
 * and sample league, warms the caches, and starts the generators. One instance is visited directly, two
 * through the balancer.
 */
export async function setStage({ instances, generators: count, note }: StageOptions): Promise<Stage> {
  const bundlesDir = mkdtempSync(join(tmpdir(), 'propsight-load-bundles-'))
  chmodSync(bundlesDir, 0o755)
  if (findApps().some(({ folder }) => !readRelease(join(folder, 'dist')))) await buildAll({ log: note })
  const cluster = await startCluster({
    instances,
    redis: instances > 1,
    env: { BUNDLES_DIR: bundlesDir },
  })
  const closers: (() => unknown)[] = [
    () => rmSync(bundlesDir, { recursive: true, force: true }),
    () => cluster.stop(),
  ]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    await publishBuilds({
      bundlesDir,
      publish: async (release: Release) => {
        await persist(async () => {
          const { error } = await cluster.admin.rpc('publish_release', { p_release: release })
          if (error) throw new Error(`publishing ${release.name}: ${error.message}`)
        })
      },
    })
    const users = await makeUsers(cluster.database.url, USERS)
    const sessions: string[] = []
    for (let at = 0; at < SESSIONS; at += 1) {
      const { data } = await (await persist(() => cluster.createUser())).client.auth.getSession()
      if (data.session) sessions.push(data.session.refresh_token)
    }
    const url = instances === 1 ? (cluster.instances[0]?.url ?? cluster.url) : cluster.url
    const kit = await persist(() => readKit(cluster, url, users, sessions))
    const watch = watchDatabase(cluster.database.url)
    closers.push(() => watch.stop())
    const generators = await startGenerators(kit, count)
    closers.push(() => generators.stop())
    return { cluster, kit, generators, watch, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
