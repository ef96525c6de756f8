import { createHash, randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canEnter, type RunAs } from './run-as.ts'

/**
 * The folder that contains the data: `dir`, or a fixed folder below `/var/lib` when the user of the server
 * cannot reach `dir` (such as a checkout in root's home with mode 0700). A mark file next to `dir` identifies
 * the other folder, so that a deleted and recreated state folder starts with new data.
 * @param mark path of the mark file; differs for a state folder that is still being assembled
 */
export function clusterFolder(
  dir: string,
  runAs: RunAs,
  log: (message: string) => void,
  mark = `${dir}.moved`,
): string {
  mkdirSync(dirname(mark), { recursive: true })
  if (!existsSync(mark) && canEnter(dirname(mark), runAs)) return dir
  if (!existsSync(mark)) writeFileSync(mark, `${randomUUID()}\n`, { mode: 0o600 })
  const hash = createHash('sha256').update(dir).update(readFileSync(mark)).digest('hex').slice(0, 12)
  const parent = `/var/lib/propsight-${hash}`
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(parent, runAs.uid, runAs.gid)
  log(`the database's user cannot reach ${dir}; its data is in ${parent}`)
  return join(parent, 'pg')
}
