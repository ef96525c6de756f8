import { Dialog } from '@propsight/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import styles from './palette.module.css'
import { findItems, type PaletteItem, readPicks, readProps, staticItems } from './palette-items.ts'

const FRESH_MS = 60_000
const NONE: readonly PaletteItem[] = []
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** All that the palette knows, and whether a part of it is missing. */
function usePaletteItems(tabs: readonly { path: string; title: string }[]) {
  const { api, supabase } = useServices()
  const user = useAtomValue(userAtom)?.id
  const options = { staleTime: FRESH_MS, retry: false }
  const props = useQuery({
    ...options,
    queryKey: ['palette', 'props'],
    queryFn: ({ signal }) => readProps(api, signal),
  })
  const picks = useQuery({
    ...options,
    queryKey: ['palette', 'saved', user],
    queryFn: () => readPicks(supabase),
  })
  return {
    items: [...staticItems(tabs), ...(picks.data ?? NONE), ...(props.data ?? NONE)],
    isReading: props.isLoading || picks.isLoading,
    missing: [props.isError && 'players and games', picks.isError && 'your picks']
      .filter(Boolean)
      .join(' and '),
  }
}

export interface PaletteDialogProps {
  tabs: readonly { path: string; title: string }[]
  open: boolean
  onClose(): void
}

/** Finds players, markets, games, picks and pages by a few letters, and opens the chosen one. */
export function PaletteDialog({ tabs, open, onClose }: PaletteDialogProps): ReactElement {
  const { location } = useServices()
  const { items, isReading, missing } = usePaletteItems(tabs)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const found = findItems(items, search)
  const current = Math.min(at, found.length - 1)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    location.navigate(item.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step) setAt((current + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') choose(found[current])
    else return
    event.preventDefault()
  }
  const status = missing ? `Could not be read: ${missing}.` : isReading && 'Reading players, games and picks…'
  return (
    <Dialog open={open} onClose={onClose} title="Find" initialFocus={input}>
      <input
        ref={input}
        className={styles.search}
        role="combobox"
        aria-label="Player, market, game, pick or page"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        placeholder="Player, market, game, pick or page"
        maxLength={80}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label="Found" className={styles.list}>
        {found.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the combobox, which has the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the combobox names the active option
          <div
            key={`${item.path} ${item.title}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            className={styles.option}
            onClick={() => choose(item)}
          >
            {item.title}
            <span className={styles.kind}>{item.kind}</span>
          </div>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {found.length === 0 && !isReading ? `Nothing matches. ${status || ''}` : status}
      </p>
    </Dialog>
  )
}
