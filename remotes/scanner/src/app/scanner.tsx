import { PageLink, useOnline, useReadable } from '@propsight/shared/client'
import type { OddsResponse, ShellApi } from '@propsight/shared/contracts'
import { SPORT_CODES, sportOfMarket } from '@propsight/shared/domain'
import { decimalOdds } from '@propsight/shared/domain/odds'
import { countText, leagueDayText, numberText, recentText, zoneText } from '@propsight/shared/format'
import { Button, Hint, useIdle, useKeptFocus, useListKeys, useNow } from '@propsight/shared/ui'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { BoardSkeleton } from '../features/board/board-skeleton.tsx'
import { type CellContext, CellsProvider } from '../features/board/cell-context.ts'
import { useChangedPrices } from '../features/board/use-changed-prices.ts'
import { SavedViews } from '../features/filters/saved-views.tsx'
import { Toolbar } from '../features/filters/toolbar.tsx'
import { useShownRows } from '../features/filters/use-shown-rows.ts'
import { coveredUntil, isRunOver, type Runs, toMarket, useRuns } from '../features/run/use-runs.ts'
import { StarButton } from '../features/stars/star-button.tsx'
import { useStars } from '../features/stars/use-stars.ts'
import { priceText } from '../state/format.ts'
import type { Row } from '../state/rows.ts'
import { REMOVAL_TEXTS, useSettings } from '../state/settings.ts'
import { type Board, useBoard } from '../state/use-board.ts'
import { useView } from '../state/use-view.ts'
import { isFiltered, PLAIN_VIEW, readView, viewSearch } from '../state/view.ts'
import { BoardFailed, NoEdge, NoProps, Notices, readText } from './notices.tsx'
import styles from './scanner.module.css'
import {
  DetailPart,
  downloadCsv,
  KeysPart,
  ListPart,
  preloadParts,
  RunPart,
  SettingsPart,
} from './scanner-parts.tsx'

/** The Dashboard's page about the track record of the engine. */
const RECORD = '/?page=record'

/** Link to the track record of the engine. */
export const RecordLink = ({ shell }: { shell: Pick<ShellApi, 'navigate'> }) => (
  <PageLink shell={shell} className={styles.record} to={RECORD}>
    How good are these numbers?
  </PageLink>
)

interface ScannerHeadProps {
  /** Null until the prices are read. */
  data: OddsResponse | null
  /** League time, epoch milliseconds, as all times of this screen. */
  now: number
  recordLink: ReactNode
}

/** Day, games, books, age and zone: 'Friday, July 18 ET · 14 games · 8 books · read just now · times in EDT'. */
const summaryText = (data: OddsResponse, now: number): string =>
  [
    `${leagueDayText(data.day)} ET`,
    countText(data.events.length, 'game'),
    countText(data.books.length, 'book'),
    readText(data, now),
    `times in ${zoneText([now])}`,
  ].join(' · ')

/** Heading of the scanner with the age of its prices. */
export const ScannerHead = ({ data, now, recordLink }: ScannerHeadProps) => (
  <header className={styles.head}>
    <h1>AI Odds Scanner</h1>
    <p className={styles.summary}>
      {data ? summaryText(data, now) : 'Prices of all books'} · {recordLink}
    </p>
  </header>
)

/**
 * Keeps runs and credits current: a run that the server does not know any more is removed, and the balance is read
 * again once probabilities arrive, which charges the run.
 */
function useRunUpkeep(shell: ShellApi, { error, failedRun, rows }: Board, { runs, drop }: Runs): void {
  const over = isRunOver(error) ? failedRun : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: drop is a new function with every render
  useEffect(() => {
    if (over === null) return
    drop(over)
    shell.notify({ message: 'The analysis has ended. Request its probabilities again.' })
  }, [over, shell])

  const charged = rows.some(({ prop }) => prop.shown !== null) ? runs.length : 0
  useEffect(() => {
    if (charged > 0) void shell.refreshProfile().catch(() => undefined)
  }, [charged, shell])
}

/** 'N of M props', or 'M props' when no prop is hidden by a filter. */
const shownCount = (shown: number, total: number): string =>
  shown === total ? countText(total, 'prop') : `${numberText(shown)} of ${countText(total, 'prop')}`

/** The id of the expanded prop, which a link may name by its `leagueId`. */
const findOpened = (rows: readonly Row[], open: string | null): string | null =>
  open && (rows.find(({ leagueId }) => leagueId === open)?.id ?? open)

