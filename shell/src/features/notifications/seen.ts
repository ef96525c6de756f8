import { atom } from 'jotai'
import { STORAGE } from '../../config/storage-keys.ts'
import type { Services } from '../../state/services.ts'

type Needs = Pick<Services, 'storage' | 'store'>

/** Number of seen notices; null until this page marks them (the bell then reads the stored count). */
export const seenCountAtom = atom<number | null>(null)

export const storedSeen = ({ storage }: Pick<Needs, 'storage'>): number => {
  const count = Number(storage.get(STORAGE.notificationsSeen))
  return Number.isInteger(count) && count > 0 ? count : 0
}

/** Marks all notices as seen and stores the count (S4). */
export function markAllSeen({ storage, store }: Needs, total: number): void {
  storage.set(STORAGE.notificationsSeen, String(total))
  store.set(seenCountAtom, total)
}
