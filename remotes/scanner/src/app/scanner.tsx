import { download } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { decimalOdds } from '@propsight/shared/domain/odds'
import { countText } from '@propsight/shared/format'
import { Button, useIdle } from '@propsight/shared/ui'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type CellContext, CellsProvider } from '../features/board/cells.tsx'
import { useChangedPrices } from '../features/board/use-changed-prices.ts'
import { useListKeys } from '../features/board/use-list-keys.ts'
import { boardCsv } from '../features/export/board-csv.ts'
import { SavedViews } from '../features/filters/saved-views.tsx'
import { Toolbar } from '../features/filters/toolbar.tsx'
import { useShownRows } from '../features/filters/use-shown-rows.ts'
import { coveredUntil, toMarket } from '../features/run/run-state.ts'
import { useRuns } from '../features/run/use-runs.ts'
import { priceText } from '../state/price-text.ts'
import { useNow, useOnline } from '../state/readable.ts'
import type { Row } from '../state/rows.ts'
import { REMOVAL_TEXTS, useSettings } from '../state/settings.ts'
import { useBoard } from '../state/use-board.ts'
import { useView } from '../state/use-view.ts'
import { isFiltered, PLAIN_VIEW, readView, viewSearch } from '../state/view.ts'
import { LoadingProps, NoProps, PropList } from './board-view.tsx'
import { BoardFailed, Notices } from './notices.tsx'
import { RecordLink } from './record-link.tsx'
import styles from './scanner.module.css'
import { ScannerHead } from './scanner-head.tsx'
import { DetailPart, preloadParts, RunPart, SettingsPart } from './scanner-parts.tsx'
import { timeText, zoneText } from './time-texts.ts'
import { useRunUpkeep } from './use-run-upkeep.ts'

/** 'N of M props', or 'M props' when no prop is hidden by a filter. */
const shownCount = (shown: number, total: number): string =>
  shown === total ? countText(total, 'prop') : `${shown} of ${countText(total, 'prop')}`

/** The scanner: current prices of all books, with the engine's probability where a run has paid for it. */
export function Scanner({ shell, userId }: { shell: ShellApi; userId: string }) {
  const [settings, changeSettings] = useSettings()
  const [view, change] = useView(shell)
  const runs = useRuns(shell, userId)
  const now = useNow()
  const online = useOnline()
  const root = useRef<HTMLDivElement>(null)
  /** Market that the confirmation of a run is for, empty for all; null while it is closed. */
  const [asked, setAsked] = useState<string | null>(null)
  const [settingsOpen, setSettingsOpen] = useState(false)
  const [round, setRound] = useState(0)
  const { removal, format, books } = settings
  const chosen = useMemo(() => (books ? new Set(books) : null), [books])
  const board = useBoard(shell, view.day, runs.runs, { removal, chosen, now })
  const { data, rows, error } = board
  const shown = useShownRows(rows, view, now, round)
  const changed = useChangedPrices(rows, `${removal} ${books?.join()} ${view.day}`)
  useListKeys(root)
  useIdle(preloadParts)
  useRunUpkeep(shell, board, runs)

  const titles = useMemo(() => new Map(data?.books.map(({ key, title }) => [key, title])), [data?.books])
  const bookTitle = useCallback((book: string) => titles.get(book) ?? book, [titles])
  const open = useRef(view.open)
  useEffect(() => {
    open.current = view.open
  })
  const onToggle = useCallback((id: string) => change({ open: open.current === id ? null : id }), [change])
  const started = runs.runs
  const cells = useMemo<CellContext>(
    () => ({
      format,
      now,
      bookTitle,
      changed,
      startText: (startsAt) => timeText(Date.parse(startsAt), now),
      isCovered: (stat) => coveredUntil(started, stat, now) !== null,
      onGet: setAsked,
      onToggle,
    }),
    [format, now, bookTitle, changed, started, onToggle],
  )
  const americanText = useCallback(
    (american: number) => priceText({ american, decimal: decimalOdds(american) }, format),
    [format],
  )
  const timeOf = useCallback((at: number) => timeText(at, now), [now])
  const readAt = Date.parse(data?.readAt ?? '')
  const recordLink = <RecordLink shell={shell} />
  const detail = (row: Row) => (
    <DetailPart
      shell={shell}
      row={row}
      removal={removal}
      chosen={chosen}
      now={now}
      end={Number.isNaN(readAt) ? now : readAt}
      recordLink={recordLink}
      onGet={() => setAsked(row.prop.stat)}
      bookTitle={bookTitle}
      priceText={americanText}
      timeText={timeOf}
    />
  )
  const list =
    shown.rows.length === 0 ? (
      <NoProps
        filtered={isFiltered(view)}
        total={rows.length}
        onReset={() => change({ ...PLAIN_VIEW, day: view.day, sort: view.sort })}
      />
    ) : (
      <PropList rows={shown.rows} open={view.open} removal={REMOVAL_TEXTS[removal].name} detail={detail} />
    )
  const onCsv = () =>
    download(`propsight-odds-${data?.day ?? ''}.csv`, boardCsv(shown.rows, { removal, bookTitle }))

  return (
    <div ref={root} className="u-page">
      <ScannerHead
        data={data}
        books={books}
        now={now}
        coveredUntil={coveredUntil(started, view.stat, now)}
        recordLink={recordLink}
        onSettings={() => setSettingsOpen(true)}
        onGet={() => setAsked(view.stat ?? '')}
      />
      {error && !data ? (
        <BoardFailed error={error} online={online} onRetry={board.refetch} />
      ) : (
        <>
          <Notices board={board} online={online} now={now} />
          <Toolbar
            data={data}
            view={view}
            onChange={change}
            count={data ? shownCount(shown.rows.length, rows.length) : 'Reading prices'}
          >
            {shown.outdated && (
              <Button variant="bare" onClick={() => setRound(round + 1)}>
                Sort again
              </Button>
            )}
            <SavedViews
              views={settings.views}
              search={viewSearch({ ...view, open: null })}
              onShow={(saved) => change({ ...readView(saved), open: null })}
              onChange={(views) => changeSettings({ views })}
            />
            <Button variant="bare" disabled={shown.rows.length === 0} onClick={onCsv}>
              CSV
            </Button>
          </Toolbar>
          <p className={styles.note}>
            No-vig by {REMOVAL_TEXTS[removal].name}: {REMOVAL_TEXTS[removal].what} The consensus uses all
            books. Times in {zoneText(now)}.
          </p>
          {data ? <CellsProvider value={cells}>{list}</CellsProvider> : <LoadingProps />}
        </>
      )}
      {asked !== null && (
        <RunPart shell={shell} runs={runs} market={toMarket(asked)} onClose={() => setAsked(null)} />
      )}
      {settingsOpen && (
        <SettingsPart
          books={data?.books ?? []}
          settings={settings}
          onChange={changeSettings}
          onClose={() => setSettingsOpen(false)}
        />
      )}
    </div>
  )
}
