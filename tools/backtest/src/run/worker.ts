import { parentPort, workerData } from 'node:worker_threads'
import { type Cases, collectCases } from '../score/cases.ts'
import { readWithEarlier } from './command-io.ts'
import { type EngineConstants, engineOf } from './ship-constants.ts'

/** The work of one worker: every `of`th day of the range, beginning with number `part`. */
export interface Work {
  readonly folder: string
  readonly earlier: readonly string[]
  readonly from: string | undefined
  readonly to: string | undefined
  /** Constants of the engine; without them, the shipped ones. */
  readonly constants: EngineConstants | undefined
  readonly part: number
  readonly of: number
}

export type Answer = { readonly date: string } | { readonly cases: Cases }

const send = (answer: Answer): void => parentPort?.postMessage(answer)

const { folder, earlier, from, to, constants, part, of } = workerData as Work
const cases = collectCases(readWithEarlier(folder, earlier), {
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
  ...(constants === undefined ? {} : { engine: engineOf(constants) }),
  share: { part, of },
  onDay: (date) => send({ date }),
})
send({ cases })
