import { backtest, processIo } from '@propsight/backtest'

process.exitCode = await backtest(process.argv.slice(2), processIo())
