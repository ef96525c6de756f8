import { useEffect } from 'react'

/** Where Esc means something of its own. */
const OWN = 'input, textarea, select, dialog, [role=dialog], [role=alertdialog], [role=menu]'

/** Esc leaves a view that covers the Dashboard, unless something on it takes the key for itself. */
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
