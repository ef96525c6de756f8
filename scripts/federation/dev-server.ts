// The dev server of one app, as a child process: says when it listens and has compiled once, and stops when told to.
import { createRsbuild, loadConfig } from '@rsbuild/core'
import * as z from 'zod'

const { PROPSIGHT_DEV_APP: folder } = z.object({ PROPSIGHT_DEV_APP: z.string() }).parse(process.env)
process.chdir(folder)

const { content: config } = await loadConfig({ cwd: folder })
const rsbuild = await createRsbuild({ cwd: folder, config })
const compiled = new Promise<boolean>((resolve) => {
  rsbuild.onAfterDevCompile(({ stats }) => resolve(!stats.hasErrors()))
})
const { urls, server } = await rsbuild.startDevServer({ getPortSilently: true })

const end = async () => {
  await server.close()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
process.once('disconnect', () => void end())

process.send?.({ type: 'ready', url: urls[0], compiles: await compiled })
