import { resolve } from 'node:path'

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
