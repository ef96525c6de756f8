// The dev server of one app, as a child process: says when it listens and has compiled once, and stops when told to.
import { loadConfig } from '@rsbuild/core'
import * as z from 'zod'
import { runDevServer } from './run-dev-server.ts'

const { PROPSIGHT_DEV_APP: folder } = z.object({ PROPSIGHT_DEV_APP: z.string() }).parse(process.env)
process.chdir(folder)

const { url, compiles } = await runDevServer(folder, (await loadConfig({ cwd: folder })).content)
process.send?.({ type: 'ready', url, compiles: await compiles })
