import {
  createElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type {
  DeclaredSlot,
  PropsOfSlot,
  RenderedExtension,
  ShellApi,
  SlotName,
} from '../contracts/remote-contract.ts'

export interface ExtensionProps {
  shell: Pick<ShellApi, 'renderExtension'>
  /** `remote/extension`, such as `weather/mark`. */
  name: string
  /** Whether the name is that of a slot; use `Slot`. */
  isSlot?: boolean
  /** Values that JSON can represent. */
  props: object
  /** Shown until the extension is, and whenever it is not: while it loads, after a failure, in older shells. */
  fallback?: ReactNode
  /** Shown instead of the fallback while it is not known whether the extension will be shown. */
  placeholder?: ReactNode
  className?: string | undefined
}

export interface SlotComponentProps<Name extends SlotName | DeclaredSlot>
  extends Omit<ExtensionProps, 'name' | 'props'> {
  name: Name
  props: PropsOfSlot<Name>
}

/**
 * Shows everything that remotes contribute to a slot (contract 1.5; nothing in older shells). Each contribution has an
 * element of its own, with the attribute `data-pending` until it is known whether it is shown.
 */
export const Slot = <Name extends SlotName | DeclaredSlot>(props: SlotComponentProps<Name>): ReactElement =>
  createElement(Extension, { ...props, isSlot: true })

/**
 * Shows a component that another remote offers. Reserve its place by `className`, because it arrives after the
 * screen around it. Without JSX, like `RouterContent`.
 */
export function Extension({
  shell,
  name,
  props,
  fallback,
  placeholder = fallback,
  className,
  isSlot = false,
}: ExtensionProps): ReactElement {
  const slot = useRef<HTMLSpanElement>(null)
  // One element for all renderings: a later one replaces the content of the earlier one in its place.
  const [target] = useState(() => document.createElement('span'))
  const rendered = useRef<RenderedExtension<object> | null>(null)
  /** Null while it is not known. */
  const [isShown, setShown] = useState<boolean | null>(null)
  const render = useEffectEvent((onShown: (isShown: boolean) => void) =>
    shell.renderExtension?.(target, { name, props, onShown, ...(isSlot && { isSlot }) }),
  )
  const update = useEffectEvent(() => rendered.current?.update(props))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another shell or extension is rendered anew
  useEffect(() => {
    let isCurrent = true
    const extension = render((shown) => {
      if (isCurrent) setShown(shown)
    })
    rendered.current = extension ?? null
    if (!extension) setShown(false)
    return () => {
      isCurrent = false
      extension?.unmount()
      setShown(null)
    }
  }, [shell, name])
  // Attached when the fallback is removed, so that the page never contains both.
  useLayoutEffect(() => {
    if (isShown) slot.current?.append(target)
    return () => target.remove()
  }, [isShown, target])
  // Compared by value: callers write the props in place.
  const values = JSON.stringify(props)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => update(), [values])
  return createElement(
    'span',
    { className, ref: slot },
    isShown === null ? placeholder : !isShown && fallback,
  )
}
