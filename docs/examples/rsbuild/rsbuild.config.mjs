import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { federationOptions, remoteConfig } from '@propsight/remote-kit/rsbuild'
import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

// `rsbuild dev` shows the remote alone; the builds are for the shell.
export default defineConfig(({ command }) =>
  command === 'build'
    ? { ...remoteConfig(), plugins: [pluginReact(), pluginModuleFederation(federationOptions())] }
    : {
        source: { entry: { index: './src/alone.tsx' } },
        server: { host: '127.0.0.1' },
        plugins: [pluginReact()],
      },
)
