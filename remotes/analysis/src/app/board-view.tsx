import { marketLabel } from '@propsight/shared/domain'
import { IconButton, useIdle } from '@propsight/shared/ui'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Board } from '../features/board/board.tsx'
import { NotRanked } from '../features/board/not-ranked.tsx'
import { RestNote } from '../features/board/loaded-lines-note.tsx'
import { inScreenOrder } from '../features/board/sort-cards.ts'
import { useBoardKeys } from '../features/board/use-board-keys.ts'
import { CardName } from '../features/card/card-name.tsx'
import { CardSkeleton } from '../features/card/card-placeholders.tsx'
import { RowPlace } from '../features/card/row-place.tsx'
import { WaitingRow } from '../features/card/waiting-row.tsx'
import { useCompare } from '../features/compare/use-compare.ts'
import { ShareButtons } from '../features/export/share-buttons.tsx'
import { applyFilters, filterPlaces } from '../features/filters/apply-filters.ts'
import { chipsOf } from '../features/filters/chips.ts'
import { NothingMatches } from '../features/filters/nothing-matches.tsx'
import { Toolbar } from '../features/filters/toolbar.tsx'
import { useSavedLines } from '../features/save/use-saved-lines.ts'
import { boardAtom } from '../state/board.ts'
import type { RankedLine } from '../state/ranked-line.ts'
import { type RunState, totalLines } from '../state/run.ts'
import { settingsAtom } from '../state/settings.ts'
import { useShell } from '../state/shell.tsx'
import { shownOrderAtom } from '../state/shown-order.ts'
import { coveredAtom, coverSlotAtom, filtersAtom, viewAtom } from '../state/view.ts'
import { asOpenLine, isOpenLine } from '../state/view-link.ts'
import { BoardCard } from './board-card.tsx'
import { BoardNotes } from './board-notes.tsx'
import { DetailPart, KeysPart, preloadBoardParts, SheetPart } from './board-parts.tsx'
import { Comparison } from './comparison.tsx'
import { NoRankedLines } from './empty-states.tsx'
import { useBoardWeather } from './use-board-weather.ts'
import { useOpened } from './use-opened.ts'
import { useLinkTo } from './use-view-link.ts'
import { Waiting } from './board-skeleton.tsx'

export interface ShownBoardProps {
  run: RunState
  onAnalyze(): void
  /** Loads the lines that the board left out. */
  onRest(): void
  onCancelRest(): void
}

/** The lines of a run as cards, or placeholders until the lines are known. */
export const ShownBoard = (props: ShownBoardProps) =>
  props.run.lines ? <ReadBoard {...props} /> : <Waiting />

