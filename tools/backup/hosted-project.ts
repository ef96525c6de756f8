import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { newestMigration } from '@propsight/supabase/level'
import { appliedMigrations, migrateDatabase, withConnection } from '@propsight/supabase/migrate'
import { type BundleStore, kitKey } from '../../api/src/services/releases/store/bundle-store.ts'
import { openNamedBundleStore } from '../../api/src/services/releases/store/open-bundle-store.ts'
import { writeArchive } from './backup-home.ts'
import { BackupError, FORMAT, HOSTED, type Manifest } from './manifest.ts'
import { readArchive } from './restore-home.ts'

/** The rows of a hosted project, as `pg_dump` writes them. */
const DUMP = 'database.dump'
const INDEX = 'bundles/index.html'
/** The migrations of the platform's own schema are those of the project, not of the dump. */
const NOT_SAVED = 'auth.schema_migrations'

export interface HostedProject {
  /** In session mode; a role that reads and writes the schemas `public` and `auth`. */
  databaseUrl: string
  store: BundleStore
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The address as variables of libpq, because the arguments of a process are visible to every user of the machine. TLS is
 * verified as by `readDatabaseUrl`, which is stricter than libpq.
 */
function libpqVariables(databaseUrl: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl)
  const named = searchParams.get('sslmode') ?? (LOOPBACK.test(hostname) ? 'disable' : 'verify-full')
  const mode = named === 'require' ? 'verify-full' : named
  const variables = {
    PGHOST: hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: mode,
    PGSSLROOTCERT: mode === 'disable' ? '' : (searchParams.get('sslrootcert') ?? 'system'),
  }
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
}

/**
 * Runs a program of PostgreSQL on the project's database.
 * @param input is written to its standard input
 * @throws BackupError with what the program printed, or when it is not installed
 */
async function runTool(
  program: string,
  databaseUrl: string,
  args: readonly string[],
  input?: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  const child = spawn(program, args, {
    stdio: [input ? 'pipe' : 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...libpqVariables(databaseUrl) },
  })
  const printed = child.stderr ? text(child.stderr) : ''
  const closed = once(child, 'close')
  await hasStarted(child, program)
  // A program that ends early reports its own reason.
  const failure =
    input && child.stdin
      ? await pipeline(input, child.stdin).then(
          () => null,
          (error: unknown) => error,
        )
      : null
  const [code] = await closed
  if (code !== 0) throw new BackupError(`failed: ${program} ended with ${code}: ${(await printed).trim()}`)
  if (failure !== null) throw failure
}

/** Waits until a program runs. @throws BackupError if it is not installed */
async function hasStarted(child: ChildProcess, program: string): Promise<void> {
  await once(child, 'spawn').catch((error: unknown) => {
    throw new BackupError(`needs ${program}, of the version of the project's PostgreSQL or newer`, {
      cause: error,
    })
  })
}

/**
 * Saves the rows of a hosted project and the releases of its bucket into one file. The releases are saved after the rows,
 * so that every release in the rows has its files. The audit log records the backup.
 * @param file path of the backup; must not exist
 * @throws BackupError
 */
