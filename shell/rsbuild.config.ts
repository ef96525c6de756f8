import { defineShellConfig } from '../tools/federation/shell-config.ts'

export default defineShellConfig(import.meta.dirname)
