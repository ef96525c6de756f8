import { defineRemoteConfig } from '../../tools/federation/remote-config.ts'

export default defineRemoteConfig(import.meta.dirname)
