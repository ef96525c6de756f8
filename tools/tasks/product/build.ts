import { buildAll } from '../../federation/build-apps.ts'
import { buildKit } from '../../remote-kit/pack/build-kit.ts'

const log = (text: string) => process.stdout.write(`${text}\n`)
await buildAll({ log })
await buildKit(log)
