import { LOOPBACK } from './common-config.ts'

/**
 * Says that a dev server stands in for a remote inside a shell that is a build: `1` where that shell runs on this
 * machine, else the shell's origin.
 */
export const FOR_SHELL_VARIABLE = 'PROPSIGHT_FOR_SHELL'

/**
 * How a remote's dev server differs then, and null otherwise. A production React knows neither fast refresh nor the
 * development JSX, so an edit reloads the page; the shell's page is another origin and may have another scheme.
 * @throws TypeError where the variable is neither `1` nor an origin
 */
export function forShell(env: NodeJS.ProcessEnv) {
  const told = env[FOR_SHELL_VARIABLE]
  if (!told) return null
  const origin = told === '1' ? LOOPBACK : [LOOPBACK, new URL(told).origin]
  return {
    react: { fastRefresh: false, swcReactOptions: { development: false, refresh: false } },
    server: { cors: { origin } },
    dev: {
      hmr: false,
      liveReload: true,
      lazyCompilation: false,
      // By its own address: the page's is the shell's. Its overlay would need inline styles.
      client: { protocol: 'ws' as const, host: '127.0.0.1', port: '<port>', overlay: false },
    },
  }
}
