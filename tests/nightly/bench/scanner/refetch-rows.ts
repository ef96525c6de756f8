import { setTimeout as wait } from 'node:timers/promises'
import { oddsResponse } from '@propsight/shared/contracts'
import type { Row } from '../row.ts'
import { median } from '../statistics.ts'
import type { startIngestingApi } from './ingesting-api.ts'

const KB = 1_000
/** Longer than the API reuses a board without reading the database. */
const PAUSE_MS = 3_200
const UNCHANGED_BUDGET_KB = 2

/** Measures how a client reads a board again: as a whole, and with the version that it has. */
export async function refetchRows(
  api: Awaited<ReturnType<typeof startIngestingApi>>,
  token: string,
  day: string,
  runs: number,
): Promise<Row[]> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  const read = async (after?: string) => {
    const query = new URLSearchParams({ day, ...(after === undefined ? {} : { after }) })
    const before = await api.cpuMs()
    const response = await fetch(`${api.url}/api/odds?${query}`, { headers })
    const body: unknown = await response.json()
    const sent = Number(response.headers.get('content-length'))
    return { body, cpuMs: (await api.cpuMs()) - before, kb: sent / KB }
  }
  const repeat = async (after?: string) => {
    const reads: Awaited<ReturnType<typeof read>>[] = []
    for (let run = 0; run < runs; run += 1) {
      await wait(PAUSE_MS)
      reads.push(await read(after))
    }
    return { cpuMs: median(reads.map(({ cpuMs }) => cpuMs)), kb: median(reads.map(({ kb }) => kb)) }
  }
  const { version } = oddsResponse.parse((await read()).body)
  const whole = await repeat()
  const unchanged = await repeat(version ?? undefined)
  return [
    { what: 'board of a whole day: bytes', value: whole.kb, unit: 'kB' },
    { what: 'board of a whole day: CPU of the API', value: whole.cpuMs, unit: 'ms' },
    {
      what: 'unchanged board, read again: bytes',
      value: unchanged.kb,
      unit: 'kB',
      budget: UNCHANGED_BUDGET_KB,
      ok: unchanged.kb > 0 && unchanged.kb < UNCHANGED_BUDGET_KB,
      counted: true,
    },
    { what: 'unchanged board, read again: CPU of the API', value: unchanged.cpuMs, unit: 'ms' },
  ]
}
