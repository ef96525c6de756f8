import { LOOPBACK } from './common-config.ts'

/**
 * Environment variable of a dev server that replaces a remote inside a built shell: `1` if that shell runs on
 * this machine, else the shell's origin.
 */
export const FOR_SHELL_VARIABLE = 'PROPSIGHT_FOR_SHELL'

/**
 * Settings of a remote's dev server for a built shell; null without the variable. A production React supports
 * neither fast refresh nor the development JSX runtime, so an edit reloads the page. The shell's page has
 * another origin and possibly another scheme.
 * @throws TypeError when the variable is neither `1` nor an origin
 */
export function forShell(env: NodeJS.ProcessEnv) {
  const value = env[FOR_SHELL_VARIABLE]
  if (!value) return null
  const origin = value === '1' ? LOOPBACK : [LOOPBACK, new URL(value).origin]
  return {
    react: { fastRefresh: false, swcReactOptions: { development: false, refresh: false } },
    server: { cors: { origin } },
    dev: {
      hmr: false,
      liveReload: true,
      // The client connects to the dev server's own address, because the page has the shell's. The error
      // overlay is off: it needs inline styles, which the content security policy forbids.
      client: { protocol: 'ws' as const, host: '127.0.0.1', port: '<port>', overlay: false },
    },
  }
}
