import { parentPort, workerData } from 'node:worker_threads'
import { readSeason } from '../read/read-season.ts'
import { type Cases, collectCases } from '../score/cases.ts'

/** The work of one worker: every `of`th day of the range, beginning with number `part`. */
export interface Work {
  readonly folder: string
  readonly from: string | undefined
  readonly to: string | undefined
  readonly part: number
  readonly of: number
}

export type Answer = { readonly date: string } | { readonly cases: Cases }

const send = (answer: Answer): void => parentPort?.postMessage(answer)

const { folder, from, to, part, of } = workerData as Work
const { season } = readSeason(folder)
const cases = collectCases(season, {
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
  share: { part, of },
  onDay: (date) => send({ date }),
})
send({ cases })
