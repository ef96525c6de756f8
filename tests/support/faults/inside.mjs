// Loaded before an API (`--import`). At SIGUSR2 its clock becomes ahead of or behind the machine's by what the file
// says (`performance.now()` and timers go on as ever, as they do where an operator sets a clock), and what its memory
// holds is written beside that file: bytes that are still in use after a collection.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const file = process.env.CLOCK_OFFSET_FILE
const realNow = Date.now
const RealDate = Date
let offsetMs = 0
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(file, 'utf8'))
  collect()
  const { heapUsed, external } = process.memoryUsage()
  const told = `${file}.${process.pid}`
  writeFileSync(`${told}.new`, String(heapUsed + external))
  renameSync(`${told}.new`, told)
})
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length ? parts : [realNow() + offsetMs]))
  }
  static now() {
    return realNow() + offsetMs
  }
}
