import { unreadablePicksText, storeBannerText } from '@propsight/shared/client'
import { PARLAY_SIZE, type PickRow, type RemoteProps } from '@propsight/shared/contracts'
import { Button, EmptyState, ErrorState, useIdle } from '@propsight/shared/ui'
import { useCallback, useMemo, useState } from 'react'
import { ExpiredBanner, ExpiringBanner } from '../features/banner/banners.tsx'
import { StoreBanners } from '../features/banner/store-banners.tsx'
import { useParlay } from '../features/parlay/use-parlay.ts'
import { ParlayBar } from '../features/saved-picks/parlay-bar.tsx'
import { openPicks } from '../features/saved-picks/parlay-words.ts'
import { PickGrid } from '../features/saved-picks/pick-grid.tsx'
import { PickSkeletons } from '../features/saved-picks/pick-skeletons.tsx'
import { PicksHead } from '../features/saved-picks/picks-head.tsx'
import { useLegs } from '../features/saved-picks/use-track-legs.ts'
import { usePickStore, usePicks } from '../features/saved-picks/use-picks.ts'
import styles from './my-picks.module.css'
import { type Opened, OpenedDialog } from './current-dialog.tsx'
import { loadParlayFlow, ParlayPart, preloadParts } from './lazy-dialogs.tsx'
import { useOrder } from './use-order.ts'
import { usePickDeeds } from './use-pick-actions.ts'

/** My Picks: the saved picks that have not expired, and the parlays that can be built from them (P5, P8). */
export function MyPicks({ shell }: RemoteProps) {
  const picks = usePicks(shell)
  const store = usePickStore(shell)
  const deeds = usePickDeeds(shell, store)
  const legs = useLegs(shell)
  const parlay = useParlay(shell, loadParlayFlow)
  const order = useOrder(picks.rows)
  const [size, setSize] = useState<number>(PARLAY_SIZE.usual)
  const [opened, setOpened] = useState<Opened | null>(null)
  useIdle(preloadParts)
  const onOpen = useCallback((row: PickRow) => setOpened({ kind: 'detail', row }), [])
  const onDelete = useCallback((row: PickRow) => setOpened({ kind: 'delete', row }), [])
  const { phase, rows } = picks
  const ready = phase === 'ready'
  const open = useMemo(() => openPicks(rows, legs), [rows, legs])
  const some = ready && rows.length > 0
  return (
    <section className={some ? styles.withBar : styles.screen} aria-labelledby="picks-title">
      <PicksHead
        count={ready ? rows.length : null}
        sort={order.sort}
        onSort={order.setSort}
        onPastParlays={() => setOpened({ kind: 'past' })}
        onRecord={() => shell.navigate('/picks?view=record')}
        onCleanUp={() => void deeds.cleanUp()}
        onClear={() => setOpened({ kind: 'clear' })}
      />
      <StoreBanners
        failure={ready ? storeBannerText(picks) : null}
        onRetry={() => void store.retry()}
        setAside={picks.setAside > 0 ? unreadablePicksText(picks.setAside) : null}
        unreadablePicksJson={store.unreadablePicksJson}
        onDiscard={store.discardSetAside}
      />
      {some && (
        <>
          <ExpiringBanner rows={rows} onShow={order.showExpiring} />
          <ExpiredBanner rows={rows} onRemove={() => void deeds.cleanUp()} />
        </>
      )}
      {phase === 'loading' && <PickSkeletons />}
      {phase === 'error' && (
        <ErrorState
          title="Error Loading Picks"
          retryLabel="Reload Page"
          onRetry={() => location.reload()}
          {...(picks.error && { note: picks.error })}
        >
          Neither the server nor this device could give them just now; nothing was deleted.
        </ErrorState>
      )}
      {ready && rows.length === 0 && (
        <EmptyState
          icon="bookmark"
          title="No Picks Saved"
          action={
            <Button variant="go" onClick={() => shell.navigate('/')}>
              Go to AI Analysis
            </Button>
          }
        >
          Picks you save are kept here for 20 hours.
        </EmptyState>
      )}
      {some && (
        <>
          <PickGrid rows={order.ordered} legs={legs} onOpen={onOpen} onDelete={onDelete} />
          <ParlayBar
            rows={rows}
            open={open}
            size={size}
            onSize={setSize}
            busy={parlay.busy}
            onParlay={() => parlay.start({ size, rows, open: open.length })}
          />
        </>
      )}
      {parlay.state.phase !== 'idle' && <ParlayPart shell={shell} parlay={parlay} />}
      <OpenedDialog
        shell={shell}
        opened={opened}
        rows={order.ordered}
        legs={legs}
        deeds={deeds}
        onOpen={setOpened}
      />
    </section>
  )
}
