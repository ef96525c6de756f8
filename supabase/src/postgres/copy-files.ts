import type { Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Receives the copied folders and files, one after the other. */
export interface CopySink {
  folder(path: string): Promise<void>
  /** @param bytes exactly `size` bytes */
  file(path: string, size: number, bytes: AsyncIterable<Uint8Array>): Promise<void>
}

const noneIfGone = (error: NodeJS.ErrnoException): [] => {
  if (error.code === 'ENOENT') return []
  throw error
}

/**
 * Yields as many bytes as the file had when it was opened: pads a truncated file with zeros, ignores added
 * bytes.
 */
async function* exactly(read: AsyncIterable<Buffer>, size: number): AsyncGenerator<Uint8Array> {
  let left = size
  for await (const part of read) {
    const taken = part.subarray(0, left)
    left -= taken.length
    if (taken.length > 0) yield taken
  }
  if (left > 0) yield Buffer.alloc(left)
}

/**
 * Copies one file with a fixed size, although other processes may write to it.
 * @returns false when it is missing
 */
export async function copyFile(from: string, path: string, sink: CopySink): Promise<boolean> {
  const handle = await open(from, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return false
  try {
    const { size } = await handle.stat()
    await sink.file(path, size, exactly(handle.createReadStream({ autoClose: false }), size))
    return true
  } finally {
    await handle.close()
  }
}

/**
 * Copies a folder recursively. Files that are deleted meanwhile are skipped.
 * @param as path of the folder in the copy
 * @param isLeftOut whether to skip a path, which is relative to the folder and separated by `/`
 */
export async function copyTree(
  from: string,
  as: string,
  sink: CopySink,
  isLeftOut: (path: string) => boolean = () => false,
): Promise<void> {
  const walk = async (folder: string): Promise<void> => {
    const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(noneIfGone)
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(folder, entry.name)
      const below = relative(from, full).split(sep).join('/')
      if (isLeftOut(below)) continue
      if (entry.isDirectory()) {
        await sink.folder(`${as}/${below}`)
        await walk(full)
      } else if (entry.isFile()) await copyFile(full, `${as}/${below}`, sink)
    }
  }
  await sink.folder(as)
  await walk(from)
}
