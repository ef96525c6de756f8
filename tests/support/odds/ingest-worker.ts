import { parentPort, workerData } from 'node:worker_threads'
import { FULL_DAY, startGeneratedOdds } from './generated-odds.ts'

/** Ingests a generated day in a thread whose heap is limited, and posts how many prices its board has. */
const { url, secretKey, now } = workerData as { url: string; secretKey: string; now: string }
const generated = await startGeneratedOdds({ ...FULL_DAY, now }, { url, secretKey })
await generated.ingest()
await generated.close()
parentPort?.postMessage('ingested')
