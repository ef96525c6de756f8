import { useShell } from '@propsight/shared/client'
import type { Line } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { Banner, Button, IconButton, useIdle, useListKeys } from '@propsight/shared/ui'
import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Board, NotRanked, WorthNotice } from '../features/board/board.tsx'
import { LoadedLinesNote, LoadedLinesPlaceholder } from '../features/board/loaded-lines-note.tsx'
import { splitBoard } from '../features/board/sort-cards.ts'
import { CardName } from '../features/card/card-parts.tsx'
import { CardSkeleton, PendingRow, RowPlaceholder } from '../features/card/card-placeholders.tsx'
import { useCompare } from '../features/compare/compare-selection.tsx'
import { ShareButtons } from '../features/export/share-buttons.tsx'
import { applyFilters, filterLoadingRows, listChips } from '../features/filters/apply-filters.ts'
import { MarketDetails, NothingMatches, Toolbar } from '../features/filters/toolbar.tsx'
import { usePickBuilder } from '../features/save/use-pick-builder.ts'
import { useSavedLines } from '../features/save/use-saved-lines.ts'
import { boardAtom, openCardAtom, shownOrderAtom } from '../state/board.ts'
import type { RankedLine } from '../state/ranked-line.ts'
import { isAdviceOutdatedAtom, type RunState, totalLines } from '../state/run.ts'
import { oddsLabel, settingsAtom } from '../state/settings.ts'
import { filtersAtom, fullViewOpenAtom, fullViewSlotAtom, viewAtom } from '../state/view.ts'
import { isOpenLine, toOpenLine } from '../state/view-link.ts'
import { BoardCard } from './board-card.tsx'
import {
  DetailPart,
  FilterSheetPart,
  KeyListPart,
  MarketTablePart,
  preloadBoardParts,
} from './board-parts.tsx'
import { Comparison } from './comparison.tsx'
import { NoRankedLines } from './empty-states.tsx'
import { useBoardWeather } from './use-board-weather.ts'
import { useLinkTo } from './use-view-link.ts'

/** Placeholder rows below the top picks: as many as fit on a screen. */
const ROWS = 8
const nothing = () => null
const NO_LINES: readonly Line[] = []

/**
 * The board with placeholders until the lines are known. It has the same layout, so that nothing moves on
 * loading.
 */
function BoardSkeleton() {
  const { mode, topPicks } = useAtomValue(settingsAtom)
  return (
    <>
      <Toolbar
        lines={NO_LINES}
        shown={0}
        total={0}
        loading
        notice={mode === 'ai' ? null : undefined}
        Sheet={FilterSheetPart}
        note={<LoadedLinesPlaceholder />}
      />
      <div role="status" aria-label="Loading players">
        <Board
          raised={[]}
          rest={[]}
          unranked={[]}
          places={[]}
          topPicks={topPicks}
          blankRows={ROWS}
          loading
          top={nothing}
          row={nothing}
          name={nothing}
          waiting={nothing}
          blank={(top) => <CardSkeleton top={top} />}
        />
      </div>
    </>
  )
}

