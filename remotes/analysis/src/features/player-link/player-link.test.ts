import { createScriptedShell } from '@propsight/harness'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { readLink } from '../../state/view-link.ts'
import { playerLink } from './player-link.ts'

afterEach(() => document.body.replaceChildren())

it('N12 the player link names the player, opens the lines in the page, and leaves other clicks to the browser', async () => {
  const { shell, location } = createScriptedShell()
  const element = document.body.appendChild(document.createElement('span'))
  const props = { name: 'José Núñez', stat: 'Pitcher Strikeouts' }
  const rendered = playerLink.mount?.(element, props as never, shell)
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'José Núñez' })
  expect(readLink(link.search)).toMatchObject({
    settings: { category: 'Pitcher Strikeouts' },
    view: { filters: { search: 'José Núñez' }, open: null },
  })
  // jsdom opens no other page; the browser would open it in a tab.
  const user = userEvent.setup()
  await user.keyboard('{Control>}')
  await user.click(link)
  await user.keyboard('{/Control}')
  expect(location.get().search).toBe('')
  await user.click(link)
  expect(location.get()).toEqual({ path: '/', search: link.search })
  rendered?.update({ name: "Mack O'Neill", stat: 'Hits' } as never)
  expect(screen.getByRole('link', { name: "Mack O'Neill" })).toBe(link)
  rendered?.unmount()
  expect('issues' in Object(playerLink.props['~standard'].validate({ name: 'A', stat: 'Goals' }))).toBe(true)
})
