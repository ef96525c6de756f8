import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { registrySchema } from '@propsight/shared/contracts'
import { resolveTypedPath } from '../../../lib/environment.ts'
import type { ApiClient } from '../../../remote/api/client.ts'
import type { CommandContext, CommandResult } from '../../../remote/context.ts'
import { CommandFailure, commandLine, EXIT, failed } from '../../../remote/failure.ts'
import { DIST } from '../plugins/project.ts'
import { createBuildServer } from './build-server.ts'

export interface DevOptions {
  port: number
  watch: string
}

const HOST = '127.0.0.1'

/**
 * Checks that visitors get the remote, because the page has no place for another one.
 * @throws CommandFailure conflict
 */
export async function assertReleased(api: ApiClient, name: string): Promise<void> {
  const { remotes } = await api.ask('/api/remotes', registrySchema)
  if (remotes.some((entry) => entry.name === name)) return
  throw new CommandFailure(
    EXIT.conflict,
    `${name} has no release yet, so the page has no place for it: run it alone, or begin with ${commandLine('deploy')}`,
  )
}

/**
 * Runs the build of this folder after every edit and serves it to a running Propsight, in place of the deployed
 * release, for one developer. Works with every bundler: what the page shows are builds for production.
 * Ends with Ctrl-C.
 */
export async function dev(
  { io, connect, progress }: CommandContext,
  name: string,
  { port, watch: script }: DevOptions,
): Promise<CommandResult> {
  const api = await connect()
  const root = resolveTypedPath('.', io.env)
  await assertReleased(api, name)
  const { server, ready } = createBuildServer(join(root, DIST), new URL(api.connection.url).origin)
  server.listen(port, HOST)
  await once(server, 'listening')
  // A process group of its own, because npm does not pass a signal on to the bundler.
  const build = spawn('npm', ['run', script], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  void ready.then(() => progress.note(`${api.connection.url}/?dev-remote=${name}@http://${HOST}:${port}`))
  const stop = () => build.pid !== undefined && process.kill(-build.pid, 'SIGTERM')
  io.signal.addEventListener('abort', stop, { once: true })
  const [code] = await once(build, 'exit')
  server.closeAllConnections()
  server.close()
  io.signal.throwIfAborted()
  throw failed(`npm run ${script} ended with code ${code}`)
}
