import { resolve } from 'node:path'

/**
 * Resolves a path against the folder in which the command was typed. npm and pnpm run scripts in the root
 * folder, and pass the original folder in INIT_CWD.
 */
export const resolveTypedPath = (path: string, env: NodeJS.ProcessEnv): string =>
  resolve(env.INIT_CWD ?? process.cwd(), path)
