import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generateParlayResponse, type Pick, syncPicksResponse } from '@propsight/shared/contracts'
import lastRelease from '@propsight/supabase/last-release' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analyze, parseRecord } from '../../support/analysis/run-analysis.ts'
import { type Cluster, type ClusterUser, startCluster } from '../../support/cluster/start-cluster.ts'
import { createBoardPicks, readParlays, readPickIds, savePicks } from '../../support/picks/board-picks.ts'
import { BEFORE_FIRST_GAME, picksForParlays, requestParlays } from '../../support/picks/request-parlays.ts'
import { type ApiProcess, startApiProcess } from '../../support/product/api-process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** No request is sent while the database is created. */
const UNUSED_URL = 'http://127.0.0.1:9'
const PNPM = join(ROOT, '.pnpm-bin/node_modules/.bin/pnpm')

const git = (args: string[], env: Record<string, string> = {}) =>
  execFileSync('git', args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** Whether this checkout has the commit. An archive or a shallow clone has no history. */
function hasCommit(commit: string): boolean {
  try {
    git(['cat-file', '-e', `${commit}^{commit}`])
    return true
  } catch {
    return false
  }
}

/**
 * Checks out the API of an earlier commit into a temporary folder and installs its packages.
 * @returns its main module
 */
function checkOutRelease(commit: string): { main: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-release-'))
  const index = join(folder, 'index')
  git(['read-tree', commit], { GIT_INDEX_FILE: index })
  git(['checkout-index', '--all', `--prefix=${folder}/`], { GIT_INDEX_FILE: index })
  // With the packages of its own lockfile: the current release may no longer have all of them.
  const install = ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', '--prod']
  execFileSync(PNPM, [...install, '--filter', '@propsight/api...'], { cwd: folder, stdio: 'pipe' })
  const main = join(folder, 'api/src/main.ts')
  if (!existsSync(main)) throw new Error(`${commit} has no API`)
  return { main, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

// A hosted project cannot be migrated here. Without git history there is no earlier code to run.
const isRunnable = !process.env.SUPABASE_URL && hasCommit(lastRelease.commit)

describe.skipIf(!isRunnable)('the API of the last release on the current database schema', () => {
  let cluster: Cluster
  let previous: ApiProcess
  let user: ClusterUser
  let picks: Pick[]
  const folder = mkdtempSync(join(tmpdir(), 'propsight-previous-'))
  const release = isRunnable ? checkOutRelease(lastRelease.commit) : null
  const startPrevious = (databaseUrl: string, upstreamUrl: string, publicUrl: string) =>
    startApiProcess(
      {
        EMBEDDED_DATABASE_URL: databaseUrl,
        STATS_API_URL: upstreamUrl,
        LINES_URL: upstreamUrl,
        LEAGUE_CLOCK: BEFORE_FIRST_GAME,
        BUNDLES_DIR: join(folder, 'bundles'),
        MAILBOX_DIR: join(folder, 'mailbox'),
        PUBLIC_URL: publicUrl,
        TRUST_PROXY: '1',
      },
      release?.main,
    )
  beforeAll(async () => {
    // The last release creates the database, as in an installation that is upgraded.
    const createDatabase = async (part: string, url: string) => {
      if (part === 'database') await (await startPrevious(url, UNUSED_URL, UNUSED_URL)).stop()
      return url
    }
    // The current instance migrates the database and is then taken out of the balancer.
    cluster = await startCluster({ instances: 1, redis: false, between: createDatabase })
    // The last release returns no secret of a reservation, without which no account can be created any more.
    user = await cluster.createUser()
    previous = await startPrevious(cluster.database.url, cluster.upstream.url, cluster.url)
    const [current] = cluster.instances
    if (!current) throw new Error('no instance')
    await cluster.balancer.add(previous.url)
    cluster.balancer.remove(current.url)
  }, 120_000)
  afterAll(async () => {
    await previous?.stop()
    await cluster?.stop()
    release?.remove()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  const credits = async () =>
    (await user.client.from('user_profiles').select('credits').single()).data?.credits
  const sync = async (url: string) => {
    const answer = await fetch(`${url}/api/sync-picks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ picks }),
    })
    return syncPicksResponse.parse(await answer.json())
  }
  const generateParlays = async (url: string) => {
    const myPicks = await picksForParlays(url, user.token)
    return generateParlayResponse.parse(
      await (await requestParlays(url, user.token, { myPicks, idempotencyKey: randomUUID() })).json(),
    )
  }

  it('signs users in, and charges and answers an analysis', async () => {
    expect(await credits()).toBe(20)
    const board = await analyze(previous.url, user.token, 'Hits', parseRecord)
    expect(board.lines.length).toBeGreaterThan(50)
    expect(await credits()).toBe(19)
  })

  it('saves picks, merges the picks of a device, and generates parlays', async () => {
    picks = await createBoardPicks(previous.url, user, 3)
    const [first] = picks
    if (!first) throw new Error('no pick')
    await savePicks(user, [first])
    expect(await readPickIds(user)).toEqual([first.id])
    expect((await sync(previous.url)).added).toHaveLength(2)
    expect(await readPickIds(user)).toHaveLength(3)
    expect((await generateParlays(previous.url)).parlays).toHaveLength(3)
    expect(await readParlays(user)).toHaveLength(3)
  })

  it('runs at the same time as the current API on the same data', async () => {
    const [current] = cluster.instances
    if (!current) throw new Error('no instance')
    expect(await sync(current.url)).toEqual({ success: true, added: [], gone: [] })
    expect((await generateParlays(current.url)).parlays).toHaveLength(3)
    const before = await credits()
    // The board of hits is still open.
    await analyze(previous.url, user.token, 'Total Bases', parseRecord)
    expect(await credits()).toBe(Number(before) - 1)
    const { data } = await cluster.admin.rpc('operations_figures')
    expect(data).toMatchObject({ unbalanced: 0, overdueHolds: 0 })
  })
})
