// Loaded into an API process (`--import`). On SIGUSR2 it shifts `Date` by the offset in the file (not
// `performance.now()` and timers, as when an operator sets the system clock), and writes the bytes in use
// after a garbage collection to `<file>.<pid>`.
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
  const sizeFile = `${file}.${process.pid}`
  writeFileSync(`${sizeFile}.new`, String(heapUsed + external))
  renameSync(`${sizeFile}.new`, sizeFile)
})
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length ? parts : [realNow() + offsetMs]))
  }
  static now() {
    return realNow() + offsetMs
  }
}
