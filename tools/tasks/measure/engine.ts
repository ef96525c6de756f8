import { setFlagsFromString } from 'node:v8'
import { backtest, fit, market, processIo } from '@propsight/backtest'

const COMMANDS = { backtest, fit, market }
const [name, ...args] = process.argv.slice(2)

// The fit makes much garbage. By default the heap grows to four times its live size before it is collected, which
// is more than 1.5 GB for four seasons.
if (name === 'fit') setFlagsFromString('--heap-growing-percent=50')

process.exitCode = await COMMANDS[name as keyof typeof COMMANDS](args, processIo())
