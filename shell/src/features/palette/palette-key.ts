import { layerAtom } from '../../state/layer.ts'
import type { Services } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'

/**
 * Opens the palette with Ctrl+K, ⌘K on Macs, and closes it with the same keys. Other dialogs keep their place.
 * @returns stops listening
 */
export function openPaletteByKey({ store }: Pick<Services, 'store'>): () => void {
  const press = (event: KeyboardEvent) => {
    const { key, metaKey, ctrlKey, altKey, shiftKey } = event
    if (key.toLowerCase() !== 'k' || metaKey === ctrlKey || altKey || shiftKey) return
    const layer = store.get(layerAtom)
    if (store.get(userAtom) === null || (layer !== null && layer.kind !== 'palette')) return
    event.preventDefault()
    store.set(layerAtom, layer === null ? { kind: 'palette' } : null)
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}
