import type { Logger } from '@propsight/shared/client'
import type {
  ExtensionRequest,
  OfferedExtension,
  RegistryEntry,
  RemoteProps,
  RenderedExtension,
  ShellApi,
} from '@propsight/shared/contracts'
import { type ComponentType, createElement, type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { recordPageError } from '../../state/page-errors.ts'
import { containShell } from '../contained-shell.ts'
import { recordShown } from '../load-log.ts'
import { loadTrace } from '../load-release.ts'
import { recordMounted, releaseKey } from '../release-records.ts'

interface Callbacks {
  /** Called once, when the extension is in the page. */
  onShown(): void
  /** Called when it throws while it renders, or in an effect. */
  onError(error: unknown): void
}

/** @throws what the extension throws */
function mountExtension(
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
function checkProps({ props: schema }: OfferedExtension, props: object): object {
  const result = schema['~standard'].validate(props)
  if (result instanceof Promise) throw new TypeError('the schema of its props is asynchronous')
  const [issue] = result.issues ?? []
  if (result.issues) throw new TypeError(`its props are refused: ${issue?.message}`)
  return result.value
}

/** What an instance renders now. */
interface Mounted {
  /** Key of the release, `name@version`. */
  readonly release: string
  readonly offered: OfferedExtension
  /** An element of its own, because code of a replaced release may still write to it. */
  readonly element: HTMLElement
  readonly forget: () => void
  readonly onError: (error: unknown) => void
  rendered: RenderedExtension<object> | null
}

/** A place of a screen that shows an extension. */
export class ExtensionInstance {
  readonly remote: string
  readonly extension: string
  readonly #element: HTMLElement
  readonly #log: Logger
  #props: object
  #onShown: ExtensionRequest['onShown']
  #mounted: Mounted | null = null

  constructor(element: HTMLElement, { name, props, onShown }: ExtensionRequest, log: Logger) {
    const [remote = '', extension = ''] = name.split('/')
    this.remote = remote
    this.extension = extension
    this.#element = element
    this.#log = log
    this.#props = props
    this.#onShown = onShown
  }

  /** Key of the rendered release; null if the instance renders nothing. */
  get release(): string | null {
    return this.#mounted?.release ?? null
  }

  /** Makes the consumer show its fallback. */
  hide(): void {
    this.#onShown(false)
  }

  /** Checked props; null if the schema refuses them: a mistake of the consumer, so it is not a failure of the release. */
  readProps(offered: OfferedExtension): object | null {
    try {
      return checkProps(offered, this.#props)
    } catch (error) {
      this.#log(`${this.remote}/${this.extension}: ${error}`)
      return null
    }
  }

  /**
   * Renders the extension of a release.
   * @param props checked
   * @param onCrash called with the error of the rendered code
   */
  mount(
    release: RegistryEntry,
    offered: OfferedExtension,
    props: object,
    shell: ShellApi,
    onCrash: (error: unknown) => void,
  ): void {
    const isMounted = () => this.#mounted === mounted
    const key = releaseKey(release)
    const mounted: Mounted = {
      release: key,
      offered,
      element: document.createElement('span'),
      forget: recordMounted(key, true),
      onError: (error) => {
        if (isMounted()) onCrash(error)
      },
      rendered: null,
    }
    this.#element.replaceChildren(mounted.element)
    this.#mounted = mounted
    const contained = containShell(shell, release, isMounted, () => loadTrace(release))
    const onShown = () => {
      if (!isMounted()) return
      recordShown(release)
      this.#onShown(true)
    }
    const events = { onShown, onError: mounted.onError }
    try {
      mounted.rendered = mountExtension(offered, mounted.element, props, contained.shell, events)
    } catch (error) {
      mounted.onError(error)
    }
  }

  /** @returns whether the instance renders the changed props or has not changed; false if it must be mounted */
  update(next: object): boolean {
    if (JSON.stringify(next) === JSON.stringify(this.#props)) return true
    this.#props = next
    const mounted = this.#mounted
    if (!mounted) return false
    const props = this.readProps(mounted.offered)
    if (!props) {
      this.unmount()
      return true
    }
    try {
      mounted.rendered?.update(props)
    } catch (error) {
      mounted.onError(error)
    }
    return true
  }

  /** Removes what is rendered. The consumer shows its fallback. */
  unmount(): void {
    const mounted = this.#mounted
    if (!mounted) return
    this.#mounted = null
    try {
      mounted.rendered?.unmount()
    } catch (error) {
      recordPageError('error', error)
    }
    mounted.element.remove()
    mounted.forget()
    this.hide()
  }

  /** Removes the instance from its screen. */
  end(): void {
    this.#onShown = () => {}
    this.unmount()
  }
}
