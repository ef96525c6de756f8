import { readdirSync, readFileSync } from 'node:fs'

const KB = 1_024

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has exited.
    return ''
  }
}

const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)

/** These processes and all their descendants. */
function withDescendants(pids: readonly number[]): Set<number> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const children = Map.groupBy(all, parentOf)
  const found = new Set<number>()
  const pending = [...pids]
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    if (found.has(pid)) continue
    found.add(pid)
    pending.push(...(children.get(pid) ?? []))
  }
  return found
}

/** Proportional set size of a process in bytes: pages shared by several processes are divided among them. */
const bytesOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * KB

/** Memory of processes and their descendants in bytes (PSS of Linux). */
export function proportionalBytes(pids: readonly number[]): { bytes: number; processes: number } {
  const sizes = [...withDescendants(pids)].map(bytesOf)
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), processes: sizes.filter(Boolean).length }
}

/** Memory of one process in bytes, and of its descendants that have no name of their own. */
export function bytesByName(root: number, names: ReadonlyMap<number, string>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const pid of withDescendants([root])) {
    let named = pid
    while (!names.has(named) && named !== root) named = parentOf(named)
    const name = read(`/proc/${pid}/cmdline`).includes('reader-child')
      ? 'image reader'
      : (names.get(named) ?? 'launcher')
    sums.set(name, (sums.get(name) ?? 0) + bytesOf(pid))
  }
  return sums
}
