import { defineShellConfig } from '../scripts/federation/shell-config.ts'

export default defineShellConfig(import.meta.dirname)
