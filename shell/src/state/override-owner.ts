import type { Registry, RegistryEntry, SessionUser } from '@propsight/shared/contracts'
import { STORAGE } from '../config/storage-keys.ts'
import type { SafeStorage } from './safe-storage.ts'

/** The overridden entry, or null. The server allows one override at a time. */
export const overriddenEntry = (registry: Registry | null): RegistryEntry | null =>
  registry?.remotes.find(({ override }) => override) ?? null

/** Origin of an entry's files, as shown to the user. */
export const originOf = ({ base }: Pick<RegistryEntry, 'base'>): string =>
  new URL(base, document.baseURI).origin

/**
 * Whether an override may run: only while the user who confirmed it is signed in. The server's cookie
 * identifies only the browser, so the user is checked here.
 */
export const ownsOverride = (storage: SafeStorage, user: SessionUser | null): boolean =>
  user !== null && storage.get(STORAGE.overrideOwner) === user.id
