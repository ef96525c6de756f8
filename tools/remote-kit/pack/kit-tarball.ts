import { resolve } from 'node:path'

/** The packed kit, which the API serves. A module of its own, because the build of the kit loads Vite. */
export const KIT_TARBALL = resolve(import.meta.dirname, '../dist/remote-kit.tgz')
