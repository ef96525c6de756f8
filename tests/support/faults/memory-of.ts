import { existsSync, readFileSync, rmSync } from 'node:fs'
import { waitUntil } from '../wait-until.ts'
import type { Stage } from './environment.ts'

/**
 * Memory in use by all instances after a garbage collection, in bytes. Unlike the resident size it shows
 * leaks.
 */
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
