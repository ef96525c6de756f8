import { createServer } from 'node:net'
import { resolve } from 'node:path'

/** Whether a server can listen on the port now. */
export function portIsFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    })
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** A random first port to search from, between 20,000 and 39,999, away from the default ports. */
export const randomFirstPort = (): number => 20_000 + Math.floor(Math.random() * 20_000)

const PORT_TRIES = 50

/** The first free port from `first` on, among at most fifty ports. @throws Error when none is free */
export async function firstFreePort(first: number, host: string): Promise<number> {
  for (let port = first; port < first + PORT_TRIES && port < 65_536; port++)
    if (await portIsFree(port, host)) return port
  throw new Error(`No free port between ${first} and ${first + PORT_TRIES - 1}; choose one with PORT=`)
}

const SECRETS = new Set(['PROPSIGHT_TOKEN', 'ADMIN_KEY'])

/**
 * The environment of builds and of the package manager, which run third-party code: without the deploy
 * credentials. This keeps credentials out of logs and bundles. It does not protect against malicious code on
 * this machine.
 */
export const buildEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.has(name.toUpperCase())))

/**
 * Resolves a path against the folder in which the command was typed. npm and pnpm run scripts in the root
 * folder, and pass the original folder in INIT_CWD.
 */
export const resolveTypedPath = (path: string, env: NodeJS.ProcessEnv): string =>
  resolve(env.INIT_CWD ?? process.cwd(), path)

/** Adds the variables of the file `.env`. It is optional: the defaults work without one. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile()
  } catch {
    // There is no such file.
  }
}

/** Runs a command with the variables of `.env`. An error is printed as one sentence; the exit code is then 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  loadEnvFile()
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
