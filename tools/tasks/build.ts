import { buildAll } from '../build.ts'

await buildAll({ log: (text) => process.stdout.write(`${text}\n`) })
