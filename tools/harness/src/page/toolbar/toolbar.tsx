import { Button, Segmented, Select } from '@propsight/shared/ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { THEMES, WIDTHS } from '../../messages.ts'
import { SCENARIOS, type ScenarioName } from '../../scenarios.ts'
import { declaration, type PageOptions, readOptions, writeOptions } from '../page-options.ts'
import { LogPane } from './log-pane.tsx'
import { StateLine } from './state-line.tsx'
import styles from './toolbar.module.css'
import { useFrame } from './use-frame.ts'
import { useScale } from './use-scale.ts'

const scenarios = Object.entries(SCENARIOS).map(([value, label]) => ({ value: value as ScenarioName, label }))
const themes = THEMES.map((value) => ({ value, label: value === 'dark' ? 'Dark' : 'Light' }))
const widths = WIDTHS.map((value) => ({ value, label: String(value) }))

/**
 * The page around the frame: controls for scenario, theme and width, the host's state, and the log of calls.
 */
export function Toolbar() {
  const [options, setOptions] = useState(() => readOptions(location.search))
  const [stage, frame] = [useRef<HTMLDivElement>(null), useRef<HTMLIFrameElement>(null)]
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
