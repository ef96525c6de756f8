import '@propsight/shared/ui/base.css'
import { Button, cx, Segmented, Select, Tag } from '@propsight/shared/ui'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  type FrameState,
  fromFrameSchema,
  type LogEntry,
  THEMES,
  type ToFrame,
  WIDTHS,
} from '../../messages.ts'
import { SCENARIOS, type ScenarioName } from '../../scenarios.ts'
import { declaration, type PageOptions, readOptions, writeOptions } from '../page-options.ts'
import styles from './toolbar.module.css'

const MAX_LOG_ENTRIES = 300

interface LoggedEntry {
  id: number
  at: Date
  entry: LogEntry
}

let lastId = 0

/** Receives the log and the state from the frame, and sends messages to it. */
function useFrame(frame: RefObject<HTMLIFrameElement | null>) {
  const [log, setLog] = useState<readonly LoggedEntry[]>([])
  const [state, setState] = useState<FrameState | null>(null)
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return
      const message = fromFrameSchema.safeParse(event.data)
      if (!message.success) return
      if (message.data.harness === 'state') setState(message.data)
      else {
        const { entry } = message.data
        setLog((entries) => [...entries, { id: ++lastId, at: new Date(), entry }].slice(-MAX_LOG_ENTRIES))
      }
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [frame])
  const ask = useCallback(
    (harness: ToFrame['harness']) =>
      frame.current?.contentWindow?.postMessage({ harness } satisfies ToFrame, location.origin),
    [frame],
  )
  return { log, state, ask, clear: () => setLog([]) }
}

function unsavedText({ checks, dirty }: FrameState['unsaved']): string {
  if (checks === 0) return 'nothing registered'
  return dirty ? 'yes: a new release waits' : 'no: a new release is swapped in'
}

/** Shows the state of the host: address, unsaved work, credits. */
function StateLine({ state, onBack }: { state: FrameState | null; onBack(): void }) {
  return (
    <dl className={styles.state}>
      <div>
        <dt>Address</dt>
        <dd data-harness="address">{state?.address ?? '…'}</dd>
        {state && !state.stays && (
          <>
            <Tag small tone="mid">
              the shell shows another screen here
            </Tag>
            <Button variant="bare" onClick={onBack}>
              Back
            </Button>
          </>
        )}
      </div>
      <div>
        <dt>Unsaved work</dt>
        <dd data-harness="unsaved">{state ? unsavedText(state.unsaved) : '…'}</dd>
      </div>
      <div>
        <dt>Credits</dt>
        <dd data-harness="credits">{state?.credits ?? 'unknown'}</dd>
      </div>
    </dl>
  )
}

/** Returns the texts of one log line: the kind of call, its details and its result. `bad` marks a failure. */
function logText(entry: LogEntry): { what: string; text: string; result: string; bad: boolean } {
  const line = (what: string, text: string, result = '', bad = false) => ({ what, text, result, bad })
  switch (entry.kind) {
    case 'api':
    case 'data': {
      const result = `${entry.status ?? 'no answer'} · ${entry.ms} ms`
      const path = decodeURIComponent(entry.path)
      return line(entry.kind, `${entry.method} ${path}`, result, (entry.status ?? 599) >= 400)
    }
    case 'navigate':
      return line('navigate', entry.to, entry.replace ? 'replaced' : '')
    case 'overlay':
      return line('openOverlay', entry.name)
    case 'extension':
      return line('renderExtension', `${entry.name} ${entry.props}`, entry.isShown ? '' : 'not scripted')
    case 'toast':
      return line('notify', entry.message, [entry.tone, entry.action].filter(Boolean).join(' · '))
    case 'profile':
      return line('refreshProfile', 'the profile is read again')
    case 'closed':
      return line('closed', 'the overlay was closed')
    case 'error':
      return line('error', entry.message, '', true)
  }
}

const timeOf = (at: Date): string => at.toTimeString().slice(0, 8)

