import type { OfferedExtension, RemoteProps, RenderedExtension, ShellApi } from '@propsight/shared/contracts'
import { type ComponentType, createElement, type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'

interface Callbacks {
  /** Called once, when the extension is in the page. */
  onShown(): void
  /** Called when it throws while it renders, or in an effect. */
  onError(error: unknown): void
}

/** @throws what the extension throws */
export function mountExtension(
  offered: OfferedExtension,
  element: HTMLElement,
  props: object,
  shell: ShellApi,
  { onShown, onError }: Callbacks,
): RenderedExtension<object> {
  // The schema of the extension has checked the props, so they have the type that it declares.
  if (offered.mount) {
    const rendered = offered.mount(element, props as never, shell) as RenderedExtension<object>
    onShown()
    return rendered
  }
  const { Component } = offered
  if (!Component) throw new TypeError('the extension has neither Component nor mount')
  const root = createRoot(element, { onUncaughtError: onError })
  const update = (next: object) =>
    root.render(
      createElement(
        FirstCommit,
        { run: onShown },
        createElement(Component as ComponentType<RemoteProps>, { ...next, shell }),
      ),
    )
  update(props)
  // Later, because React does not unmount one root while it renders or commits another.
  return { update, unmount: () => queueMicrotask(() => root.unmount()) }
}

/** Runs a function once its children are in the page. */
function FirstCommit({ run, children }: { run(): void; children?: ReactNode }): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first commit only
  useLayoutEffect(() => run(), [])
  return children
}

/** Checks props with the schema of an extension. @throws TypeError with the first issue */
export function checkProps({ props: schema }: OfferedExtension, props: object): object {
  const result = schema['~standard'].validate(props)
  if (result instanceof Promise) throw new TypeError('the schema of its props is asynchronous')
  const [issue] = result.issues ?? []
  if (result.issues) throw new TypeError(`its props are refused: ${issue?.message}`)
  return result.value
}
