import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { testVariables } from '@propsight/api/testing'
import { registrySchema } from '@propsight/shared/contracts'
import { loadOrCreateSecrets } from '@propsight/supabase/secrets'
import { publishTo } from '@propsight/tools/testing'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../support/cluster/start-cluster.ts'
import { auditDatabase } from '../../support/faults/audit-database.ts'
import { type Bettor, startLoad } from '../../support/faults/background-load.ts'
import { picksForParlays } from '../../support/picks/request-parlays.ts'
import { waitUntil } from '../../support/wait-until.ts'

const TASKS = resolve(import.meta.dirname, '../../../tools/tasks/product')
/** Enough that each kind of use was acknowledged before the backup begins. */
const USES_BEFORE = 3

const folder = mkdtempSync(join(tmpdir(), 'propsight-backup-'))
// As root the database runs under another user, which needs access.
chmodSync(folder, 0o755)
const home = join(folder, 'home')
const file = join(folder, 'saved.tar.gz')
const running = new Set<Cluster>()

afterAll(async () => {
  for (const cluster of running) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function command(task: 'backup' | 'restore', ...args: string[]) {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(TASKS, `${task}.ts`), file, '--home', home, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => {
      output += part
    })
  const [code] = await once(child, 'close')
  return { code, output }
}

const start = async () => {
  loadOrCreateSecrets(home)
  const cluster = await startCluster({
    instances: 1,
    redis: false,
    databaseHome: home,
    env: { BUNDLES_DIR: join(home, 'bundles') },
  })
  running.add(cluster)
  return cluster
}
/** Kills the database like a power cut, and deletes its disk. */
async function destroy(cluster: Cluster) {
  running.delete(cluster)
  process.kill(cluster.database.pid, 'SIGKILL')
  await cluster.stop()
  rmSync(home, { recursive: true, force: true })
}
async function createBettor(cluster: Cluster): Promise<Bettor> {
  const user = await cluster.createUser({ credits: 500 })
  return { ...user, myPicks: await picksForParlays(cluster.url, user.token) }
}
/** The HTTP status of each file of each live release, by path. */
async function fetchReleaseFiles(cluster: Cluster): Promise<Record<string, number>> {
  const registry = registrySchema.parse(await (await fetch(`${cluster.url}/api/remotes`)).json())
  const found: Record<string, number> = {}
  for (const { name, version, integrity } of registry.remotes)
    for (const path of Object.keys(integrity)) {
      const at = `/bundles/${name}/${version}/${path}`
      found[at] = (await fetch(cluster.url + at)).status
    }
  return found
}

it('a backup of a running installation restores it completely after data loss', async () => {
  const cluster = await start()
  await publishTo({
    url: cluster.url,
    secretKey: testVariables.SUPABASE_SECRET_KEY ?? '',
    home,
    note: () => {},
  })
  const bettors = [await createBettor(cluster), await createBettor(cluster)]
  const releases = await fetchReleaseFiles(cluster)
  const load = startLoad(cluster.url, bettors)
  const { picks, runs, parlays } = load.acknowledged
  await waitUntil(
    'enough uses',
    () => [picks, runs, parlays].every((all) => all.length >= USES_BEFORE),
    60_000,
  )

  const before = { picks: [...picks], runs: [...runs], parlays: [...parlays] }
  const saved = await command('backup')
  expect(saved).toMatchObject({ code: 0, output: expect.stringContaining('migration 20') })
  const picksAtBackup = picks.length
  await waitUntil('writes after the backup', () => picks.length > picksAtBackup)
  expect(await command('restore', '--yes')).toMatchObject({
    code: 1,
    output: expect.stringContaining('stop it first'),
  })
  await load.stop()
  await destroy(cluster)
  expect(existsSync(home)).toBe(false)

  expect(await command('restore')).toMatchObject({ code: 0 })
  const restored = await start()
  expect(await auditDatabase(restored.database.url, before)).toEqual([])
  expect(await fetchReleaseFiles(restored)).toEqual(releases)
  expect(new Set(Object.values(releases))).toEqual(new Set([200]))
  for (const { email, password } of bettors) {
    const visitor = createClient(restored.url, restored.publishableKey, { auth: { persistSession: false } })
    expect((await visitor.auth.signInWithPassword({ email, password })).error).toBeNull()
  }

  // Existing data is replaced only with --yes, and is kept under another name.
  const other = join(folder, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'notes.txt'), 'earlier')
  expect(await command('restore', '--home', other)).toMatchObject({
    code: 1,
    output: expect.stringContaining('use --yes'),
  })
  expect(readdirSync(other)).toEqual(['notes.txt'])
  expect(await command('restore', '--home', other, '--yes')).toMatchObject({ code: 0 })
  const replacedCopy = readdirSync(folder).find((name) => name.startsWith('other.before-'))
  expect(readFileSync(join(folder, replacedCopy ?? '', 'notes.txt'), 'utf8')).toBe('earlier')
}, 240_000)
