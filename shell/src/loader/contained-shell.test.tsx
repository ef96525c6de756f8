import type { ShellApi } from '@propsight/shared/contracts'
import { render } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { hasUnsavedWork, registerUnsavedWork } from '../state/unsaved-work.ts'
import { containShell, useContainedShell } from './contained-shell.ts'

const shellWith = (navigate: ShellApi['navigate']) => ({ navigate, contract: '1.0' }) as unknown as ShellApi

test('F4 a remote in a navigation loop is stopped after 20 calls in a second, and may navigate later', () => {
  let now = 0
  let contained: ShellApi | null = null
  const navigate = vi.fn(() => contained?.navigate('/again'))
  contained = containShell(
    shellWith(navigate),
    () => true,
    () => now,
  )
  contained.navigate('/first')
  expect(navigate).toHaveBeenCalledTimes(20)
  expect(navigate.mock.calls.at(0)).toEqual(['/first', undefined])

  now = 1_000
  navigate.mockImplementation(() => undefined)
  contained.navigate('/later', { replace: true })
  expect(navigate).toHaveBeenLastCalledWith('/later', { replace: true })
  expect(contained.contract).toBe('1.0')
})

function Slot({ shell, Root }: { shell: ShellApi; Root: (props: { shell: ShellApi }) => null }) {
  const contained = useContainedShell(shell)
  return <Root shell={contained} />
}

test('F4 a remote can navigate while it is mounted, from its first effect on, but not in its clean-up', () => {
  const navigate = vi.fn()
  const shell = shellWith(navigate)
  const Root = ({ shell }: { shell: ShellApi }) => {
    useEffect(() => {
      shell.navigate('/arrived')
      return () => shell.navigate('/back')
    }, [shell])
    return null
  }
  const view = render(<Slot shell={shell} Root={Root} />)
  view.rerender(<Slot shell={shell} Root={Root} />)
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/arrived', undefined)
  view.unmount()
  expect(navigate).toHaveBeenCalledTimes(1)
})

test('F2 F4 unsaved work of a remote counts while it is mounted, and is unregistered with it', () => {
  const Root = ({ shell }: { shell: ShellApi }) => {
    useEffect(() => void shell.registerUnsavedWork(() => true), [shell])
    return null
  }
  const view = render(<Slot shell={{ registerUnsavedWork } as unknown as ShellApi} Root={Root} />)
  expect(hasUnsavedWork()).toBe(true)
  view.unmount()
  expect(hasUnsavedWork()).toBe(false)
})
