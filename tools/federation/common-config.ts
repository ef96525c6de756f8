import type { RsbuildConfig } from '@rsbuild/core'

/** Oldest browsers: the first with `light-dark()`, which the tokens are written in. */
const BROWSERS = ['chrome >= 123', 'edge >= 123', 'firefox >= 120', 'safari >= 17.5']
export const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

export const isDevelopment = (): boolean => process.env.NODE_ENV === 'development'

/** Marks everything that must differ between two releases on one page: class names, chunk registers. */
export const releaseId = (name: string, version: string): string => `${name}-${version.replace(/^.*-/, '')}`

/** What shell and remotes are built alike. */
export function commonConfig(name: string, version: string) {
  return {
    server: {
      host: '127.0.0.1',
      cors: { origin: LOOPBACK },
      ...(process.env.PORT ? { port: Number(process.env.PORT), strictPort: true } : {}),
    },
    source: { define: { 'import.meta.env.BUILD_VERSION': JSON.stringify(version) } },
    output: {
      assetPrefix: 'auto',
      overrideBrowserslist: BROWSERS,
      cssModules: { localIdentName: `${releaseId(name, version)}__[local]-[hash:hex:6]` },
      legalComments: 'none',
      // data: addresses would have to be allowed by the page's policy.
      dataUriLimit: 0,
    },
    dev: { assetPrefix: 'auto' },
    performance: { printFileSize: false },
    splitChunks: false,
    logLevel: 'warn',
  } satisfies RsbuildConfig
}
