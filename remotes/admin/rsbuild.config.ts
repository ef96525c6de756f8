import { defineRemoteConfig } from '../../scripts/federation/remote-config.ts'

export default defineRemoteConfig(import.meta.dirname)
