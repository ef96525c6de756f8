import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { isAlive, startOf } from './processes.ts'

const FILE = 'propsight-owner.json'
const ownerSchema = z.object({ pid: z.int().positive(), start: z.string() })

/** Id of another running process that owns this data folder, or null. */
export function livingOwner(folder: string): number | null {
  let text: string
  try {
    text = readFileSync(join(folder, FILE), 'utf8')
  } catch {
    return null
  }
  const owner = ownerSchema.safeParse(safeJson(text)).data
  if (!owner || owner.pid === process.pid || !isAlive(owner.pid)) return null
  return startOf(owner.pid) === owner.start ? owner.pid : null
}

/** Records this process as the owner of the folder. */
export function takeOwnership(folder: string): void {
  const draft = join(folder, `${FILE}.${process.pid}`)
  writeFileSync(draft, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }), { mode: 0o600 })
  renameSync(draft, join(folder, FILE))
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