/** The cards whose hit rates are expanded. */
export function useExpandedCards() {
  const [expanded, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => {
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  return { has: (id: string) => expanded.has(id), toggle }
}

/**
 * Notices above the board: it was loaded with one odds type only, its advice is for other books, or it lacks the line
 * that the URL names.
 */
export function BoardNotes({ run, onAnalyze }: { run: RunState; onAnalyze(): void }) {
  const shell = useShell()
  const linkTo = useLinkTo()
  const { oddsType } = useAtomValue(settingsAtom)
  const { open } = useAtomValue(viewAtom)
  const card = useAtomValue(openCardAtom)
  const isAdviceOutdated = useAtomValue(isAdviceOutdatedAtom)
  const loadedOddsType = run.request?.oddsType ?? 'All'
  const absent = open && run.phase !== 'loading' && card === null
  return (
    <>
      {loadedOddsType !== 'All' && loadedOddsType !== oddsType && (
        <Banner action={<Button onClick={onAnalyze}>Analyze again</Button>}>
          This board has {oddsLabel(loadedOddsType)} lines only.
        </Banner>
      )}
      {isAdviceOutdated && (
        <Banner action={<Button onClick={onAnalyze}>Analyze again</Button>}>
          The AI analysis compared the prices of other books than yours. All lines are listed by value at your
          books.
        </Banner>
      )}
      {absent && (
        <Banner
          action={
            <Button onClick={() => shell.navigate(linkTo({}), { replace: true })}>Show the board</Button>
          }
        >
          {open.name}, {open.line} {marketLabel(open.stat)}: this line is not on this board.
        </Banner>
      )}
    </>
  )
}

export interface BoardViewProps {
  run: RunState
  onAnalyze(): void
  /** Loads the lines that the board left out. */
  onLoadRemaining(): void
  onCancelRemaining(): void
}

/** The lines of a run as cards, or placeholders until the lines are known. */
export const BoardView = (props: BoardViewProps) =>
  props.run.lines ? <LoadedBoard {...props} /> : <BoardSkeleton />

/** The board of a run. Settings and filters are applied here: changing them is free. Ranks count from the top of what is shown. */
function LoadedBoard({ run, onAnalyze, onLoadRemaining, onCancelRemaining }: BoardViewProps) {
  const shell = useShell()
  const root = useRef<HTMLDivElement>(null)
  const { category, window, topPicks, oddsType } = useAtomValue(settingsAtom)
  const chosenFilters = useAtomValue(filtersAtom)
  // The rows follow the input: typing does not wait for them.
  const filters = useDeferredValue(chosenFilters)
  const board = useAtomValue(boardAtom)
  const { open } = useAtomValue(viewAtom)
  const covered = useAtomValue(fullViewOpenAtom)
  const slot = useAtomValue(fullViewSlotAtom)
  useIdle(preloadBoardParts)
  const loading = run.phase === 'loading'
  const shown = useMemo(() => applyFilters(board.ranked, filters), [board, filters])
  const places = useMemo(() => filterLoadingRows(board.places, filters), [board, filters])
  const raisedCount = run.advice?.recommendations.length ?? topPicks
  const isAdvised = run.advice !== null
  const order = useMemo(
    () => splitBoard(shown, raisedCount, filters.sort, isAdvised),
    [shown, raisedCount, filters.sort, isAdvised],
  )
  const all = useMemo(() => [...order.raised, ...order.rest], [order])
  const setShownOrder = useSetAtom(shownOrderAtom)
  useEffect(() => setShownOrder(all), [all, setShownOrder])

  // A filter, a narrower odds type and a linked line apply to all lines of the book, so that the left-out
  // lines load.
  const oneOddsType = oddsType !== 'All' && run.request?.oddsType === 'All'
  const narrowed = listChips(filters).length > 0 || oneOddsType
  const linkedLineMissing = open !== null && run.lines?.players.every((line) => !isOpenLine(open, line))
  const partial = (run.lines?.players.length ?? 0) < totalLines(run)
  const loadsRemaining =
    partial && (narrowed || linkedLineMissing) && run.phase === 'complete' && run.rest === null
  useEffect(() => {
    if (loadsRemaining) onLoadRemaining()
  })

  const weather = useBoardWeather()
  const saved = useSavedLines(usePickBuilder(window, weather.of))
  const comparison = useCompare(board.ranked)
  const expanded = useExpandedCards()
  const linkTo = useLinkTo()
  const latestLink = useRef(linkTo)
  useEffect(() => {
    latestLink.current = linkTo
  })
  const onOpen = useCallback(
    (card: RankedLine) => shell.navigate(latestLink.current({ open: toOpenLine(card.line) })),
    [shell],
  )
  const [keys, setKeys] = useState(false)
  const saveById = (id: string) => {
    const card = board.ranked.find((each) => each.id === id)
    if (card?.side) saved.toggle(card)
  }
  useListKeys(root, {
    enabled: !covered,
    actions: { s: saveById, c: comparison.toggle, o: expanded.toggle },
    onHelp: () => setKeys(true),
  })

  const draw = (card: RankedLine, top: boolean) => (
    <BoardCard
      key={card.id}
      card={card}
      top={top}
      href={linkTo({ filters, open: toOpenLine(card.line) })}
      onOpen={onOpen}
      open={expanded.has(card.id)}
      onToggle={expanded.toggle}
      saved={saved.has(card)}
      onSave={saved.toggle}
      compared={comparison.has(card.id)}
      onCompare={comparison.toggle}
      game={weather.gameOf(card.line)}
    />
  )
  const drawName = (card: RankedLine) => (
    <CardName card={card} href={linkTo({ filters, open: toOpenLine(card.line) })} onOpen={onOpen} />
  )
  const rest = (
    <LoadedLinesNote key={run.request?.key} run={run} onLoad={onLoadRemaining} onCancel={onCancelRemaining} />
  )
  const worth = loading ? undefined : <WorthNotice worth={board.worth} />
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
        lines={run.lines?.players ?? NO_LINES}
        shown={loading ? places.length : shown.length}
        total={loading ? board.places.length : board.ranked.length}
        loading={loading}
        Sheet={FilterSheetPart}
        // AI mode explains above the board why no card is raised.
        notice={isAdvised || (loading && run.request?.feature === 'ai') ? null : worth}
        note={rest}
      >
        <ShareButtons
          cards={all}
          category={marketLabel(run.request?.category ?? category)}
          link={linkTo({})}
        />
        <IconButton className="u-wide" label="Keys" icon="help" onClick={() => setKeys(true)} />
      </Toolbar>
      <MarketDetails lines={run.lines?.players ?? NO_LINES}>
        <MarketTablePart lines={run.lines?.players ?? NO_LINES} ranked={board.ranked} />
      </MarketDetails>
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
          version={run.lines?.players.length ?? 0}
          top={(card) => draw(card, true)}
          row={(card) => draw(card, false)}
          name={drawName}
          waiting={({ line, reason }) => <PendingRow line={line} reason={reason} />}
          blank={(top) => (top ? <CardSkeleton top /> : <RowPlaceholder />)}
        />
      )}
      <Comparison comparison={comparison} saved={saved} weather={weather} />
      {keys && <KeyListPart onClose={() => setKeys(false)} />}
      {detail}
    </div>
  )
}
