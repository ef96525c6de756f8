import { market, processIo } from '@propsight/backtest'

process.exitCode = await market(process.argv.slice(2), processIo())
