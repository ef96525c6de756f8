import { setFlagsFromString } from 'node:v8'
import { fit, processIo } from '@propsight/backtest'

// The fit makes much garbage. By default the heap grows to four times its live size before it is collected, which
// is more than 1.5 GB for four seasons.
setFlagsFromString('--heap-growing-percent=50')

process.exitCode = await fit(process.argv.slice(2), processIo())