/** The board of a run. Settings and filters are applied here: changing them is free and changes no rank. */
function ReadBoard({ run, onAnalyze, onRest, onCancelRest }: ShownBoardProps) {
  const shell = useShell()
  const root = useRef<HTMLDivElement>(null)
  const { category, window, topPicks, oddsType } = useAtomValue(settingsAtom)
  const [filters, filter] = useAtom(filtersAtom)
  const board = useAtomValue(boardAtom)
  const { open } = useAtomValue(viewAtom)
  const covered = useAtomValue(coveredAtom)
  const slot = useAtomValue(coverSlotAtom)
  useIdle(preloadBoardParts)
  const loading = run.phase === 'loading'
  const shown = useMemo(() => applyFilters(board.ranked, filters), [board, filters])
  const places = useMemo(() => filterPlaces(board.places, filters), [board, filters])
  const raisedCount = run.advice?.recommendations.length || topPicks
  const order = useMemo(
    () => inScreenOrder(shown, raisedCount, filters.sort),
    [shown, raisedCount, filters.sort],
  )
  const all = useMemo(() => [...order.raised, ...order.rest], [order])
  const tellOrder = useSetAtom(shownOrderAtom)
  useEffect(() => tellOrder(all), [all, tellOrder])

  // A filter, a narrower odds type and a linked line apply to all lines of the book, so that the left-out
  // lines load.
  const oneOddsType = oddsType !== 'All' && run.request?.oddsType === 'All'
  const narrowed = chipsOf(filters).length > 0 || oneOddsType
  const missed = open !== null && run.lines?.players.every((line) => !isOpenLine(open, line))
  const partial = (run.lines?.players.length ?? 0) < totalLines(run)
  const completes = partial && (narrowed || missed) && run.phase === 'complete' && run.rest === null
  useEffect(() => {
    if (completes) onRest()
  })

  const weather = useBoardWeather()
  const saved = useSavedLines({ window, weather: weather.of })
  const comparison = useCompare(board.ranked)
  const opened = useOpened()
  const linkTo = useLinkTo()
  const latestLink = useRef(linkTo)
  useEffect(() => {
    latestLink.current = linkTo
  })
  const onOpen = useCallback(
    (card: RankedLine) => shell.navigate(latestLink.current({ open: asOpenLine(card.line) })),
    [shell],
  )
  const [keys, setKeys] = useState(false)
  const cardKeys = useMemo(() => {
    const withCard = (run: (card: RankedLine) => void) => (id: string) => {
      const card = board.ranked.find((each) => each.id === id)
      if (card) run(card)
    }
    return {
      save: withCard((card) => card.side && saved.toggle(card)),
      compare: comparison.toggle,
      toggle: opened.toggle,
      help: () => setKeys(true),
    }
  }, [board, saved.toggle, comparison.toggle, opened.toggle])
  useBoardKeys(root, !covered, cardKeys)

  const draw = (card: RankedLine, top: boolean) => (
    <BoardCard
      key={card.id}
      card={card}
      top={top}
      href={linkTo({ open: asOpenLine(card.line) })}
      onOpen={onOpen}
      open={opened.has(card.id)}
      onToggle={opened.toggle}
      saved={saved.has(card)}
      onSave={saved.toggle}
      compared={comparison.has(card.id)}
      onCompare={comparison.toggle}
      weather={weather.words(card.line)}
    />
  )
  const drawName = (card: RankedLine) => (
    <CardName card={card} href={linkTo({ open: asOpenLine(card.line) })} onOpen={onOpen} />
  )
  const rest = <RestNote key={run.request?.key} run={run} onLoad={onRest} onCancel={onCancelRest} />
  const detail = open && slot && createPortal(<DetailPart />, slot)
  if (!loading && board.ranked.length === 0 && board.unranked.length > 0) {
    return (
      <div ref={root}>
        <BoardNotes run={run} onAnalyze={onAnalyze} />
        <NoRankedLines count={board.unranked.length} />
        {rest}
        <NotRanked lines={board.unranked} name={drawName} />
        {detail}
      </div>
    )
  }
  return (
    <div ref={root}>
      <BoardNotes run={run} onAnalyze={onAnalyze} />
      <Toolbar
        lines={run.lines?.players ?? []}
        shown={loading ? places.length : shown.length}
        total={loading ? board.places.length : board.ranked.length}
        loading={loading}
        Sheet={SheetPart}
        note={rest}
      >
        <ShareButtons
          cards={all}
          category={marketLabel(run.request?.category ?? category)}
          link={linkTo({})}
        />
        <IconButton className="u-wide" label="Keys" icon="help" onClick={() => setKeys(true)} />
      </Toolbar>
      {!loading && shown.length === 0 && board.ranked.length > 0 ? (
        <NothingMatches total={board.ranked.length} />
      ) : (
        <Board
          raised={order.raised}
          rest={order.rest}
          unranked={board.unranked}
          places={places}
          topPicks={raisedCount}
          loading={loading}
          sort={filters.sort}
          onSort={(sort) => filter({ sort })}
          top={(card) => draw(card, true)}
          row={(card) => draw(card, false)}
          name={drawName}
          waiting={({ line, reason }) => <WaitingRow line={line} reason={reason} />}
          blank={(top) => (top ? <CardSkeleton top /> : <RowPlace />)}
        />
      )}
      <Comparison comparison={comparison} saved={saved} weather={weather} />
      {keys && <KeysPart onClose={() => setKeys(false)} />}
      {detail}
    </div>
  )
}
