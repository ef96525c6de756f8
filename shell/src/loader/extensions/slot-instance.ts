import type { Contribution, ExtensionRequest, RenderedExtension } from '@propsight/shared/contracts'

/** A contribution of a remote, by the name of its component. */
export interface SlotPart extends Pick<Contribution, 'when'> {
  /** `remote/extension` */
  name: string
}

interface Shown {
  element: HTMLElement
  /** Null while it is not known. */
  isShown: boolean | null
  rendered: RenderedExtension<object> | null
}

/**
 * A place of a screen that shows what remotes contribute to a slot. Each contribution is an extension like any other,
 * with an element, a release and failures of its own; the slot only decides which there are, and in which order.
 */
export class SlotInstance {
  readonly name: string
  readonly #element: HTMLElement
  readonly #render: (element: HTMLElement, request: ExtensionRequest) => RenderedExtension<object>
  readonly #shown = new Map<string, Shown>()
  #props: object
  #onShown: ExtensionRequest['onShown']
  #last: boolean | null = null

  /** @param render renders one contribution, as an extension */
  constructor(
    element: HTMLElement,
    { name, props, onShown }: ExtensionRequest,
    render: (element: HTMLElement, request: ExtensionRequest) => RenderedExtension<object>,
  ) {
    this.name = name
    this.#element = element
    this.#props = props
    this.#onShown = onShown
    this.#render = render
  }

  /** Renders these contributions and no others. @param parts those of the slot in their order, for this visitor */
  settle(parts: readonly SlotPart[]): void {
    const sport = 'sport' in this.#props ? this.#props.sport : undefined
    const names = parts
      .filter(({ when }) => !when.sport || when.sport.some((each) => each === sport))
      .map((part) => part.name)
    for (const [name, { element, rendered }] of this.#shown)
      if (!names.includes(name)) {
        this.#shown.delete(name)
        rendered?.unmount()
        element.remove()
      }
    for (const name of names) if (!this.#shown.has(name)) this.#add(name)
    // Moves only what is not in its place.
    names.forEach((name, index) => {
      const element = this.#shown.get(name)?.element
      const there = this.#element.children[index] ?? null
      if (element && element !== there) this.#element.insertBefore(element, there)
    })
    this.#report()
  }

  #add(name: string): void {
    const element = document.createElement('span')
    element.dataset.contribution = name
    element.dataset.pending = ''
    const shown: Shown = { element, isShown: null, rendered: null }
    this.#shown.set(name, shown)
    shown.rendered = this.#render(element, {
      name,
      props: this.#props,
      onShown: (isShown) => {
        shown.isShown = isShown
        delete element.dataset.pending
        this.#report()
      },
    })
  }

  /** The slot is shown while it has a contribution that is shown, or may be shown soon. */
  #report(): void {
    const isShown = [...this.#shown.values()].some((shown) => shown.isShown !== false)
    if (isShown === this.#last) return
    this.#last = isShown
    this.#onShown(isShown)
  }

  update(props: object): void {
    this.#props = props
    for (const { rendered } of this.#shown.values()) rendered?.update(props)
  }

  /** Removes the slot from its screen. */
  end(): void {
    this.#onShown = () => {}
    this.settle([])
  }
}
