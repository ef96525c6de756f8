import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { type SentRequest, sendFrom } from '../../attacks/support/send-from.ts'

/** A request that is repeated from one address. */
export interface RepeatedRequest {
  address: string
  request: SentRequest
  /** Milliseconds between two of these requests, whatever the answers (open load model). */
  everyMs: number
  /** Time of the first one after the start. */
  afterMs: number
}

/** What the API answered in an interval. */
export interface Answers {
  /** The time of each answered request in ms. */
  latencies: number[]
  /** Number of answers by status; 0 for a broken connection. */
  statuses: Record<number, number>
  /** Requests that were not answered with 200. */
  failures: string[]
}

const MAX_FAILURES = 100

/** Repeats requests in a thread of its own, so that other work of the benchmark does not delay them. */
export function openRequestWorker(url: string, requests: readonly RepeatedRequest[]) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, requests } })
  return {
    start: () => worker.postMessage('start'),
    /** Stops sending. Resolves when each request has been answered. */
    async stop(): Promise<Answers> {
      worker.postMessage('stop')
      const [answers] = await once(worker, 'message')
      return answers
    },
    close: () => worker.terminate(),
  }
}

if (parentPort && workerData) {
  const { url, requests } = workerData as { url: string; requests: RepeatedRequest[] }
  const newAnswers = (): Answers => ({ latencies: [], statuses: {}, failures: [] })
  const open = new Set<Promise<void>>()
  let answers = newAnswers()
  let timers: NodeJS.Timeout[] = []

  const fail = (failure: string) => {
    if (answers.failures.length < MAX_FAILURES) answers.failures.push(failure)
  }
  const send = async ({ address, request }: RepeatedRequest) => {
    let status = 0
    try {
      const answer = await sendFrom(address, url, request)
      status = answer.status
      answers.latencies.push(answer.ms)
      if (status !== 200) fail(`${request.path} ${status} ${answer.text.slice(0, 200)}`)
    } catch (error) {
      fail(`${request.path} ${error}`)
    }
    answers.statuses[status] = (answers.statuses[status] ?? 0) + 1
  }
  const begin = (each: RepeatedRequest) => {
    const sent = send(each)
    open.add(sent)
    void sent.then(() => open.delete(sent))
  }

  parentPort.on('message', async (command: 'start' | 'stop') => {
    if (command === 'start') {
      for (const each of requests) {
        const repeat = () => {
          begin(each)
          timers.push(setInterval(() => begin(each), each.everyMs))
        }
        timers.push(setTimeout(repeat, each.afterMs))
      }
      return
    }
    for (const timer of timers) clearTimeout(timer)
    timers = []
    await Promise.all(open)
    parentPort?.postMessage(answers)
    answers = newAnswers()
  })
}
