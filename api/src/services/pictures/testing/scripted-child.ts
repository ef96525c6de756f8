import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReaderMessage, ReaderRequest } from '../reading.ts'
import { readRow } from './read-row.ts'

/** Replaces the reader process in tests: the bytes of the "image" are a script for its behaviour. */
const send = (word: ReaderMessage) => process.send?.(word)
const SIZE = { width: 20, height: 10 }
const LARGE = { width: 8_000, height: 6_000 }

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
  if (script.includes('crash')) process.kill(process.pid, 'SIGSEGV')
  if (script.includes('hungry')) process.exit(70)
  if (script.includes('animated')) return void send({ type: 'refused', reason: 'animated' })
  if (script.includes('fail')) return void send({ type: 'failed', where: 'scripted' })
  send({
    type: 'upright',
    size: script.includes('large') ? LARGE : SIZE,
    picture: wantsImage ? Buffer.from('jpeg') : null,
  })
  if (script.includes('nobody')) return void send({ type: 'read', rows: [] })
  const secrets = Object.keys(process.env).filter((name) => !name.startsWith('NODE_'))
  const said = { pid: process.pid, bytes: script.length, secrets, canWrite: canWrite() }
  send({ type: 'read', rows: [readRow(script.includes('who') ? { gameTime: JSON.stringify(said) } : {})] })
}

let order: ReaderRequest | null = null
let script = ''
const next = () => {
  if (!order || script.length < order.bytes) return
  const [given, spelled] = [order, script]
  ;[order, script] = [null, '']
  act(spelled, given)
}
process.once('disconnect', () => process.exit(1))
process.on('message', (given) => {
  order = given as ReaderRequest
  next()
})
process.stdin.on('data', (chunk: Buffer) => {
  script += chunk.toString('latin1')
  next()
})
