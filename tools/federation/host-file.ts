import { CONTRACT_VERSION } from '@propsight/shared/contracts'
import { HOST_FILE, type HostFile } from '@propsight/shared/release'
import type { Rspack } from '@rsbuild/core'
import { sharedVersions } from './shared-deps.ts'

/** Writes the shell's contract version and shared packages to a file. The checks of a release read it. */
export class HostFilePlugin {
  readonly name = 'HostFilePlugin'
  readonly #folder: string

  /** @param folder the shell's folder */
  constructor(folder: string) {
    this.#folder = folder
  }

  apply(compiler: Rspack.Compiler): void {
    const { RawSource } = compiler.rspack.sources
    const versions = Object.entries(sharedVersions(this.#folder))
    const host: HostFile = {
      contract: CONTRACT_VERSION,
      shared: versions.map(([name, version]) => ({ name, version, range: null, singleton: true })),
    }
    compiler.hooks.thisCompilation.tap(this.name, (compilation) => {
      const stage = compiler.rspack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: this.name, stage }, () =>
        compilation.emitAsset(HOST_FILE, new RawSource(`${JSON.stringify(host, null, 2)}\n`)),
      )
    })
  }
}
