import type { Rspack } from '@rsbuild/core'

/**
 * The chunks that a remote loads by itself (what it exposes, lazy parts, their style sheets) do not pass through the
 * federation runtime's hooks. This makes each of them ask the shell, `__propsightAsset(url)`, for the hash that the
 * registry promised and for the address to use; see `shell/src/federation/release-assets.ts`.
 */
export class GuardChunks {
  readonly name = 'GuardChunks'

  apply(compiler: Rspack.Compiler): void {
    const { RuntimePlugin } = compiler.rspack
    const guard = (element: string, address: string) => `
var asset = self.__propsightAsset && self.__propsightAsset(${element}.${address});
if (asset) { ${element}.${address} = asset.url; if (asset.integrity) ${element}.integrity = asset.integrity; }
${element}.crossOrigin = "anonymous";`
    compiler.hooks.compilation.tap(this.name, (compilation) => {
      const hooks = RuntimePlugin.getCompilationHooks(compilation)
      hooks.createScript.tap(this.name, (code) => code + guard('script', 'src'))
      hooks.createLink.tap(this.name, (code) => code + guard('linkTag', 'href'))
    })
  }
}
