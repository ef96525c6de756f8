import { Button, Icon } from '@propsight/shared/ui'
import { useEffect, useId, useRef, useState } from 'react'
import { Explained } from './explained.tsx'
import styles from './help.module.css'

/**
 * Button with a popover that explains the ratings. Esc, the button, and a click or focus elsewhere close it.
 */
export function TargetRatings() {
  const id = useId()
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Stops Escape from closing the dialog around the popover as well.
      event.stopPropagation()
      setOpen(false)
      button.current?.focus()
    }
    // The popover covers controls, so it closes when one of them gets the focus.
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false)
    }
    addEventListener('keydown', onKey, { capture: true })
    addEventListener('pointerdown', onElsewhere)
    addEventListener('focusin', onElsewhere)
    return () => {
      removeEventListener('keydown', onKey, { capture: true })
      removeEventListener('pointerdown', onElsewhere)
      removeEventListener('focusin', onElsewhere)
    }
  }, [open])
  return (
    <div ref={place} className={styles.help}>
      <Button
        ref={button}
        variant="bare"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="help" />
        Target ratings
      </Button>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section id={id} className={styles.popover} aria-label="Target ratings" tabIndex={0}>
          <Explained />
        </section>
      )}
    </div>
  )
}
