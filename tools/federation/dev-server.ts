import { createRsbuild, type RsbuildConfig } from '@rsbuild/core'

export interface DevServer {
  /** The server's address, without a trailing slash. */
  url: string
  /** Whether the first build had no errors; settles when that build has ended. */
  compiles: Promise<boolean>
}

/**
 * Starts the dev server of a folder. On SIGINT, SIGTERM, or when the parent closes the IPC channel, it closes
 * the server and ends the process.
 */
export async function runDevServer(folder: string, config: RsbuildConfig): Promise<DevServer> {
  const rsbuild = await createRsbuild({ cwd: folder, config })
  const compiles = new Promise<boolean>((resolve) => {
    rsbuild.onAfterDevCompile(({ stats }) => resolve(!stats.hasErrors()))
  })
  const { urls, server } = await rsbuild.startDevServer({ getPortSilently: true })
  const end = async () => {
    await server.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
  process.once('disconnect', () => void end())
  return { url: (urls[0] ?? '').replace(/\/$/, ''), compiles }
}
