import { useAtomValue } from 'jotai'
import { type ReactElement, Suspense, useState } from 'react'
import { LeavingBoundary } from '../federation/remote-boundary.tsx'
import { useServices } from '../state/services.ts'
import { type Layer, layerAtom } from '../state/views.ts'
import type { LayersProps } from './layers-props.ts'
import { lazyPart } from './lazy-part.tsx'
import { MissingDialog } from './missing-parts.tsx'

const LayerDialog = lazyPart(async () => (await import('./layer-dialog.tsx')).LayerDialog, MissingDialog)

/**
 * What lies above the page. Dialogs are code of their own, loaded when the first one opens. The last one stays drawn
 * while it closes, so that it can fade and give the focus back.
 */
export function Layers(props: LayersProps): ReactElement | null {
  const { store } = useServices()
  const layer = useAtomValue(layerAtom)
  const [last, setLast] = useState<Layer | null>(null)
  if (layer && layer !== last) setLast(layer)
  const shown = layer ?? last
  if (!shown) return null
  return (
    <LeavingBoundary>
      <Suspense fallback={null}>
        <LayerDialog
          {...props}
          layer={shown}
          open={layer !== null}
          onClose={() => store.set(layerAtom, null)}
        />
      </Suspense>
    </LeavingBoundary>
  )
}
