import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PIECE_BYTES = 64 * 1024

export interface SmallDisk {
  /** Null if this machine does not allow it; `why` has the reason. */
  folder: string | null
  why: string | null
  remove(): void
}

/**
 * Mounts a small file system (tmpfs) that a test can fill. It needs the right to mount. The alternatives do
 * not work: a file size limit (`ulimit -f`) fails with another error than a full disk, and PostgreSQL does
 * not run inside a user namespace that maps its user to root.
 * @returns the folder `bundles` on it, or the reason why there is none
 */
export function smallDisk(bytes: number): SmallDisk {
  const unavailable = (why: string): SmallDisk => ({ folder: null, why, remove: () => {} })
  if (process.platform !== 'linux') return unavailable('a small file system is mounted on Linux only')
  if (process.getuid?.() !== 0) return unavailable('a small file system needs the right to mount')
  const mountPoint = mkdtempSync(join(tmpdir(), 'propsight-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', mountPoint])
  if (mounted.status !== 0) {
    rmSync(mountPoint, { recursive: true, force: true })
    return unavailable(`the mount failed: ${String(mounted.stderr ?? mounted.error).trim()}`)
  }
  const folder = join(mountPoint, 'bundles')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  return {
    folder,
    why: null,
    remove() {
      spawnSync('umount', ['-l', mountPoint])
      rmSync(mountPoint, { recursive: true, force: true })
    },
  }
}

const ballast = (folder: string) => join(folder, '..', 'ballast')

/** Fills the file system of a folder completely. */
export function fillDisk(folder: string): void {
  const file = openSync(ballast(folder), 'a')
  try {
    let piece = Buffer.alloc(PIECE_BYTES)
    while (piece.length > 0) {
      try {
        writeSync(file, piece)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        piece = piece.subarray(0, Math.floor(piece.length / 2))
      }
    }
  } finally {
    closeSync(file)
  }
}

export const freeDisk = (folder: string): void => rmSync(ballast(folder), { force: true })