/** The scanner: current prices of all books, with the engine's probability where a run has paid for it. */
export function Scanner({ shell, userId }: { shell: ShellApi; userId: string }) {
  const [settings, changeSettings] = useSettings(userId)
  const [view, change] = useView(shell)
  const runs = useRuns(shell, userId)
  const { sports = [] } = useReadable(shell.dataSource)
  const wallNow = useNow()
  const online = useOnline()
  const root = useRef<HTMLDivElement>(null)
  /** Market that the confirmation of a run is for, empty for all; null while it is closed. */
  const [asked, setAsked] = useState<string | null>(null)
  const [settingsOpen, setSettingsOpen] = useState(false)
  const [keysOpen, setKeysOpen] = useState(false)
  const [round, setRound] = useState(0)
  const { removal, format, books } = settings
  const { sport } = view
  const started = useMemo(
    () => runs.runs.filter(({ category }) => sportOfMarket(category) === sport),
    [runs.runs, sport],
  )
  const board = useBoard(shell, view, started, { removal, chosen: books, now: wallNow })
  const { data, now, rows, error } = board
  const stars = useStars(shell, userId)
  const { starOf } = stars
  const isStarred = useCallback((row: Row) => starOf(row)?.on === true, [starOf])
  const shown = useShownRows(rows, view, now, round, isStarred)
  const opened = useMemo(() => findOpened(rows, view.open), [rows, view.open])
  const changed = useChangedPrices(rows, `${removal} ${books?.join()} ${view.day} ${sport}`)
  useEffect(() => void ListPart.preload(), [])
  useIdle(preloadParts)
  useRunUpkeep(shell, board, runs)

  const titles = useMemo(() => new Map(data?.books.map(({ key, title }) => [key, title])), [data?.books])
  const bookTitle = useCallback((book: string) => titles.get(book) ?? book, [titles])
  const open = useRef(opened)
  useEffect(() => {
    open.current = opened
  })
  const onToggle = useCallback((id: string) => change({ open: open.current === id ? null : id }), [change])
  const starById = (id: string) => {
    const row = rows.find((each) => each.id === id)
    const star = row && starOf(row)
    if (star && !star.busy) star.toggle()
  }
  useListKeys(root, { actions: { o: onToggle, s: starById }, onHelp: () => setKeysOpen(true) })
  useKeptFocus(root, shown.rows)
  const isGrouped = view.sort === 'value' || view.sort === 'start'
  const covered = coveredUntil(started, view.stat, wallNow)
  const cells = useMemo<CellContext>(
    () => ({
      format,
      now,
      bookTitle,
      changed,
      startText: (startsAt) => recentText(startsAt, now),
      isCovered: (stat) => coveredUntil(started, stat, wallNow) !== null,
      isGrouped,
      star: (row) => <StarButton row={row} star={starOf(row)} />,
      onToggle,
    }),
    [format, now, wallNow, bookTitle, changed, started, isGrouped, starOf, onToggle],
  )
  const americanText = useCallback(
    (american: number) => priceText({ american, decimal: decimalOdds(american) }, format),
    [format],
  )
  const timeOf = useCallback((at: number) => recentText(at, now), [now])
  const readAt = Date.parse(data?.readAt ?? '')
  const recordLink = <RecordLink shell={shell} />
  const detail = (row: Row) => (
    <DetailPart
      shell={shell}
      row={row}
      removal={removal}
      chosen={books}
      now={now}
      end={Number.isNaN(readAt) ? now : readAt}
      recordLink={recordLink}
      star={<StarButton row={row} star={starOf(row)} wide />}
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
        onReset={() => change({ ...PLAIN_VIEW, sport, day: view.day, sort: view.sort })}
        onAll={() => change({ prices: 'all' })}
      />
    ) : (
      <>
        {/* Arrives with the list, so that it moves nothing. */}
        <div className={styles.notices}>
          <NoEdge rows={rows} day={view.day} />
        </div>
        <ListPart rows={shown.rows} open={opened} grouped={isGrouped} detail={detail} />
      </>
    )
  const onCsv = () => void downloadCsv(shown.rows, { removal, bookTitle }, data?.day ?? '')

  return (
    <div ref={root} className="u-page">
      <ScannerHead data={data} now={now} recordLink={recordLink} />
      {error && !data ? (
        <BoardFailed error={error} online={online} onRetry={board.refetch} />
      ) : (
        <>
          <div className={styles.notices}>
            <Notices board={board} stars={stars} online={online} now={now} />
          </div>
          <Toolbar
            data={data}
            sports={SPORT_CODES.filter((code) => sports.includes(code))}
            chosen={books}
            view={view}
            onChange={change}
            onSettings={() => setSettingsOpen(true)}
            coveredUntil={covered === null ? null : timeOf(covered + now - wallNow)}
            onGet={() => setAsked(view.stat ?? '')}
            count={data ? shownCount(shown.rows.length, rows.length) : 'Reading prices'}
            note={
              <>
                No-vig{' '}
                <Hint label="How no-vig is computed">
                  The chance that all books’ prices imply, without their margin. Method:{' '}
                  {REMOVAL_TEXTS[removal].name}. {REMOVAL_TEXTS[removal].what} Prices that are stale or out of
                  line with the other books are left out. Settings has other methods.
                </Hint>
              </>
            }
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
          {data && runs.isKnown && !board.isJoining ? (
            <CellsProvider value={cells}>{list}</CellsProvider>
          ) : (
            <BoardSkeleton />
          )}
        </>
      )}
      {asked !== null && (
        <RunPart
          shell={shell}
          runs={runs}
          sport={sport}
          market={toMarket(asked)}
          onClose={() => setAsked(null)}
        />
      )}
      {keysOpen && <KeysPart onClose={() => setKeysOpen(false)} />}
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
