import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { registrySchema, syncPicksResponse } from '@propsight/shared/contracts'
import type { ClusterUser } from '../../../support/cluster/start-cluster.ts'
import type { Fault } from '../../../support/faults/fault.ts'
import { createBoardPicks, savePicks } from '../../../support/picks/board-picks.ts'

/**
 * Requests the entry file of every release in the registry.
 * @returns a sentence for each one that is not served
 */
export async function findMissingReleases(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/remotes`)
  const { remotes } = registrySchema.parse(await answer.json())
  if (remotes.length === 0) return ['no remote is served']
  const missing = remotes.map(async ({ name, base, entry }) => {
    const { status } = await fetch(new URL(base.replace(/\/?$/, `/${entry}`), url))
    return status === 200 ? [] : [`the entry file of the release of ${name} was answered with ${status}`]
  })
  return (await Promise.all(missing)).flat()
}

const SECONDS = 3
const PICKS = 3

/** Data created after the backup, which the restored database does not contain. */
let createdAfterBackup: {
  picks: Awaited<ReturnType<typeof createBoardPicks>>
  user: ClusterUser
  acknowledgedCounts: number[]
} | null = null
const backupOf = (dir: string): string => `${dir}.backup`

/** Restores a backup that is some seconds old while the API and the browsers keep their newer state. */
export const RESTORE_FAULTS: readonly Fault[] = [
  {
    name: 'restored older backup',
    seconds: SECONDS,
    mayFail: 'all',
    async inject({ environment: { cluster, bettors }, load }) {
      const { database } = cluster
      await database.stop()
      // Waits for writes in progress.
      await load.settled()
      const acknowledgedCounts = Object.values(load.acknowledged).map(({ length }) => length)
      // Preserves the owner: as root the server runs under another user.
      execFileSync('cp', ['-a', database.dir, backupOf(database.dir)])
      await database.restart()
      const [bettor] = bettors
      if (!bettor) throw new Error('there is no bettor')
      await load.recovered(45_000)
      const user = await cluster.createUser()
      const picks = await createBoardPicks(cluster.url, bettor, PICKS)
      await savePicks(bettor, picks)
      createdAfterBackup = { picks, user, acknowledgedCounts }
    },
    async heal({ environment: { cluster }, load }) {
      const { database } = cluster
      if (!existsSync(backupOf(database.dir))) return database.restart()
      await database.stop()
      await load.settled()
      rmSync(database.dir, { recursive: true })
      renameSync(backupOf(database.dir), database.dir)
      await database.restart()
      // Writes acknowledged after the backup are not expected any more.
      for (const [at, list] of Object.values(load.acknowledged).entries())
        list.splice(createdAfterBackup?.acknowledgedCounts[at] ?? list.length)
    },
    async check({ environment: { cluster, bettors } }) {
      if (!createdAfterBackup || !bettors[0]) return ['there was no backup']
      const broken: string[] = []
      const { picks, user } = createdAfterBackup
      const send = ({ token }: { token: string }, path: string, body: object) =>
        fetch(cluster.url + path, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      for (const [path, body] of [
        ['/api/sync-picks', { picks }],
        ['/api/runs', { feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }],
      ] as const) {
        const response = await send(user, path, body)
        const text = await response.text()
        if (response.status < 400 || response.status > 499)
          broken.push(
            `${path} answered a user missing in the backup with ${response.status}: ${text.slice(0, 200)}`,
          )
      }
      broken.push(...(await findMissingReleases(cluster.url)))
      const synced = await send(bettors[0], '/api/sync-picks', { picks })
      const answer = syncPicksResponse.safeParse(await synced.json())
      const added = answer.data?.added.length ?? 0
      if (added !== PICKS) broken.push(`the sync of a device restored ${added} of ${PICKS} picks`)
      return broken
    },
  },
]
