import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Cases } from '../score/cases.ts'
import type { Answer, Work } from './worker.ts'

/** Each worker reads the whole folder, so more than four workers gain no time. */
const MOST_WORKERS = 4

export interface CollectOptions {
  readonly folder: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Called for every judged day, in any order. */
  readonly onDay: (date: string) => void
}

/**
 * Runs `collectCases` in parallel workers. Each worker walks the whole season and judges its share of the
 * days.
 */
export async function collectInParallel({ folder, from, to, onDay }: CollectOptions): Promise<Cases> {
  const of = Math.min(MOST_WORKERS, availableParallelism())
  const shares = await Promise.all(
    Array.from({ length: of }, (_, part) => collectShare({ folder, from, to, part, of }, onDay)),
  )
  const byDay = (a: { date: string }, b: { date: string }) => a.date.localeCompare(b.date)
  return {
    batters: shares.flatMap(({ batters }) => batters).toSorted(byDay),
    pitchers: shares.flatMap(({ pitchers }) => pitchers).toSorted(byDay),
    refused: shares.reduce((sum, { refused }) => sum + refused, 0),
  }
}

const collectShare = (work: Work, onDay: (date: string) => void): Promise<Cases> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: work })
    worker.on('message', (answer: Answer) => {
      if ('date' in answer) onDay(answer.date)
      else resolve(answer.cases)
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('a worker ended before its days were judged')))
  })
