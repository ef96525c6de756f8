import { useEffect } from 'react'

/** Elements that handle Esc themselves. */
const OWN = 'input, textarea, select, dialog, [role=dialog], [role=alertdialog], [role=menu]'

/** Closes a full view on Esc, unless the focused element or an open dialog handles the key. */
export function useEscape(onLeave: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(OWN)) return
      if (document.querySelector('dialog[open], [role=dialog], [role=alertdialog]')) return
      onLeave()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onLeave])
}
