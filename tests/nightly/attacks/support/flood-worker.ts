import { parentPort, workerData } from 'node:worker_threads'
import { type SentRequest, sendFrom } from './send-from.ts'

/** What a flood sends: each request from the address of its attacker. */
export interface FloodRequest {
  address: string
  request: SentRequest
  /** Milliseconds between two of these requests, whatever the answers (open load model). */
  everyMs: number
  /** Time of the first one after the start; default: `everyMs`. */
  afterMs?: number
}

/** Answers to a flood: their number by status, 0 for a broken connection. */
export type FloodAnswers = Record<number, number>

const { url, requests } = workerData as { url: string; requests: FloodRequest[] }
let statuses: FloodAnswers = {}
let timers: NodeJS.Timeout[] = []

async function send({ address, request }: FloodRequest): Promise<void> {
  const status = await sendFrom(address, url, request).then(
    (answer) => answer.status,
    () => 0,
  )
  statuses[status] = (statuses[status] ?? 0) + 1
}

parentPort?.on('message', (command: 'start' | 'stop') => {
  for (const timer of timers) clearInterval(timer)
  timers = []
  if (command === 'start') {
    statuses = {}
    for (const each of requests) {
      const begin = () => {
        void send(each)
        timers.push(setInterval(() => void send(each), each.everyMs))
      }
      timers.push(setTimeout(begin, each.afterMs ?? each.everyMs))
    }
  } else parentPort?.postMessage(statuses)
})
