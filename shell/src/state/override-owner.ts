import type { Registry, RegistryEntry, SessionUser } from '@propsight/shared/contracts'
import { STORAGE } from '../config/storage-keys.ts'
import type { SafeStorage } from './safe-storage.ts'

/** The entry that a developer's own machine stands in for; the server allows one at a time. */
export const overriddenEntry = (registry: Registry | null): RegistryEntry | null =>
  registry?.remotes.find(({ override }) => override) ?? null

/** Where such an entry comes from, as the person in front of the screen may compare it. */
export const originOf = ({ base }: Pick<RegistryEntry, 'base'>): string =>
  new URL(base, document.baseURI).origin

/**
 * Whether an overriding entry may run: only for the user who confirmed it, and only while they are signed in. The
 * server's cookie belongs to the browser; who sits in front of it is known here alone.
 */
export const ownsOverride = (storage: SafeStorage, user: SessionUser | null): boolean =>
  user !== null && storage.get(STORAGE.overrideOwner) === user.id
