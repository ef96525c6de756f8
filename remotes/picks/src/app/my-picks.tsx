import {
  type PicksState,
  pickStoreOf,
  storeBannerText,
  unreadablePicksText,
  useReadable,
} from '@propsight/shared/client'
import {
  PARLAY_SIZE,
  type PickRow,
  type RemoteProps,
  type ShellApi,
  type TrackLeg,
} from '@propsight/shared/contracts'
import { Button, EmptyState, ErrorState, useIdle } from '@propsight/shared/ui'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { useParlay } from '../features/parlay/use-parlay.ts'
import { ExpiredNote, ExpiringNote, StoreBanners } from '../features/saved-picks/banners.tsx'
import { legCandidates, ParlayBar } from '../features/saved-picks/parlay-bar.tsx'
import { groupPicks, PickGrid, PickSkeletons } from '../features/saved-picks/pick-grid.tsx'
import { PicksHead, type Sort, sortPicks } from '../features/saved-picks/picks-head.tsx'
import { useTrackLegs } from '../features/saved-picks/use-track-legs.ts'
import { useClock } from '../state/clock.ts'
import { isExpired } from '../state/pick-text.ts'
import {
  LazyChosenLegs,
  LazyClearDialog,
  LazyDeleteDialog,
  LazyParlayDialogs,
  LazyPastParlays,
  LazyPickDetail,
  LazyPickKeys,
  loadParlayFlow,
  preloadDialogs,
} from './lazy-dialogs.tsx'
import styles from './my-picks.module.css'
import { usePickActions } from './use-pick-actions.ts'

/**
 * Moves the focus to a card after the focused element was removed; without cards, to the title.
 * @param index position among all picks, from 0; beyond the end the last card is focused
 */
function focusPick(index: number): void {
  const at = document.querySelector<HTMLElement>(`[data-card][data-index="${index}"] [data-open]`)
  const last = [...document.querySelectorAll<HTMLElement>('[data-card] [data-open]')].at(-1)
  const target = at ?? last ?? document.getElementById('picks-title')
  target?.focus()
}

/**
 * The state of the pick store. Pending writes count as unsaved work, so that no release is swapped during a
 * write.
 */
function usePicks(shell: ShellApi): PicksState {
  const store = pickStoreOf(shell)
  useEffect(() => shell.registerUnsavedWork(() => store.busy() && 'swap'), [shell, store])
  return useSyncExternalStore(store.subscribe, store.get)
}

/**
 * The picks in an order. Picks that arrive while the list is read follow the others, so that no card moves, and a
 * restored pick returns to its place; choosing an order applies it to all.
 */
function useHeldOrder(rows: readonly PickRow[], sort: Sort): readonly PickRow[] {
  const held = useRef<{ sort: Sort; places: ReadonlyMap<string, number> }>({ sort, places: new Map() })
  const ordered = useMemo(() => {
    const places = held.current.sort === sort ? held.current.places : new Map<string, number>()
    const placeOf = ({ id }: PickRow) => places.get(id) ?? places.size
    return sortPicks(rows, sort).sort((a, b) => placeOf(a) - placeOf(b))
  }, [rows, sort])
  useEffect(() => {
    const before = held.current.sort === sort ? [...held.current.places.keys()] : []
    const ids = new Set([...before, ...ordered.map(({ id }) => id)])
    held.current = { sort, places: new Map([...ids].map((id, place) => [id, place])) }
  }, [ordered, sort])
  return ordered
}

/** The picks in groups, each in the chosen order; `showExpiring` sorts by expiry and focuses the first card. */
export function usePickOrder(rows: readonly PickRow[], legs: ReadonlyMap<string, TrackLeg>) {
  const [sort, setSort] = useState<Sort>('newest')
  // As text, so that a tick of the clock groups the picks again only when one of them has expired.
  const expired = useClock((now) =>
    rows.flatMap(({ id, expires_at }) => (isExpired(expires_at, now) ? [id] : [])).join(' '),
  )
  const held = useHeldOrder(rows, sort)
  const groups = useMemo(() => {
    const ids = new Set(expired.split(' '))
    return groupPicks(held, legs, ({ id }) => ids.has(id))
  }, [held, legs, expired])
  const ordered = useMemo(() => groups.flatMap((group) => group.rows), [groups])
  const showExpiring = () => {
    setSort('expiring')
    requestAnimationFrame(() => focusPick(0))
  }
  return { sort, setSort, groups, ordered, showExpiring }
}

type DialogState =
  | { kind: 'detail'; row: PickRow }
  | { kind: 'delete'; row: PickRow }
  | { kind: 'clear' }
  | { kind: 'past' }

interface CurrentDialogProps {
  shell: ShellApi
  opened: DialogState | null
  /** In display order. */
  rows: readonly PickRow[]
  legs: ReadonlyMap<string, TrackLeg>
  actions: ReturnType<typeof usePickActions>
  onOpen(opened: DialogState | null): void
}

