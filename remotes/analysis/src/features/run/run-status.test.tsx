import { ShellProvider } from '@propsight/shared/client'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STEPS, type Step } from '../../config/run-steps.ts'
import { type Failure, IDLE, type RunState } from '../../state/run.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { openShell } from '../../testing/open-shell.ts'
import { RunFailed, RunProgress, SLOW_MS } from './run-status.tsx'

const SLOW = 'This takes longer than usual. Please wait.'
const at = (step: Step, phase: RunState['phase'] = 'loading'): RunState => ({ ...IDLE, phase, step })
const network = (onLine: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  fireEvent(window, new Event(onLine ? 'online' : 'offline'))
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the progress of a run', () => {
  it('N6: is 0, 25, 40, 60, 80, 90 and 100 percent in each mode', () => {
    const quick: Step[] = ['start', 'lines', 'logs', 'rates', 'half', 'ranking', 'complete']
    const ai: Step[] = ['start', 'lines', 'news', 'history', 'advice', 'ranking', 'complete']
    for (const steps of [quick, ai]) {
      expect(steps.map((step) => STEPS[step].percent)).toEqual([0, 25, 40, 60, 80, 90, 100])
    }
    expect(STEPS.picture.percent).toBe(25)
  })

  it.each([
    ['complete', 'complete', 'Complete!', '100'],
    ['failed', 'failed', 'Failed', '0'],
    ['empty', 'empty', 'No lines found', '100'],
    ['cancelled', 'failed', 'Cancelled', '0'],
  ] as const)('N6: at step %s in phase %s has the label %j and %s percent', (step, phase, label, percent) => {
    render(<RunProgress run={at(step, phase)} onCancel={vi.fn()} />)
    const bar = screen.getByRole('progressbar', { name: label })
    expect(bar.getAttribute('aria-valuenow')).toBe(percent)
    expect(screen.getByText(`${percent}%`)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })

  it('can be cancelled while the run is loading', () => {
    const onCancel = vi.fn()
    render(<RunProgress run={at('lines')} onCancel={onCancel} />)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onCancel).toHaveBeenCalledOnce()
  })

  it('shows a notice when a step is slow, and removes it at the next step', () => {
    const { rerender } = render(<RunProgress run={at('lines')} onCancel={vi.fn()} />)
    act(() => vi.advanceTimersByTime(SLOW_MS - 1))
    expect(screen.queryByText(SLOW)).toBeNull()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.getByText(SLOW)).toBeDefined()
    rerender(<RunProgress run={at('logs')} onCancel={vi.fn()} />)
    expect(screen.queryByText(SLOW)).toBeNull()
    act(() => vi.advanceTimersByTime(SLOW_MS))
    rerender(<RunProgress run={at('complete', 'complete')} onCancel={vi.fn()} />)
    expect(screen.queryByText(SLOW)).toBeNull()
  })

  it('shows a notice while the browser is offline', () => {
    render(<RunProgress run={at('lines')} onCancel={vi.fn()} />)
    act(() => network(false))
    expect(screen.getByText('You are offline. It continues when the connection is back.')).toBeDefined()
    act(() => network(true))
    expect(screen.queryByText(/offline/)).toBeNull()
  })
})

describe('a failed run', () => {
  const failure: Failure = {
    message: 'Unable to connect to AI analysis server. Please check if the server is running.',
    code: 'CONNECTION_ERROR',
    status: 0,
    requestId: null,
    cost: 'No credit was used.',
  }
  const shown = (part: Partial<Failure> = {}) => {
    const onRetry = vi.fn()
    render(
      <ShellProvider shell={openShell(fakeServer({}).api).shell}>
        <RunFailed failure={{ ...failure, ...part }} onRetry={onRetry} />
      </ShellProvider>,
    )
    return onRetry
  }

  it('N7: shows its cost, and an offline notice only while the browser is offline', () => {
    const onRetry = shown()
    expect(screen.queryByText(/You are offline/)).toBeNull()
    act(() => network(false))
    expect(screen.getByText('You are offline. Retry when the connection is back.')).toBeDefined()
    expect(screen.getByText('No credit was used.')).toBeDefined()
    act(() => network(true))
    expect(screen.queryByText(/You are offline/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('is shown as a status with Continue, without an alert, when its user cancelled it', () => {
    const onRetry = shown({ message: 'Analysis cancelled', code: 'CANCELLED' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('Analysis cancelled. No credit was used.Continue')
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })
})
