import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join, relative } from 'node:path'
import { withoutNodeFrames } from './service-log.ts'
import { ROOT } from './start-settings.ts'
import type { Steps } from './steps.ts'
import type { Service } from './supervised-service.ts'

/**
 * Delay of the comparison after the last event. One save often causes several events, a `git checkout`
 * hundreds.
 */
const SETTLE_MS = 100
const SOURCE = /(?<!\.test)\.(ts|mts|js|json|html|sql)$/
const NOT_ENTERED = new Set(['node_modules', 'dist', 'src', 'testing', 'fixtures'])

export interface SourceWatch {
  close(): void
}

interface Scan {
  /** Time, size and inode of every source file, by path. */
  files: Map<string, string>
  watchers: FSWatcher[]
}

/**
 * Reports the source files that were written, added or removed below the folders, without tests and their
 * helpers. A file system event only triggers a comparison of all files: an editor may replace a file by
 * renaming another one (which Node's recursive `fs.watch` misses on Linux), and an event may not mean a
 * change of content.
 * @param onChange called with sorted absolute paths
 * @returns the watch; changes are relative to the files at the time of the call
 */
export function watchSources(
  folders: string[],
  onChange: (files: string[]) => void,
  settleMs = SETTLE_MS,
): SourceWatch {
  let timer: NodeJS.Timeout | undefined
  const scheduleComparison = () => {
    clearTimeout(timer)
    timer = setTimeout(compare, settleMs)
  }
  let current = scan(folders, scheduleComparison)

  const compare = () => {
    const before = current
    // Every folder gets a new watcher, because a folder may have been replaced by one of the same name. The
    // old watchers are closed afterwards, so that no event is lost in between.
    current = scan(folders, scheduleComparison)
    close(before)
    const paths = new Set([...before.files.keys(), ...current.files.keys()])
    const changed = [...paths].filter((path) => before.files.get(path) !== current.files.get(path))
    if (changed.length > 0) onChange(changed.sort())
  }
  return {
    close() {
      clearTimeout(timer)
      close(current)
    },
  }
}

function close({ watchers }: Scan): void {
  for (const watcher of watchers) watcher.close()
}

function scan(folders: string[], onEvent: () => void): Scan {
  const files: Scan['files'] = new Map()
  const watchers: FSWatcher[] = []
  const enter = (folder: string) => {
    try {
      // Watched before it is listed, so that a file added in between is noticed.
      const watcher = watch(folder, onEvent)
      watchers.push(watcher)
      watcher.on('error', onEvent)
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name)
        if (entry.isDirectory() && !NOT_ENTERED.has(entry.name)) enter(path)
        else if (entry.isFile() && SOURCE.test(entry.name)) files.set(path, stateOf(path))
      }
    } catch (error) {
      // The folder was removed while it was listed; the watcher of its parent reports that.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  for (const folder of folders) enter(folder)
  return { files, watchers }
}

const stateOf = (path: string): string => {
  const { mtimeMs, size, ino } = statSync(path)
  return `${mtimeMs} ${size} ${ino}`
}

/** A service, and the folders (relative to the root) whose sources it runs. */
export interface EditedService {
  name: string
  folders: string[]
  service: Pick<Service, 'restart'>
}

/** The API applies the migrations that the embedded database lacks when it starts. */
export const MIGRATIONS = 'supabase/migrations'
/** The folders that the API reads; `npm run deps` forbids imports of shared/src/client and shared/src/ui. */
export const API_SOURCES = [
  'api/src',
  'supabase/src',
  MIGRATIONS,
  'shared/src/domain',
  'shared/src/contracts',
  'shared/src/format',
  'shared/src/release',
  'shared/src/schema',
]
/** The folders that the league imports. */
export const LEAGUE_SOURCES = ['league/src', 'shared/src/domain']
const RESTART_NEEDED = 'restart needed: stop with Ctrl-C and start again'
/** The folders of files that are read by the start or by nothing, with what an edit needs. `src` is not watched. */
const NOT_APPLIED = {
  'supabase/schemas': `not applied: the database is built from ${MIGRATIONS}, add one with the same change`,
  remotes: RESTART_NEEDED,
  shell: RESTART_NEEDED,
  'tools/federation': RESTART_NEEDED,
  'tools/start': RESTART_NEEDED,
}

