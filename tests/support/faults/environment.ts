import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { testVariables } from '@propsight/api/testing'
import { loadOrCreateSecrets } from '@propsight/supabase/secrets'
import { publishAndSeed } from '@propsight/tools/testing'
import { type Cluster, startCluster } from '../cluster/start-cluster.ts'
import { picksForParlays } from '../picks/request-parlays.ts'
import { type StaticServer, startStaticServer } from '../services/static-server.ts'
import { type CleanUp, startCleanUp } from './clean-up.ts'
import type { Bettor } from './operations.ts'
import { smallDisk } from './small-disk.ts'
import { startWire, through, type Wire } from './network-proxy.ts'

const INSIDE = join(import.meta.dirname, 'inside.mjs')
const BETTORS = 6
/** Enough for all charges of the full run. */
const CREDITS = 5_000
const DATABASE_BYTES = 400 * 1024 * 1024
const BUNDLES_BYTES = 64 * 1024 * 1024

export interface Stage {
  readonly cluster: Cluster
  /** Proxies in front of each service. `redis` is null if this machine has no Redis. */
  readonly wires: Record<'database' | 'upstream' | 'origin', Wire> & { redis: Wire | null }
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
export async function startStage(): Promise<Stage> {
  const cleanUp = startCleanUp()
  try {
    return await build(cleanUp)
  } catch (error) {
    await cleanUp.now().catch(() => {})
    throw error
  }
}

async function build(cleanUp: CleanUp): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), 'propsight-faults-'))
  cleanUp.later(() => rmSync(home, { recursive: true, force: true }))
  const disks = { database: smallDisk(DATABASE_BYTES), bundles: smallDisk(BUNDLES_BYTES) }
  for (const disk of Object.values(disks)) cleanUp.later(disk.remove)
  const bundles = disks.bundles.folder ?? join(home, 'bundles')
  const clockFile = join(home, 'clock')
  writeFileSync(clockFile, '0')
  const wires: { database?: Wire; redis?: Wire; upstream?: Wire } = {}
  const wireTo = async (port: number) => {
    const wire = await startWire({ port })
    cleanUp.later(() => wire.close())
    return wire
  }
  const origin = await startStaticServer({ folder: dirname(bundles) })
  cleanUp.later(() => origin.stop())
  const atOrigin = await wireTo(origin.port)
  const cluster = await startCluster({
    env: {
      BUNDLES_DIR: bundles,
      BUNDLE_ORIGIN: `http://127.0.0.1:${atOrigin.port}`,
      CLOCK_OFFSET_FILE: clockFile,
      NODE_OPTIONS: `--import=${INSIDE}`,
    },
    ...(disks.database.folder ? { databaseHome: disks.database.folder } : {}),
    async between(part, url) {
      const wire = await wireTo(Number(new URL(url).port))
      wires[part] = wire
      return through(url, wire)
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
  for (let made = 0; made < BETTORS; made += 1) {
    const user = await cluster.createUser({ credits: CREDITS })
    bettors.push({ ...user, myPicks: await picksForParlays(cluster.url, user.token) })
  }
  const { database, upstream, redis = null } = wires
  if (!database || !upstream) throw new Error('a part has no wire')
  return {
    cluster,
    wires: { database, upstream, redis, origin: atOrigin },
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
