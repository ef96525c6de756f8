import { resolve } from 'node:path'

/** A path as it was meant: npm and pnpm run scripts from the root, and say in INIT_CWD where they were typed. */
export const pathAsTyped = (path: string, env: NodeJS.ProcessEnv): string =>
  resolve(env.INIT_CWD ?? process.cwd(), path)
