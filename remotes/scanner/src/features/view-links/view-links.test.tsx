import { createScriptedShell } from '@propsight/harness'
import type { RemoteProps } from '@propsight/shared/contracts'
import { render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { savedViews } from './view-links.tsx'

const Part = savedViews.Component as unknown as ComponentType<RemoteProps>
const show = () => {
  const { shell } = createScriptedShell()
  return { shell, ...render(<Part shell={shell} />) }
}

beforeEach(() => localStorage.clear())

it('the saved views of the device are links that open the scanner with the view', () => {
  const views = [
    { name: 'Value tonight', search: '?ev=2&start=ahead' },
    { name: 'All', search: '' },
  ]
  localStorage.setItem('propsight:scanner', JSON.stringify({ views }))
  const { shell } = show()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/scanner?ev=2&start=ahead',
    '/scanner',
  ])
  screen.getByRole('link', { name: 'Value tonight' }).click()
  expect(shell.location.get()).toEqual({ path: '/scanner', search: '?ev=2&start=ahead' })
})

it('a device without saved views, or with an unreadable value, leaves the section out', () => {
  expect(show().container.innerHTML).toBe('')
  localStorage.setItem('propsight:scanner', '{"views":[{"name":7}]}')
  expect(show().container.innerHTML).toBe('')
})
