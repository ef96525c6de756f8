import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstFreePort, ROOT, randomFirstPort } from '@propsight/tools/testing'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHostedSupabase } from '../../support/cluster/start-hosted.ts'

/** A PostgreSQL of the system with server and tools of one version; the embedded one has no tools. */
const [BINARIES] = globSync('/usr/lib/postgresql/*/bin').filter(
  (folder) => globSync(`${folder}/initdb`).length > 0,
)
const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
/** PostgreSQL refuses to run as root. */
const RUN_AS = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

/** The commands of the guide for a hosted project, without the migration, which has tests of its own. */
function commands(): { dump: string; restore: string } {
  const text = readFileSync(join(ROOT, 'docs/deploying.md'), 'utf8')
  const block = /```sh\n(pg_dump [\s\S]*?)```/.exec(text)?.[1]
  const lines = (block ?? '')
    .split('\n')
    .filter((line) => line && !line.startsWith('#') && !line.includes('npm run'))
  const [dump, ...restore] = lines
  if (!dump || restore.length < 2) throw new Error('docs/deploying.md has no commands for a dump')
  return { dump, restore: restore.join('\n') }
}

describe.skipIf(!BINARIES)('the dump and restore of a hosted project', () => {
  let folder: string
  let port: number
  let sql: postgres.Sql
  const address = (database: string, user = 'postgres') => `postgres://${user}@127.0.0.1:${port}/${database}`
  const call = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(join(BINARIES ?? '', program), args, {
      ...RUN_AS,
      cwd: folder,
      encoding: 'utf8',
      // A server that inherited the pipes would keep them open.
      stdio: ['ignore', 'ignore', program === 'pg_ctl' ? 'ignore' : 'pipe'],
    })
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  }
  const run = (command: string) =>
    spawnSync('bash', ['-o', 'pipefail', '-ec', command], {
      encoding: 'utf8',
      cwd: folder,
      env: {
        PATH: `${BINARIES}:${process.env.PATH}`,
        DATABASE_URL: address('source', 'operator'),
        NEW: address('target', 'operator'),
      },
    })
  const on = <T>(database: string, work: (sql: postgres.Sql) => Promise<T>) => {
    const connection = postgres(address(database), { max: 1, onnotice: () => undefined })
    return work(connection).finally(() => connection.end({ timeout: 1 }))
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'propsight-dump-'))
    chmodSync(folder, 0o755)
    if (RUN_AS.uid !== undefined) chownSync(folder, RUN_AS.uid, RUN_AS.gid)
    port = await firstFreePort(randomFirstPort(), '127.0.0.1')
    call('initdb', '-D', 'pg', '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C')
    call('pg_ctl', '-D', 'pg', '-w', '-l', 'log', '-o', `-p ${port} -k ${folder} -c fsync=off`, 'start')
    sql = postgres(address('postgres'), { max: 1, onnotice: () => undefined })
    // Like the user of a hosted project: no superuser, and the platform's own tables are read-only.
    await sql`create role operator login bypassrls`
    await sql`grant set on parameter session_replication_role to operator`
    for (const name of ['source', 'target']) {
      await sql.unsafe(`create database ${name}`)
      await (await startHostedSupabase(address(name), 'http://127.0.0.1:9')).close()
      await on(name, async (own) => {
        await own`create table auth.schema_migrations (version text primary key)`
        await own`insert into auth.schema_migrations values (${`platform of ${name}`})`
        await own`grant usage on schema public, auth to operator`
        await own`grant all on all tables in schema public, auth to operator`
        await own`grant all on all sequences in schema public, auth to operator`
        await own`revoke all on auth.schema_migrations from operator`
        await own`grant select on auth.schema_migrations to operator`
      })
    }
    await on('source', (own) => own`insert into public.access_codes (code, max_uses) values ('KEPT-1', 7)`)
    await on('target', (own) => own`insert into public.access_codes (code, max_uses) values ('LOST-1', 1)`)
  })
  afterAll(async () => {
    await sql?.end({ timeout: 1 })
    call('pg_ctl', '-D', 'pg', '-w', '-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  })

  it('restores the rows, and leaves the migrations of the platform as they are', async () => {
    const { dump, restore } = commands()
    expect(run(dump)).toMatchObject({ status: 0 })
    expect(run(restore)).toMatchObject({ status: 0 })
    const codes = await on('target', (own) => own`select code, max_uses from public.access_codes order by 1`)
    expect([...codes]).toEqual([{ code: 'KEPT-1', max_uses: 7 }])
    const versions = await on('target', (own) => own`select version from auth.schema_migrations`)
    expect([...versions]).toEqual([{ version: 'platform of target' }])
  })

  it('would be refused with the tables of the platform', () => {
    const { status, stderr } = run('psql "$NEW" --set ON_ERROR_STOP=1 -c "truncate auth.schema_migrations"')
    expect(status).not.toBe(0)
    expect(stderr).toContain('permission denied')
  })
})
