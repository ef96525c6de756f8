// Loaded before an API (`--import`): its clock is ahead of or behind the machine's by what its file says, read anew at
// SIGUSR2. `performance.now()` and timers go on as ever, as they do where an operator sets a clock.
import { readFileSync } from 'node:fs'

const realNow = Date.now
const RealDate = Date
let offsetMs = 0
process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(process.env.CLOCK_OFFSET_FILE, 'utf8'))
})
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length ? parts : [realNow() + offsetMs]))
  }
  static now() {
    return realNow() + offsetMs
  }
}
