import { createScriptedShell, type ScenarioName } from '@propsight/harness'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import answers from '../dev/answers.ts'
import { App } from './app.tsx'

/** A failed read is retried before it is reported. */
const GIVEN_UP_MS = 15_000

function open(scenario: ScenarioName, script = answers) {
  const host = createScriptedShell({ scenario, answers: script, slowMs: 50 })
  render(<App shell={host.shell} />)
  return host
}

describe('__name__', () => {
  it('lists each player of the saved picks once', async () => {
    open('signed-in')
    expect(await screen.findAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByText('Ike Barrow')).toBeDefined()
  })
  it('shows a loading state while an answer is pending', async () => {
    open('slow')
    expect(screen.getByRole('status', { name: 'Loading players' })).toBeDefined()
    expect(await screen.findByText('Ike Barrow')).toBeDefined()
  })
  it('links to Dashboard when there are no picks', async () => {
    const { shell } = open('signed-in', {})
    await userEvent.click(await screen.findByRole('button', { name: 'Go to Dashboard' }))
    expect(shell.location.get().path).toBe('/')
  })
  it('asks a visitor to sign in', () => {
    open('signed-out')
    expect(screen.getByText('Sign in to see your players')).toBeDefined()
  })
  it(
    'shows an error with a retry button when requests fail',
    async () => {
      open('failing')
      expect(await screen.findByRole('alert', {}, { timeout: GIVEN_UP_MS })).toBeDefined()
      expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
    },
    2 * GIVEN_UP_MS,
  )
})
