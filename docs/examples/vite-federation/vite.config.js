import { federation } from '@module-federation/vite'
import { federationBuild, federationOptions } from '@propsight/remote-kit/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: command === 'build' ? [federationBuild(), federation(federationOptions())] : [],
}))
