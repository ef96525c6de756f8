import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

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
