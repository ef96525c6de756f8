import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type GameLogsBody,
  type GenerateParlayBody,
  gamesTodayResponse,
  type Pick,
} from '@propsight/shared/contracts'
import { MLB_MARKETS } from '@propsight/shared/domain'
import { buildAll, findApps, publishBuilds, readRelease } from '@propsight/tools/testing'
import { analyze, parseRecordType, playersOfBoard } from '../../support/analysis/run-analysis.ts'
import { type Cluster, type ClusterUser, startCluster } from '../../support/cluster/start-cluster.ts'
import { createBoardPicks } from '../../support/picks/board-picks.ts'
import { picksForParlays } from '../../support/picks/request-parlays.ts'

/** Enough that their pick lists keep a typical length. */
const USERS = 60
/** More than a user spends. */
const CREDITS = 900
/** Each of a different club; few enough for a day with few games. */
const PICKS = 8

/** What visits send. */
export interface VisitData {
  readonly publishableKey: string
  readonly users: readonly ClusterUser[]
  readonly boards: readonly { category: string; players: GameLogsBody['players'] }[]
  readonly picks: readonly Pick[]
  readonly parlayPicks: GenerateParlayBody['myPicks']
  readonly clubs: readonly string[]
}

export interface LoadEnvironment {
  readonly cluster: Cluster
  /** One instance is visited directly, several through the balancer. */
  readonly url: string
  readonly data: VisitData
  stop(): Promise<void>
}

/** Requests every board once at each instance, so that the measurement covers the product and not the upstream. */
async function readVisitData(
  { instances, createUser, publishableKey }: Cluster,
  url: string,
): Promise<VisitData> {
  const users: ClusterUser[] = []
  for (let count = 0; count < USERS; count += 1) users.push(await createUser({ credits: CREDITS }))
  const payer = await createUser({ credits: CREDITS })
  const boards: VisitData['boards'][number][] = []
  for (const instance of instances)
    for (const category of MLB_MARKETS) {
      const { lines } = await analyze(instance.url, payer.token, category, parseRecordType)
      if (instance === instances[0]) boards.push({ category, players: playersOfBoard(lines) })
    }
  const { games } = gamesTodayResponse.parse(await (await fetch(`${url}/api/games/today`)).json())
  return {
    publishableKey,
    users,
    boards,
    picks: await createBoardPicks(url, payer, PICKS),
    parlayPicks: await picksForParlays(url, payer.token),
    clubs: games.baseball.map(({ homeTeam }) => homeTeam),
  }
}

/**
 * Starts the built product with its own database, Redis (for several instances, if this machine has one) and sample
 * league, and warms the caches.
 */
export async function startLoadEnvironment(instances: number): Promise<LoadEnvironment> {
  const bundlesDir = mkdtempSync(join(tmpdir(), 'propsight-load-bundles-'))
  chmodSync(bundlesDir, 0o755)
  const log = (text: string) => process.stderr.write(`  ${text}\n`)
  if (findApps().some(({ folder }) => !readRelease(join(folder, 'dist')))) await buildAll({ log })
  const cluster = await startCluster({ instances, redis: instances > 1, env: { BUNDLES_DIR: bundlesDir } })
  const stop = async () => {
    await cluster.stop()
    rmSync(bundlesDir, { recursive: true, force: true })
  }
  try {
    await publishBuilds({
      bundlesDir,
      publish: async (release) => {
        const { error } = await cluster.admin.rpc('publish_release', { p_release: release })
        if (error) throw new Error(`publishing ${release.name}: ${error.message}`)
      },
    })
    const url = instances === 1 ? (cluster.instances[0]?.url ?? cluster.url) : cluster.url
    return { cluster, url, data: await readVisitData(cluster, url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
