import { buildAll } from '../../federation/build-apps.ts'

await buildAll({ log: (text) => process.stdout.write(`${text}\n`) })
