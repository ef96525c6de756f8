import { useAtomValue } from 'jotai'
import { type ReactElement, Suspense } from 'react'
import { updatesAtom } from '../state/updates.ts'
import { lazyPart } from './lazy-part.tsx'
import { MissingForNow } from './missing-parts.tsx'

const UpdateNotice = lazyPart(
  async () => (await import('../features/update-notice/update-notice.tsx')).UpdateNotice,
  MissingForNow,
)

/** The update notice, shown above every screen while a new release is ready. */
export const Updates = (): ReactElement | null =>
  useAtomValue(updatesAtom).length > 0 ? (
    <Suspense fallback={null}>
      <UpdateNotice />
    </Suspense>
  ) : null
