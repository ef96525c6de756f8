import { createWritableValue } from '@propsight/shared/client'
import { REGISTRY_ELEMENT_ID, type ShellApi } from '@propsight/shared/contracts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { Link, MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { pageErrors } from '../state/page-errors.ts'
import { hasUnsavedWork, registerUnsavedWork } from '../state/unsaved-work.ts'
import { containShell, useContainedShell } from './contained-shell.ts'
import { ContainedNavigation } from './remote-view.tsx'
import { makeEntry, makeRegistry } from './testing/make-entry.ts'
import { registryStore } from './use-registry.ts'

const RELEASE = { name: 'alpha', version: '1.0.0' }
const shellWith = (navigate: ShellApi['navigate']) => ({ navigate, contract: '1.0' }) as unknown as ShellApi

test('F4 a remote in a navigation loop is stopped after 20 calls in a second, and may navigate later', () => {
  let now = 0
  let contained: ShellApi | null = null
  const navigate = vi.fn(() => contained?.navigate('/again'))
  contained = containShell(
    shellWith(navigate),
    RELEASE,
    () => true,
    () => undefined,
    () => now,
  ).shell
  contained.navigate('/first')
  expect(navigate).toHaveBeenCalledTimes(20)
  expect(navigate.mock.calls.at(0)).toEqual(['/first', undefined])

  now = 1_000
  navigate.mockImplementation(() => undefined)
  contained.navigate('/later', { replace: true })
  expect(navigate).toHaveBeenLastCalledWith('/later', { replace: true })
  expect(contained.contract).toBe('1.0')
})

test('F4 API calls of a remote carry the trace id of its load', async () => {
  const json = vi.fn(async () => null)
  const shell = { api: { json } } as unknown as ShellApi
  const trace = 'ab'.repeat(16)
  const contained = containShell(
    shell,
    RELEASE,
    () => true,
    () => trace,
  )
  await contained.shell.api.json('/api/games', { query: { day: 1 } })
  expect(json).toHaveBeenCalledExactlyOnceWith('/api/games', { query: { day: 1 }, trace })
})

test('F4 code of a release that was removed from the page makes no calls, shows nothing and is not notified', async () => {
  const json = vi.fn(async () => null)
  const stream = vi.fn()
  const notify = vi.fn()
  const session = createWritableValue<ReturnType<ShellApi['session']['get']>>(null)
  let trace: string | undefined = 'ab'.repeat(16)
  const { shell } = containShell(
    { api: { json, stream }, notify, session } as unknown as ShellApi,
    RELEASE,
    // It is not mounted: work in progress goes on until the release is replaced.
    () => false,
    () => trace,
  )
  const changed = vi.fn()
  shell.session.subscribe(changed)
  await shell.api.json('/api/games')
  shell.notify({ message: 'Saved' })
  session.set({ id: 'a', email: 'a@b.c' })
  expect([json, notify, changed].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])

  trace = undefined
  const reported = pageErrors.get().length
  await expect(shell.api.json('/api/games')).rejects.toThrow('This release was removed from the page')
  expect(() => shell.api.stream('/api/games')).toThrow('This release was removed from the page')
  shell.notify({ message: 'Late' })
  session.set(null)
  expect([json, notify, changed].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  expect(stream).not.toHaveBeenCalled()
  expect(pageErrors.get()).toHaveLength(reported + 2)
})

test('F1 a remote gets its values from each registry, also as the fallback of a release that waits', async () => {
  const entry = { ...makeEntry('valued'), config: { limit: 5 } }
  const newer = {
    ...entry,
    version: '1.1.0',
    config: { limit: 7, other: true },
    fallback: { ...entry, config: { limit: 6 } },
  }
  const page = document.createElement('script')
  page.id = REGISTRY_ELEMENT_ID
  page.type = 'application/json'
  page.text = JSON.stringify(makeRegistry([entry]))
  document.head.append(page)
  let answer = makeRegistry([entry])
  vi.stubGlobal('fetch', async () => Response.json(answer))
  let trace: string | undefined = 'ab'.repeat(16)
  const { shell } = containShell(
    shellWith(vi.fn()),
    entry,
    () => true,
    () => trace,
  )
  const changed = vi.fn()
  shell.config.subscribe(changed)
  const first = shell.config.get()
  expect(first).toEqual({ limit: 5 })
  answer = makeRegistry([entry, makeEntry('another')])
  await registryStore().reload()
  // Unchanged values stay one object: nothing renders again.
  expect(shell.config.get()).toBe(first)
  answer = makeRegistry([newer])
  await registryStore().reload()
  expect(shell.config.get()).toEqual({ limit: 6 })
  expect(changed).toHaveBeenCalledTimes(2)
  trace = undefined
  await registryStore().reload()
  expect(changed).toHaveBeenCalledTimes(2)
  page.remove()
  vi.unstubAllGlobals()
})

function Slot({ shell, Root }: { shell: ShellApi; Root: (props: { shell: ShellApi }) => null }) {
  const contained = useContainedShell(shell, { ...RELEASE })
  return <Root shell={contained.shell} />
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

const Address = () => <p>at {useLocation().pathname}</p>

/** A remote inside the router of the page, like `RemoteView` renders it. */
function RoutedSlot({ children }: { children: React.ReactNode }) {
  const { mayNavigate } = useContainedShell(shellWith(vi.fn()), RELEASE)
  return <ContainedNavigation mayNavigate={mayNavigate}>{children}</ContainedNavigation>
}

test('F4 links and hooks of the router navigate while the remote is mounted, but not in its clean-up', async () => {
  const Root = () => {
    const navigate = useNavigate()
    // biome-ignore lint/correctness/useExhaustiveDependencies: only the clean-up of the unmount is tested
    useEffect(() => () => navigate('/back'), [])
    return <Link to="/next">Next</Link>
  }
  const page = (content: React.ReactNode) => (
    <MemoryRouter>
      <Address />
      {content}
    </MemoryRouter>
  )
  const view = render(
    page(
      <RoutedSlot>
        <Root />
      </RoutedSlot>,
    ),
  )
  await userEvent.click(screen.getByRole('link', { name: 'Next' }))
  expect(screen.getByText('at /next')).toBeTruthy()
  view.rerender(page(null))
  expect(screen.getByText('at /next')).toBeTruthy()
})

test('F4 a remote that navigates on every change of the address by a hook is stopped', () => {
  let count = 0
  const Root = () => {
    const navigate = useNavigate()
    const { pathname } = useLocation()
    useEffect(() => {
      if (!pathname) return
      count += 1
      navigate(`/${count}`)
    }, [navigate, pathname])
    return null
  }
  render(
    <MemoryRouter>
      <Address />
      <RoutedSlot>
        <Root />
      </RoutedSlot>
    </MemoryRouter>,
  )
  expect(screen.getByText('at /20')).toBeTruthy()
})