export async function backupHosted(
  { databaseUrl, store }: HostedProject,
  file: string,
): Promise<{ manifest: Manifest; files: number; bytes: number }> {
  const target = resolve(file)
  if (existsSync(target)) throw new BackupError('exists already: choose another name')
  const migration = (await appliedMigrations(databaseUrl)).at(-1)
  if (!migration) throw new BackupError('cannot be made: the database was never migrated')
  const major = await withConnection(databaseUrl, async (sql) => {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version_num') as version`
    return Math.floor(Number(row?.version) / 10_000)
  })
  const database = { major, platform: HOSTED, arch: HOSTED }
  const manifest: Manifest = {
    product: 'propsight',
    format: FORMAT,
    madeAt: new Date().toISOString(),
    migration,
    database,
  }
  const folder = mkdtempSync(join(dirname(target), '.propsight-backup-'))
  try {
    const dump = join(folder, DUMP)
    await runTool('pg_dump', databaseUrl, [
      ...['--format=custom', '--no-owner', '--data-only', '--schema=public', '--schema=auth'],
      // A project may lack a month of the archive until the restore adds it.
      ...['--load-via-partition-root', `--exclude-table=${NOT_SAVED}`, `--file=${dump}`],
    ])
    const written = await writeArchive(target, manifest, async (sink) => {
      await sink.file(DUMP, statSync(dump).size, createReadStream(dump))
      const save = (path: string, bytes: Uint8Array) => sink.file(path, bytes.length, Readable.from([bytes]))
      for (const { name, version } of await store.list())
        for (const path of await store.files({ name, version }))
          await save(`bundles/${name}/${version}/${path}`, await store.read({ name, version }, path))
      for (const hash of await store.kits()) {
        const kit = await store.readKit(hash)
        if (kit) await save(`bundles/${kitKey(hash)}`, kit)
      }
      const index = await store.readIndex()
      if (index !== null) await save(INDEX, Buffer.from(index))
    })
    await withConnection(
      databaseUrl,
      (sql) =>
        sql`select public.log_admin_action('npm run backup', 'backup', 'project', ${sql.json({ migration, ...written })})`,
    )
    return { manifest, ...written }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores the releases of an unpacked backup. @returns how many */
async function restoreReleases(to: BundleStore, folder: string): Promise<number> {
  const from = openNamedBundleStore({ BUNDLES_DIR: join(folder, 'bundles') })
  const releases = await from.list()
  for (const { name, version } of releases) {
    const release = { name, version }
    const files = new Map<string, Uint8Array>()
    for (const path of await from.files(release)) files.set(path, await from.read(release, path))
    await to.put(release, files, { isPublished: false, until: Number.POSITIVE_INFINITY })
  }
  for (const hash of await from.kits()) {
    const kit = await from.readKit(hash)
    if (kit) await to.keepKit(kit)
  }
  const index = await from.readIndex()
  if (index !== null) await to.writeIndex(index)
  return releases.length
}

/**
 * The rows of a dump as SQL that replaces all rows of a project in one transaction, without its triggers. It ends with the
 * commit: input that ends early rolls everything back.
 * @throws BackupError if the dump cannot be read
 */
async function* replacingRows(databaseUrl: string, dump: string): AsyncGenerator<Uint8Array | string> {
  const tables = await withConnection(
    databaseUrl,
    (sql) => sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'auth') and schemaname || '.' || tablename <> ${NOT_SAVED}
          and not (select relispartition from pg_class where oid = format('%I.%I', schemaname, tablename)::regclass)`,
  )
  const { stdout: contents } = await promisify(execFile)('pg_restore', ['--list', dump]).catch((cause) => {
    throw new BackupError(`needs a pg_restore that reads the dump: ${cause.message}`, { cause })
  })
  const child = spawn('pg_restore', ['--data-only', '--no-owner', '--file=-', dump], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = text(child.stderr)
  const closed = once(child, 'close')
  // An error of the start is reported by `hasStarted`.
  closed.catch(() => undefined)
  await hasStarted(child, 'pg_restore')
  yield 'begin;\nset local session_replication_role = replica;\n'
  for (const [, year, month] of contents.matchAll(/ archived_ledger_(\d{4})_(\d\d) /g))
    yield `select public.add_archive_months('${year}-${month}-15', '${year}-${month}-15');\n`
  yield `truncate ${tables.map(({ name }) => name).join(', ')};\n`
  yield* child.stdout
  const [code] = await closed
  if (code !== 0) throw new BackupError(`failed: pg_restore ended with ${code}: ${(await printed).trim()}`)
  yield 'commit;\n'
}

/**
 * Restores a hosted project and its bucket from one file. The target is migrated first if it has no tables. Everything is
 * verified before anything is written; releases are stored before the rows that name them, and the rows are replaced in one
 * transaction.
 * @param confirm called before rows of accounts are replaced; false cancels
 * @returns null when cancelled
 * @throws BackupError
 */
export async function restoreHosted(
  { databaseUrl, store }: HostedProject,
  file: string,
  confirm: (accounts: number, manifest: Manifest) => Promise<boolean>,
): Promise<{ manifest: Manifest; releases: number } | null> {
  const needed = await newestMigration()
  const folder = mkdtempSync(join(dirname(resolve(file)), '.propsight-restore-'))
  try {
    const manifest = await readArchive(file, folder, (found) => {
      if (found.database.platform !== HOSTED)
        throw new BackupError('is of an installation on embedded defaults: restore it without --hosted')
      if (found.migration !== needed)
        throw new BackupError(
          `has migration ${found.migration}, this checkout ends with ${needed}: restore it with the release that made it, then migrate`,
        )
    })
    if ((await appliedMigrations(databaseUrl)).length === 0) await migrateDatabase(databaseUrl)
    const applied = (await appliedMigrations(databaseUrl)).at(-1)
    if (applied !== needed)
      throw new BackupError(`cannot be restored: the database has migration ${applied}, not ${needed}`)
    const accounts = await withConnection(databaseUrl, async (sql) => {
      const [row] = await sql<{ accounts: number }[]>`select count(*)::int as accounts from auth.users`
      return row?.accounts ?? 0
    })
    if (accounts > 0 && !(await confirm(accounts, manifest))) return null
    const releases = await restoreReleases(store, folder)
    await runTool(
      'psql',
      databaseUrl,
      ['--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1', '--file=-'],
      replacingRows(databaseUrl, join(folder, DUMP)),
    )
    return { manifest, releases }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
