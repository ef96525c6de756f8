import { Banner, Button } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Update, updatesAtom } from '../../state/toasts.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'
import styles from './update-notice.module.css'

/** Read by other elements at the bottom edge: toasts on small screens, the federation panel, the footer. */
const ROOM = '--notice-room'
const GAP_PX = 20

/** Publishes the height of an element at the bottom edge as a CSS variable in px, while it is mounted. */
export function usePublishedHeight(element: RefObject<HTMLElement | null>): void {
  // After every render, because the height changes with the text.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const publish = () => style.setProperty(ROOM, `${(element.current?.offsetHeight ?? 0) + GAP_PX}px`)
    publish()
    addEventListener('resize', publish)
    return () => {
      removeEventListener('resize', publish)
      style.removeProperty(ROOM)
    }
  })
}

/**
 * Announces a newer release, one at a time. `Later` dismisses one release; the next release shows a notice
 * again.
 */
export function UpdateNotice(): ReactElement | null {
  const updates = useAtomValue(updatesAtom)
  const [later, setLater] = useState<readonly string[]>([])
  const update = updates.find(({ id }) => !later.includes(id))
  if (!update) return null
  return <Notice key={update.id} update={update} onLater={() => setLater([...later, update.id])} />
}

/**
 * Moves the focus to the content: the pressed button is removed, and the focus would return to the top of the
 * page.
 */
const focusContent = () => document.querySelector('main')?.focus({ preventScroll: true })

function Notice({ update, onLater }: { update: Update; onLater(): void }): ReactElement {
  const [warned, setWarned] = useState(false)
  const place = useRef<HTMLElement>(null)
  usePublishedHeight(place)
  const { title, how, run } = update
  const runUpdate = () => {
    // With unsaved work the first press shows a warning, and the second press updates.
    if (!warned && hasUnsavedWork()) return setWarned(true)
    run()
    focusContent()
  }
  const later = () => {
    onLater()
    focusContent()
  }
  const label = how === 'reload' ? 'Reload' : 'Update now'
  return (
    <aside ref={place} className={styles.place} aria-label="Update">
      <Banner
        title={warned ? 'Work on this page is not saved.' : `A new version of ${title} is ready.`}
        action={
          <span className={styles.actions}>
            <Button variant="bare" onClick={later}>
              Later
            </Button>
            <Button variant={warned ? 'bad' : 'default'} onClick={runUpdate}>
              {warned ? `${label} anyway` : label}
            </Button>
          </span>
        }
      >
        {warned && 'Updating now loses it.'}
        {!warned && how === 'swap' && 'It is installed when your work is saved.'}
      </Banner>
    </aside>
  )
}
