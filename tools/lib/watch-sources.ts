import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

/** One save is often several events, and a `git checkout` hundreds: files are compared when none came for so long. */
const SETTLE_MS = 100
const SOURCE = /(?<!\.test)\.(ts|mts|json)$/
const NOT_ENTERED = new Set(['node_modules', 'testing', 'fixtures'])

export interface SourceWatch {
  close(): void
}

interface Scan {
  /** Time, size and inode of every source file, by path. */
  files: Map<string, string>
  watchers: FSWatcher[]
}

/**
 * Reports the source files that were written, added or removed below the folders, without tests and their helpers.
 * An event of the file system only starts a comparison of all files: an editor may replace a file by renaming another
 * (which Node's recursive `fs.watch` loses on Linux), and an event may be no change of the content.
 * @param onChange gets absolute paths, sorted
 * @returns a watch that has seen the files as they are now
 */
export function watchSources(
  folders: string[],
  onChange: (files: string[]) => void,
  settleMs = SETTLE_MS,
): SourceWatch {
  let timer: NodeJS.Timeout | undefined
  const compareLater = () => {
    clearTimeout(timer)
    timer = setTimeout(compare, settleMs)
  }
  let known = scan(folders, compareLater)

  const compare = () => {
    const before = known
    // Every folder is watched anew, since one of the same name may be another folder. The old watchers end last, so
    // that no event is lost between the two.
    known = scan(folders, compareLater)
    close(before)
    const paths = new Set([...before.files.keys(), ...known.files.keys()])
    const changed = [...paths].filter((path) => before.files.get(path) !== known.files.get(path))
    if (changed.length > 0) onChange(changed.sort())
  }
  return {
    close() {
      clearTimeout(timer)
      close(known)
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
      // Watched before it is listed, so that no file is added unseen between the two.
      const watcher = watch(folder, onEvent)
      watchers.push(watcher)
      watcher.on('error', onEvent)
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name)
        if (entry.isDirectory() && !NOT_ENTERED.has(entry.name)) enter(path)
        else if (entry.isFile() && SOURCE.test(entry.name)) files.set(path, stateOf(path))
      }
    } catch (error) {
      // Removed while it was listed: the folder above reports that.
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