/**
 * Restarts a service after an edit of its sources and prints one line about it. Restarts run one at a time,
 * in the order of `services`; all edits during a restart cause one further restart. If a service does not
 * start, its error is printed and it is started again after the next edit. Prints what an edit needs that no
 * running process applies.
 * @param options.isHosted the database is a hosted project, which the API does not migrate
 * @returns a watch; after its close a restart in progress prints nothing
 */
export function restartOnEdit(
  services: EditedService[],
  steps: Pick<Steps, 'note'>,
  { root = ROOT, settleMs, isHosted = false }: { root?: string; settleMs?: number; isHosted?: boolean } = {},
): { close(): void } {
  const pending = new Map<EditedService, Set<string>>()
  const listMigrations = () => readdirSync(join(root, MIGRATIONS)).map((name) => `${MIGRATIONS}/${name}`)
  const applied = new Set(listMigrations())
  let working = false
  let closed = false

  const restart = async (edited: EditedService, files: string[]) => {
    const begun = performance.now()
    const migrations = edited.folders.includes(MIGRATIONS) ? listMigrations() : []
    try {
      await edited.service.restart()
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
      for (const migration of migrations) applied.add(migration)
      if (!closed) steps.note(`${edited.name} restarted after ${changeOf(files)}, ${seconds} s`)
    } catch (error) {
      const reason = withoutNodeFrames(error instanceof Error ? error.message : String(error))
      if (!closed)
        steps.note(`${edited.name} does not start after ${changeOf(files)}; fix it and save\n${reason}`)
    }
  }
  const work = async () => {
    if (working) return
    working = true
    for (;;) {
      const next = services.find((edited) => pending.has(edited))
      if (!next || closed) break
      const files = [...(pending.get(next) ?? [])]
      pending.delete(next)
      await restart(next, files)
    }
    working = false
  }
  const onChange = (paths: string[]) => {
    const all = paths.map((path) => relative(root, path).replaceAll('\\', '/'))
    const files = all.filter((file) => {
      const advice = adviceOn(file, applied, isHosted)
      if (advice) steps.note(`${file} changed; ${advice}`)
      return advice === undefined
    })
    for (const edited of services) {
      const own = files.filter((file) => edited.folders.some((folder) => within(folder)(file)))
      if (own.length > 0) pending.set(edited, new Set([...(pending.get(edited) ?? []), ...own]))
    }
    void work()
  }

  const folders = new Set([...services.flatMap((edited) => edited.folders), ...Object.keys(NOT_APPLIED)])
  const watch = watchSources(
    [...folders].map((folder) => join(root, folder)),
    onChange,
    settleMs,
  )
  return {
    close() {
      closed = true
      watch.close()
    },
  }
}

const within = (folder: string) => (file: string) => file.startsWith(`${folder}/`)

/** What an edit of the file needs; undefined when a restart of a service applies it. */
function adviceOn(file: string, applied: ReadonlySet<string>, isHosted: boolean): string | undefined {
  if (isHosted && within(MIGRATIONS)(file))
    return 'not applied: npm run migrate applies it to a hosted project'
  if (applied.has(file))
    return 'not applied: the database has this migration; add another, or start with a new --home'
  return Object.entries(NOT_APPLIED).find(([folder]) => within(folder)(file))?.[1]
}

const changeOf = ([first, ...more]: string[]): string => {
  if (more.length === 0) return `${first} changed`
  return `${first} and ${more.length} more ${more.length === 1 ? 'file' : 'files'} changed`
}
