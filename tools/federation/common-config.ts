import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import type { RsbuildConfig } from '@rsbuild/core'

/** The oldest supported browsers: the first versions with `light-dark()`, which the design tokens use. */
const BROWSERS = ['chrome >= 123', 'edge >= 123', 'firefox >= 120', 'safari >= 17.5']
export const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

export const isDevelopment = (): boolean => process.env.NODE_ENV === 'development'

/**
 * Identifies a release in everything that must differ between two releases on one page: class names, chunk
 * globals.
 */
export const releaseId = (name: string, version: string): string => `${name}-${version.replace(/^.*-/, '')}`

const HASH_CHARACTERS = 6

/**
 * Names classes by release, class and style sheet. The classes of a sheet share its hash, so that they compress: a hash
 * of each class is 1.2 % of the bytes of a page.
 */
const classNames =
  (prefix: string) =>
  (
    { resourcePath, rootContext }: { resourcePath: string; rootContext: string },
    _: string,
    local: string,
  ) => {
    const sheet = relative(rootContext, resourcePath).replaceAll(sep, '/')
    const hash = createHash('sha256').update(sheet).digest('hex').slice(0, HASH_CHARACTERS)
    return `${prefix}__${local}-${hash}`
  }

/** The configuration that the builds of shell and remotes have in common. */
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
      legalComments: 'none',
      // The content security policy does not allow data: URLs.
      dataUriLimit: 0,
      // A second and a third pass remove what the first one made unused: .1 % of the first page's bytes.
      minify: {
        jsOptions: {
          minimizerOptions: {
            // Only libraries warn, about uses of them in the source: the browser's console is silent (S12).
            compress: { passes: 3, ecma: 2022, pure_funcs: ['console.warn'] },
            mangle: {},
            format: { ecma: 2022 },
          },
        },
      },
    },
    // Lazy compilation replaces a module by a proxy at its first import. Shared modules are consumed synchronously
    // before the proxy has loaded them, and a remote requests its modules from the shell's origin.
    dev: { assetPrefix: 'auto', lazyCompilation: false },
    // An editor may truncate a file before it writes it. The default of 5 ms compiles the empty file in between.
    tools: {
      rspack: { watchOptions: { aggregateTimeout: 100 } },
      cssLoader: { modules: { getLocalIdent: classNames(releaseId(name, version)) } },
    },
    performance: { printFileSize: false },
    splitChunks: false,
    logLevel: 'warn',
  } satisfies RsbuildConfig
}
