import { createHash, randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canEnter, type RunAs } from './run-as.ts'

/**
 * The folder that really holds the data: the one asked for, or, where the server's user cannot get there (a checkout
 * below root's 0700 home), a stable one below `/var/lib`. A mark beside the asked folder ties the two together, so
 * that a state folder which was deleted and made anew starts with new data.
 * @param mark where the mark lies; elsewhere for a state folder that is still being put together
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
