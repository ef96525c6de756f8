import { parentPort, workerData } from 'node:worker_threads'
import type { Latencies, OtherRequest } from './other-requests.ts'

/** Interval between requests, independent of earlier answers (open load model). */
const INTERVAL_MS = 40
const WARM_ROUNDS = 20

const { url, calls } = workerData as { url: string; calls: OtherRequest[] }
let latencies: Latencies = {}
let sent: Promise<void>[] = []
let timer: NodeJS.Timeout | undefined

async function call({ name, path, method, headers, body }: OtherRequest): Promise<void> {
  const startedAt = performance.now()
  const answer = await fetch(url + path, { method, headers, body })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
  const all = latencies[name] ?? []
  latencies[name] = all
  all.push(performance.now() - startedAt)
}

function start() {
  latencies = {}
  sent = []
  let started = 0
  timer = setInterval(() => {
    const next = calls[started % calls.length]
    started += 1
    if (next) sent.push(call(next))
  }, INTERVAL_MS)
}

parentPort?.on('message', async (command: 'start' | 'stop') => {
  if (command === 'start') return start()
  clearInterval(timer)
  await Promise.all(sent)
  parentPort?.postMessage(latencies)
})
for (let round = 0; round < WARM_ROUNDS; round += 1) for (const each of calls) await call(each)
parentPort?.postMessage('ready')
