import { existsSync, readFileSync, rmSync } from 'node:fs'
import { waitUntil } from '../wait-until.ts'
import type { Stage } from './stage.ts'

/** What all instances hold in memory after a collection, in bytes: unlike their size, it grows only with what is kept. */
export async function memoryOf({ cluster, clockFile }: Stage): Promise<number> {
  const sizes = cluster.instances.map(async ({ process: { pid } }) => {
    const told = `${clockFile}.${pid}`
    rmSync(told, { force: true })
    process.kill(pid ?? 0, 'SIGUSR2')
    await waitUntil('an instance to tell its memory', () => existsSync(told))
    return Number(readFileSync(told, 'utf8'))
  })
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}
