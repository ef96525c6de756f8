import type { Rspack } from '@rsbuild/core'
import { FIRST_PAINT_FILE } from './release-file.ts'

/**
 * Writes the list of files that the page needs before its first paint. They are preloaded, and count in a
 * budget.
 */
export class FirstPaint {
  readonly name = 'FirstPaint'

  apply(compiler: Rspack.Compiler): void {
    const { RawSource } = compiler.rspack.sources
    compiler.hooks.thisCompilation.tap(this.name, (compilation) => {
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: this.name, stage }, () => {
        const files = compilation.entrypoints.get('index')?.getFiles() ?? []
        const needed = files.filter((file) => /\.(js|css)$/.test(file))
        compilation.emitAsset(FIRST_PAINT_FILE, new RawSource(JSON.stringify(needed)))
      })
    })
  }
}
