import { useAtomValue } from 'jotai'
import { type ReactElement, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { UnmountBoundary } from '../loader/remote-boundary.tsx'
import { type Layer, layerAtom } from '../state/layer.ts'
import { useServices } from '../state/services.ts'
import type { LayersProps } from './layer-dialog.tsx'
import { DialogLoading, lazyPart, MissingDialog } from './lazy-part.tsx'

const LayerDialog = lazyPart(async () => (await import('./layer-dialog.tsx')).LayerDialog, MissingDialog)

/**
 * The open dialog or overlay. Dialog code is a separate chunk, loaded when the first dialog opens. The last
 * dialog stays mounted while it closes, so that it can fade out and restore the focus.
 */
export function Layers(props: LayersProps): ReactElement | null {
  const { store } = useServices()
  const layer = useAtomValue(layerAtom)
  const [last, setLast] = useState<Layer | null>(null)
  if (layer && layer !== last) setLast(layer)
  // Where Back cannot be stopped it navigates away from the page below the dialog, so the dialog closes. A dialog that
  // the new URL has just opened (an override request) stays open.
  const onBack = useEffectEvent(() => {
    if (store.get(layerAtom) === layer) store.set(layerAtom, null)
  })
  useEffect(() => {
    const back = () => onBack()
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const shown = layer ?? last
  if (!shown) return null
  return (
    <UnmountBoundary>
      <Suspense fallback={<DialogLoading />}>
        <LayerDialog
          {...props}
          layer={shown}
          open={layer !== null}
          onClose={() => store.set(layerAtom, null)}
        />
      </Suspense>
    </UnmountBoundary>
  )
}
