import { buildKit } from '../../remote-kit/pack/build-kit.ts'

const tarball = await buildKit((text) => process.stdout.write(`${text}\n`))
process.stdout.write(`${tarball}\n`)
