import { fit, processIo } from '@propsight/backtest'

process.exitCode = await fit(process.argv.slice(2), processIo())
