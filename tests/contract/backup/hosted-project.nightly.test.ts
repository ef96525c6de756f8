import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openNamedBundleStore } from '@propsight/api/testing'
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

const TASKS = join(ROOT, 'tools/tasks/product')

describe.skipIf(!BINARIES)('backup and restore of a hosted project', () => {
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
  const file = () => join(folder, 'saved.tar.gz')
  /** Runs `npm run backup` or `npm run restore` on a project and its bundle store, both of this name. */
  let programs = `${BINARIES}:${process.env.PATH}`
  const run = (task: 'backup' | 'restore', project: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(TASKS, `${task}.ts`), file(), '--hosted', ...args], {
      encoding: 'utf8',
      cwd: folder,
      env: {
        PATH: programs,
        DATABASE_URL: address(project, 'operator'),
        BUNDLES_DIR: join(folder, 'bundles', project),
      },
    })
  const store = (project: string) => openNamedBundleStore({ BUNDLES_DIR: join(folder, 'bundles', project) })
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
        await own`grant all on all functions in schema public to operator`
        await own`grant usage on schema supabase_migrations to operator`
        await own`grant select on all tables in schema supabase_migrations to operator`
        await own`grant all on all sequences in schema public, auth to operator`
        await own`revoke all on auth.schema_migrations from operator`
        await own`grant select on auth.schema_migrations to operator`
      })
    }
  })
  afterAll(async () => {
    await sql?.end({ timeout: 1 })
    call('pg_ctl', '-D', 'pg', '-w', '-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  })

  it('restores rows and releases, and leaves the migrations of the platform as they are', async () => {
    await on('source', (own) => own`insert into public.access_codes (code, max_uses) values ('KEPT-1', 7)`)
    await on('target', (own) => own`insert into public.access_codes (code, max_uses) values ('LOST-1', 1)`)
    await on('source', async (own) => {
      await own`select public.add_archive_months('2026-03-15', '2026-03-15')`
      await own`insert into public.archived_runs (id, user_id, feature, category, cost, idempotency_key, state,
          created_at, expires_at)
        values (gen_random_uuid(), gen_random_uuid(), 'quick', 'Hits', 1, gen_random_uuid(), 'captured',
          '2026-03-31T23:59:59Z', now())`
      await own`grant select on all tables in schema public to operator`
    })
    const claim = { isPublished: false, until: Number.POSITIVE_INFINITY }
    const files = new Map([['entry.js', Buffer.from('export {}')]])
    await store('source').put({ name: 'picks', version: '1.2.3' }, files, claim)
    const kit = await store('source').keepKit(Buffer.from('the kit of a team'))
    expect(run('backup', 'source')).toMatchObject({ status: 0, stderr: '' })
    expect(run('restore', 'target')).toMatchObject({ status: 0, stderr: '' })
    const codes = await on('target', (own) => own`select code, max_uses from public.access_codes order by 1`)
    expect([...codes]).toEqual([{ code: 'KEPT-1', max_uses: 7 }])
    const runs = await on('target', (own) => own`select tableoid::regclass::text from public.archived_runs`)
    expect([...runs]).toEqual([{ tableoid: 'archived_runs_2026_03' }])
    const versions = await on('target', (own) => own`select version from auth.schema_migrations`)
    expect([...versions]).toEqual([{ version: 'platform of target' }])
    const entry = await store('target').read({ name: 'picks', version: '1.2.3' }, 'entry.js')
    expect(Buffer.from(entry).toString()).toBe('export {}')
    const kept = await store('target').readKit(kit)
    expect(kept && Buffer.from(kept).toString()).toBe('the kit of a team')
    const [logged] = await on(
      'source',
      (own) => own`select action from public.admin_actions order by id desc limit 1`,
    )
    expect(logged).toEqual({ action: 'backup' })
  })

  it('asks before it replaces accounts, and changes nothing when a row cannot be restored', async () => {
    await on('target', (own) =>
      own.begin(async (owner) => {
        // Without the triggers of a sign-up.
        await owner`set local session_replication_role = replica`
        await owner`insert into auth.users (id, email) values (gen_random_uuid(), 'kept@example.com')`
      }),
    )
    const refused = run('restore', 'target')
    expect(refused).toMatchObject({ status: 1 })
    expect(refused.stderr).toContain('--yes')
    await on(
      'target',
      (own) => own`alter table public.access_codes add constraint refused check (max_uses < 7) not valid`,
    )
    const failed = run('restore', 'target', '--yes')
    expect(failed).toMatchObject({ status: 1 })
    expect(failed.stderr).toContain('refused')
    const users = await on('target', (own) => own`select email from auth.users`)
    expect([...users]).toEqual([{ email: 'kept@example.com' }])
  })

  it.each([
    [
      'ends within a table',
      "printf 'COPY public.access_codes (code, max_uses) FROM stdin;\\nPART-1\\t1\\n'; exit 1",
    ],
    ['is killed', "printf 'COPY public.access_codes (code, max_uses) FROM stdin;\\n'; kill -9 $$"],
  ])('changes nothing when pg_restore %s', async (_, script) => {
    const broken = join(folder, 'broken')
    mkdirSync(broken, { recursive: true })
    writeFileSync(join(broken, 'pg_restore'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const codes = () => on('target', (own) => own`select code from public.access_codes order by 1`)
    const before = [...(await codes())]
    const whole = programs
    programs = `${broken}:${whole}`
    const { status, stderr } = run('restore', 'target', '--yes')
    programs = whole
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('pg_restore') })
    expect([...(await codes())]).toEqual(before)
    expect(before.length).toBeGreaterThan(0)
  })

  it('refuses a damaged file before it writes anything', async () => {
    const bytes = readFileSync(file())
    writeFileSync(file(), bytes.subarray(0, bytes.length - 200))
    const { status, stderr } = run('restore', 'target', '--yes')
    expect(status).toBe(1)
    expect(stderr).toContain('damaged')
    writeFileSync(file(), bytes)
  })

  it('would be refused with the tables of the platform', async () => {
    const platform = on('target', (own) =>
      own.begin(async (role) => {
        await role`set local role operator`
        await role`truncate auth.schema_migrations`
      }),
    )
    await expect(platform).rejects.toThrow('permission denied')
  })
})
