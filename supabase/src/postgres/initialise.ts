import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { RunAs } from './processes.ts'
import { isAlive } from './processes.ts'

const PASSWORD_FILE = 'propsight-password'

/** The password of the superuser, stored in the data folder and readable by its owner only. */
export const readPassword = (folder: string): string =>
  readFileSync(join(folder, PASSWORD_FILE), 'utf8').trim()

export const isInitialised = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'))

/**
 * Creates a data folder unless it exists. The folder is created under another name and renamed, so that an
 * interrupted call leaves no folder that looks complete.
 * @throws Error with the message of initdb
 */
export function initialise(folder: string, { initdb }: Binaries, runAs: RunAs): void {
  removeDrafts(folder)
  if (isInitialised(folder)) return
  const draft = `${folder}.init-${process.pid}`
  const password = randomBytes(24).toString('base64url')
  const passwordFile = `${draft}.password`
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    writeFileSync(passwordFile, password, { mode: 0o600 })
    setOwner([draft, passwordFile], runAs)
    const result = spawnSync(
      initdb,
      [
        `--pgdata=${draft}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        // The same collation and case rules on every machine, independent of its locales.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        // Syncing takes seconds on a busy disk, and only protects a new, empty database from a power failure.
        '--no-sync',
      ],
      { ...runAs, cwd: '/', env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8' },
    )
    if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || result.error?.message}`)
    const storedPassword = join(draft, PASSWORD_FILE)
    writeFileSync(storedPassword, password, { mode: 0o600 })
    setOwner([storedPassword], runAs)
    chmodSync(draft, 0o700)
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(draft, folder)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

function setOwner(paths: string[], { uid, gid }: RunAs) {
  if (uid === undefined || gid === undefined) return
  for (const path of paths) chownSync(path, uid, gid)
}

/** Removes the drafts of earlier, killed attempts. */
function removeDrafts(folder: string) {
  const prefix = `${basename(folder)}.init-`
  for (const name of readdirSync(dirname(folder))) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (Number.isInteger(pid) && pid !== process.pid && !isAlive(pid)) {
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
    }
  }
}