/** The log of calls from the remote to its host, newest last. */
function LogPane({ log, onClear }: { log: readonly LoggedEntry[]; onClear(): void }) {
  const list = useRef<HTMLOListElement>(null)
  const last = log.at(-1)?.id
  useEffect(() => {
    if (last !== undefined) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [last])
  return (
    <section className={styles.pane} aria-labelledby="log-title">
      <header className={styles.head}>
        <h2 id="log-title">What the remote asks for</h2>
        <Button variant="bare" onClick={onClear}>
          Clear
        </Button>
      </header>
      {log.length === 0 && <p className="u-dim">Calls, navigation and toasts show here.</p>}
      <ol className={styles.list} ref={list}>
        {log.map(({ id, at, entry }) => {
          const { what, text, result, bad } = logText(entry)
          return (
            <li key={id} className={styles.line} data-kind={entry.kind}>
              <time>{timeOf(at)}</time>
              <b>{what}</b>
              <span className={styles.text} title={text}>
                {text}
              </span>
              <span className={cx(styles.result, bad && 'u-low')}>{result}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/**
 * Returns the scale at which a frame of this width fits into its container (at most 1), and its unscaled
 * height.
 */
function useScale(stage: RefObject<HTMLElement | null>, width: number) {
  const [room, setRoom] = useState({ width, height: 800 })
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])
  const scale = Math.min(1, room.width / width)
  return { scale, height: Math.floor(room.height / scale) }
}

const scenarios = Object.entries(SCENARIOS).map(([value, label]) => ({ value: value as ScenarioName, label }))
const themes = THEMES.map((value) => ({ value, label: value === 'dark' ? 'Dark' : 'Light' }))
const widths = WIDTHS.map((value) => ({ value, label: String(value) }))

/**
 * The page around the frame: controls for scenario, theme and width, the host's state, and the log of calls.
 */
export function Toolbar() {
  const [options, setOptions] = useState(() => readOptions(location.search))
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const { log, state, ask, clear } = useFrame(frame)
  const { scale, height } = useScale(stage, options.width)
  const { theme, width } = options
  const change = (part: Partial<PageOptions>) => {
    const next = { ...options, ...part }
    setOptions(next)
    history.replaceState(null, '', writeOptions(next))
  }
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  // The theme is sent as a message, because reloading the frame would lose the remote's state.
  const changeTheme = (next: PageOptions['theme']) => {
    change({ theme: next })
    ask(next)
  }
  // The frame's URL keeps the options of its last load, so that only a new scenario reloads it.
  const [opened, setOpened] = useState(options)
  if (opened.scenario !== options.scenario) setOpened(options)

  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <h1 className={styles.name}>
          {declaration.placement.title} <small>alone · contract {declaration.contract}</small>
        </h1>
        <Select
          label="Scenario"
          options={scenarios}
          value={options.scenario}
          onChange={(scenario) => change({ scenario })}
        />
        <Segmented label="Theme" options={themes} value={theme} onChange={changeTheme} tight />
        <Segmented
          label="Width"
          options={widths}
          value={width}
          onChange={(next) => change({ width: next })}
          tight
        />
        <Button
          onClick={() => ask('remount')}
          title="Unmounts the remote and mounts it again, as a swap does"
        >
          Remount
        </Button>
      </header>
      <StateLine state={state} onBack={() => ask('back')} />
      <div className={styles.stage} ref={stage}>
        <iframe
          ref={frame}
          className={styles.frame}
          title={`${declaration.placement.title}, ${width} pixels wide`}
          src={`/frame${writeOptions(opened)}`}
          style={{
            width,
            height,
            transform: `scale(${scale})`,
            left: `calc(50% - ${(width * scale) / 2}px)`,
          }}
        />
      </div>
      <LogPane log={log} onClear={clear} />
    </div>
  )
}

document.title = `${declaration.placement.title} alone · Propsight`
createRoot(document.body.appendChild(document.createElement('div'))).render(<Toolbar />)
