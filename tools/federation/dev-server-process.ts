// The dev server of one app, run as a child process. Reports over IPC when it listens and whether the first
// compile succeeded.
import { loadConfig } from '@rsbuild/core'
import * as z from 'zod'
import { runDevServer } from './dev-server.ts'

const { PROPSIGHT_DEV_APP: folder } = z.object({ PROPSIGHT_DEV_APP: z.string() }).parse(process.env)
process.chdir(folder)

const { url, compiles } = await runDevServer(folder, (await loadConfig({ cwd: folder })).content)
process.send?.({ type: 'ready', url, compiles: await compiles })
