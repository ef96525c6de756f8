import { atom } from 'jotai'
import { STORAGE } from '../../config/storage-keys.ts'
import type { Services } from '../../state/services.ts'

type Needs = Pick<Services, 'storage' | 'store'>

/** Count of notices seen, null until it is read from the browser. */
export const seenCountAtom = atom<number | null>(null)

export const storedSeen = ({ storage }: Pick<Needs, 'storage'>): number => {
  const count = Number(storage.get(STORAGE.notificationsSeen))
  return Number.isInteger(count) && count > 0 ? count : 0
}

/** Opening the panel marks everything seen and keeps the count (specification 2 §4). */
export function markAllSeen({ storage, store }: Needs, total: number): void {
  storage.set(STORAGE.notificationsSeen, String(total))
  store.set(seenCountAtom, total)
}
