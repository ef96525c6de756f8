import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReaderMessage, ReaderRequest } from '../reading.ts'
import { readRow } from './read-row.ts'

/** Replaces the reader process in tests: the bytes of the "image" are a script for its behaviour. */
const send = (message: ReaderMessage) => process.send?.(message)
const SIZE = { width: 20, height: 10 }
const LARGE = { width: 8_000, height: 6_000 }

const BUFFER_BYTES = 4_000_000
/** Bounds what a test can take if the limit does not work. */
const MAX_BUFFERS = 300

const canSignal = () => {
  try {
    return process.kill(process.ppid, 0)
  } catch {
    return false
  }
}
const canWrite = () => {
  try {
    writeFileSync(join(tmpdir(), `propsight-scripted-${process.pid}`), '')
    return true
  } catch {
    return false
  }
}

function act(script: string, { wantsImage }: ReaderRequest): void {
  if (script.includes('hang')) return
  if (script.includes('spin')) for (;;);
  if (script.includes('crash')) process.exit(3)
  // Buffers, which the limit of the heap does not count, and no return to the event loop.
  if (script.includes('hungry')) {
    const buffers: Buffer[] = []
    for (;;) if (buffers.length < MAX_BUFFERS) buffers.push(Buffer.alloc(BUFFER_BYTES, 1))
  }
  if (script.includes('animated')) {
    send({ type: 'refused', reason: 'animated' })
    return
  }
  if (script.includes('fail')) {
    send({ type: 'failed', where: 'scripted' })
    return
  }
  send({
    type: 'upright',
    size: script.includes('large') ? LARGE : SIZE,
    picture: wantsImage ? Buffer.from('jpeg') : null,
  })
  if (script.includes('nobody')) {
    send({ type: 'read', rows: [] })
    return
  }
  const variables = Object.keys(process.env).filter((name) => !name.startsWith('NODE_'))
  const state = {
    pid: process.pid,
    bytes: script.length,
    variables,
    canWrite: canWrite(),
    canSignal: canSignal(),
  }
  const gameTime = script.includes('who') ? JSON.stringify(state) : 'Fri 7:10 PM'
  const name = script.includes('misread') ? 'Ian Hapo' : 'Ian Happ'
  const count = script.includes('long') ? 61 : 1
  send({ type: 'read', rows: Array.from({ length: count }, () => readRow({ gameTime, name })) })
}

let order: ReaderRequest | null = null
let script = ''
const actWhenComplete = () => {
  if (!order || script.length < order.bytes) return
  const request = order
  const received = script
  order = null
  script = ''
  act(received, request)
}
process.once('disconnect', () => process.exit(1))
process.on('message', (message) => {
  order = message as ReaderRequest
  actWhenComplete()
})
process.stdin.on('data', (chunk: Buffer) => {
  script += chunk.toString('latin1')
  actWhenComplete()
})
