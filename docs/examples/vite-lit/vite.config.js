import { propsight } from '@propsight/remote-kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [propsight()] })
