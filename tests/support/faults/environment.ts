import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { testVariables } from '@propsight/api/testing'
import { loadOrCreateSecrets } from '@propsight/supabase/secrets'
import { publishAndSeed } from '@propsight/tools/testing'
import { type Cluster, startCluster } from '../cluster/start-cluster.ts'
import { picksForParlays } from '../picks/request-parlays.ts'
import { type StaticServer, startStaticServer } from '../services/static-server.ts'
import { waitUntil } from '../wait-until.ts'
import type { Bettor } from './background-load.ts'
import { type NetworkProxy, startNetworkProxy, through } from './network-proxy.ts'
import { smallDisk } from './small-disk.ts'

/** Cleanup steps that run in reverse order. */
export interface CleanUp {
  later(undo: () => unknown): void
  /**
   * Runs every step once, even if some fail.
   * @throws AggregateError with the failures, after the last step
   */
  now(): Promise<void>
}

/** Collects cleanup steps during a start, so that a failed start can be undone, too. */
export function startCleanUp(): CleanUp {
  const steps: (() => unknown)[] = []
  return {
    later(undo) {
      steps.push(undo)
    },
    async now() {
      const failures: unknown[] = []
      for (let undo = steps.pop(); undo; undo = steps.pop()) {
        try {
          await undo()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length) throw new AggregateError(failures, 'not everything could be undone')
    },
  }
}

/**
 * Memory in use by all instances after a garbage collection, in bytes. Unlike the resident size it shows
 * leaks.
 */
export async function measureMemory({ cluster, clockFile }: FaultEnvironment): Promise<number> {
  const sizes = cluster.instances.map(async ({ process: { pid } }) => {
    const sizeFile = `${clockFile}.${pid}`
    rmSync(sizeFile, { force: true })
    process.kill(pid ?? 0, 'SIGUSR2')
    await waitUntil('an instance to report its memory', () => existsSync(sizeFile))
    return Number(readFileSync(sizeFile, 'utf8'))
  })
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}

const INSTANCE_MODULE = join(import.meta.dirname, 'inside.mjs')
const BETTORS = 6
/** Enough for all charges of the full run. */
const CREDITS = 5_000
const DATABASE_BYTES = 400 * 1024 * 1024
const BUNDLES_BYTES = 64 * 1024 * 1024

export interface FaultEnvironment {
  readonly cluster: Cluster
  /** Proxies in front of each service. `redis` is null if this machine has no Redis. */
  readonly proxies: Record<'database' | 'upstream' | 'origin', NetworkProxy> & { redis: NetworkProxy | null }
  /** Folders on small file systems; null, with the reason, if this machine does not allow mounts. */
  readonly disks: { database: string | null; bundles: string | null; why: string | null }
  readonly bettors: readonly Bettor[]
  readonly origin: StaticServer
  /** File with the clock offset of the instances in milliseconds; they read it on SIGUSR2. */
  readonly clockFile: string
  /** Credentials of the product's demo account. */
  readonly demo: { email: string; password: string; accessCode: string }
  stop(): Promise<void>
}

/**
 * Starts the whole product with injectable faults: two API instances behind a balancer; database, Redis,
 * upstream and the bundle origin each behind a TCP proxy; the built bundles published.
 */
export async function startFaultEnvironment(): Promise<FaultEnvironment> {
  const cleanUp = startCleanUp()
  try {
    return await build(cleanUp)
  } catch (error) {
    await cleanUp.now().catch(() => {})
    throw error
  }
}

async function build(cleanUp: CleanUp): Promise<FaultEnvironment> {
  const home = mkdtempSync(join(tmpdir(), 'propsight-faults-'))
  cleanUp.later(() => rmSync(home, { recursive: true, force: true }))
  const disks = { database: smallDisk(DATABASE_BYTES), bundles: smallDisk(BUNDLES_BYTES) }
  for (const disk of Object.values(disks)) cleanUp.later(disk.remove)
  const bundles = disks.bundles.folder ?? join(home, 'bundles')
  const clockFile = join(home, 'clock')
  writeFileSync(clockFile, '0')
  const proxies: { database?: NetworkProxy; redis?: NetworkProxy; upstream?: NetworkProxy } = {}
  const proxyTo = async (port: number) => {
    const proxy = await startNetworkProxy({ port })
    cleanUp.later(() => proxy.close())
    return proxy
  }
  const origin = await startStaticServer({ folder: dirname(bundles) })
  cleanUp.later(() => origin.stop())
  const originProxy = await proxyTo(origin.port)
  const cluster = await startCluster({
    env: {
      BUNDLES_DIR: bundles,
      BUNDLE_ORIGIN: `http://127.0.0.1:${originProxy.port}`,
      CLOCK_OFFSET_FILE: clockFile,
      NODE_OPTIONS: `--import=${INSTANCE_MODULE}`,
    },
    ...(disks.database.folder ? { databaseHome: disks.database.folder } : {}),
    async between(part, url) {
      const proxy = await proxyTo(Number(new URL(url).port))
      proxies[part] = proxy
      return through(url, proxy)
    },
  })
  cleanUp.later(() => cluster.stop())
  const { demo, ...secrets } = loadOrCreateSecrets(home)
  await publishAndSeed({
    url: cluster.url,
    home: dirname(bundles),
    secrets: {
      ...secrets,
      demo,
      publishableKey: cluster.publishableKey,
      secretKey: testVariables.SUPABASE_SECRET_KEY ?? '',
    },
    hosted: false,
    sample: true,
    note: () => {},
  })
  const bettors: Bettor[] = []
  for (let created = 0; created < BETTORS; created += 1) {
    const user = await cluster.createUser({ credits: CREDITS })
    bettors.push({ ...user, myPicks: await picksForParlays(cluster.url, user.token) })
  }
  const { database, upstream, redis = null } = proxies
  if (!database || !upstream) throw new Error('the database or the upstream has no proxy')
  return {
    cluster,
    proxies: { database, upstream, redis, origin: originProxy },
    disks: {
      database: disks.database.folder,
      bundles: disks.bundles.folder,
      why: disks.database.why ?? disks.bundles.why,
    },
    bettors,
    origin,
    clockFile,
    demo,
    stop: cleanUp.now,
  }
}
