import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const record = z.object({ pid: z.int(), url: z.string() })

/** The running `npm start` of a home folder; null when there is none or it does not answer. */
export async function findRunningStart(home: string): Promise<z.infer<typeof record> | null> {
  const file = join(home, 'running.json')
  if (!existsSync(file)) return null
  const parsed = record.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) return null
  try {
    process.kill(parsed.data.pid, 0)
    // The pid may have been reused by another process, so the health check decides.
    const answer = await fetch(`${parsed.data.url}/health`, { signal: AbortSignal.timeout(2_000) })
    return answer.headers.get('content-type')?.includes('json') ? parsed.data : null
  } catch {
    return null
  }
}

/** Records that this process uses the home folder. @returns a function that removes the record */
export function recordRunningStart(home: string, url: string): () => void {
  const file = join(home, 'running.json')
  writeFileSync(file, JSON.stringify({ pid: process.pid, url }))
  return () => rmSync(file, { force: true })
}