/** The dialog that is open over My Picks; at most one. */
function CurrentDialog({ shell, opened, rows, legs, actions, onOpen }: CurrentDialogProps) {
  const onClose = () => onOpen(null)
  if (opened?.kind === 'detail') {
    // The pick may have been deleted in another tab or device: the detail then shows the row it was opened
    // with.
    const row = rows.find(({ id }) => id === opened.row.id) ?? opened.row
    const onDelete = () => onOpen({ kind: 'delete', row })
    return <LazyPickDetail {...{ shell, row, onDelete, onClose }} leg={legs.get(row.id)} />
  }
  if (opened?.kind === 'delete') {
    const place = rows.findIndex(({ id }) => id === opened.row.id)
    const remove = async (row: PickRow) => {
      await actions.remove(row)
      // The focused card was removed: without this, the focus would return to the top of the page.
      requestAnimationFrame(() => requestAnimationFrame(() => focusPick(Math.max(0, place))))
    }
    return <LazyDeleteDialog row={opened.row} onDelete={remove} onClose={onClose} />
  }
  if (opened?.kind === 'clear') {
    const clear = async () => {
      await actions.clear()
      requestAnimationFrame(() => requestAnimationFrame(() => focusPick(0)))
    }
    return <LazyClearDialog count={rows.length} onClear={clear} onClose={onClose} />
  }
  return opened && <LazyPastParlays shell={shell} onClose={onClose} />
}

const NONE: ReadonlySet<string> = new Set()
/** Marks a pick as a leg or not; null marks none. */
const toggleMark = (ids: ReadonlySet<string>, id: string | null): ReadonlySet<string> =>
  id === null ? NONE : ids.symmetricDifference(new Set([id]))

/** My Picks: the saved picks that have not expired, and the parlays that can be built from them (P5, P8). */
export function MyPicks({ shell }: RemoteProps) {
  const picks = usePicks(shell)
  const store = pickStoreOf(shell)
  const actions = usePickActions(shell, store)
  const legs = useTrackLegs(shell)
  const parlay = useParlay(shell, loadParlayFlow)
  const order = usePickOrder(picks.rows, legs)
  const [size, setSize] = useState<number>(PARLAY_SIZE.usual)
  const [opened, setOpened] = useState<DialogState | null>(null)
  const [isIdle, setIdle] = useState(false)
  useIdle(
    useCallback(() => {
      preloadDialogs()
      setIdle(true)
    }, []),
  )
  const earlyKeys = useRef<KeyboardEvent[] | null>([])
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.defaultPrevented) return
      earlyKeys.current?.push(event)
      setIdle(true)
    }
    document.addEventListener('keydown', keep)
    return () => document.removeEventListener('keydown', keep)
  }, [])
  const onOpen = useCallback((row: PickRow) => setOpened({ kind: 'detail', row }), [])
  const wanted = new URLSearchParams(useReadable(shell.location).search).get('pick')
  const { phase, rows } = picks
  useEffect(() => {
    const row = wanted !== null && rows.find(({ id }) => id === wanted)
    if (!row) return
    setOpened({ kind: 'detail', row })
    shell.navigate('/picks', { replace: true })
  }, [wanted, rows, shell])
  const onDelete = useCallback((row: PickRow) => setOpened({ kind: 'delete', row }), [])
  const ready = phase === 'ready'
  const open = useMemo(() => legCandidates(rows, legs), [rows, legs])
  const some = ready && rows.length > 0
  const [marked, onMark] = useReducer(toggleMark, NONE)
  const root = useRef<HTMLElement>(null)
  const chosen = open.filter(({ id }) => marked.has(id)).slice(0, PARLAY_SIZE.most)
  return (
    <section ref={root} className={some ? styles.withBar : styles.screen} aria-labelledby="picks-title">
      <PicksHead
        rows={ready ? rows : null}
        sort={order.sort}
        onSort={order.setSort}
        onPastParlays={() => setOpened({ kind: 'past' })}
        onRecord={() => shell.navigate('/picks?view=record')}
        onCleanUp={() => void actions.cleanUp()}
      >
        <ExpiringNote rows={rows} onShow={order.showExpiring} />
        <ExpiredNote rows={rows} onRemove={() => void actions.cleanUp()} />
      </PicksHead>
      <StoreBanners
        failure={ready ? storeBannerText(picks) : null}
        onRetry={() => void store.retry()}
        setAside={picks.setAside > 0 ? unreadablePicksText(picks.setAside) : null}
        unreadablePicksJson={store.unreadablePicksJson}
        onDiscard={store.discardSetAside}
      />
      {phase === 'loading' && <PickSkeletons />}
      {phase === 'error' && (
        <ErrorState
          title="Error Loading Picks"
          retryLabel="Reload Page"
          onRetry={() => location.reload()}
          {...(picks.error && { note: picks.error })}
        >
          Neither the server nor this device could load them. Nothing was deleted.
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
          {order.groups.map(({ name, rows: group, before }) => (
            <PickGrid
              key={name}
              {...{ shell, name, legs, marked, onMark, onOpen, onDelete }}
              rows={group}
              before={before}
            />
          ))}
          {isIdle && <LazyPickKeys {...{ root, earlyKeys, onMark, onDelete }} rows={order.ordered} />}
          <div className={styles.clear}>
            <Button variant="bad" onClick={() => setOpened({ kind: 'clear' })}>
              Clear All
            </Button>
          </div>
          <ParlayBar
            rows={rows}
            open={open}
            size={size}
            onSize={setSize}
            busy={parlay.busy}
            chosen={
              chosen.length > 0 && <LazyChosenLegs shell={shell} rows={chosen} onClear={() => onMark(null)} />
            }
            onParlay={() =>
              parlay.start(
                chosen.length > 0
                  ? { size: Math.max(2, chosen.length), rows: chosen, open: chosen.length }
                  : { size, rows, open: open.length },
              )
            }
          />
        </>
      )}
      {parlay.state.phase !== 'idle' && <LazyParlayDialogs shell={shell} parlay={parlay} />}
      <CurrentDialog
        shell={shell}
        opened={opened}
        rows={order.ordered}
        legs={legs}
        actions={actions}
        onOpen={setOpened}
      />
    </section>
  )
}
