import { baseOf, watchMounts } from '../release-records.ts'
import { onLeaseEnd, reportEffect } from './lease.ts'

/** Constructors of the language and the browser whose functions every code of the page uses. */
const CONSTRUCTORS = [
  ...['Array', 'Date', 'Function', 'Map', 'Number', 'Object', 'Promise', 'RegExp', 'Set', 'String'],
  ...['Document', 'Element', 'Event', 'EventTarget', 'History', 'HTMLElement', 'Node', 'Request', 'Response'],
  ...['Storage', 'URL', 'XMLHttpRequest'],
]

/** A function that code replaced or added, such as `Array.prototype.map`. */
interface Patch {
  what: string
  target: object
  key: PropertyKey
  own: PropertyDescriptor
  /** Undefined for an added function. */
  native: PropertyDescriptor | undefined
}

const isFunction = ({ value, get }: PropertyDescriptor): boolean =>
  typeof value === 'function' || get !== undefined
const isSame = (one: PropertyDescriptor, other: PropertyDescriptor | undefined): boolean =>
  one.value === other?.value && one.get === other?.get && one.set === other?.set

const isIn = (found: readonly Patch[], { target, key, own }: Patch): boolean =>
  found.some((patch) => target === patch.target && key === patch.key && isSame(own, patch.own))

function put({ target, key }: Patch, descriptor: PropertyDescriptor | undefined): void {
  if (descriptor) Reflect.defineProperty(target, key, descriptor)
  else Reflect.deleteProperty(target, key)
}

/** Remembers the native functions. @returns lists those that are others now */
function rememberNatives(): () => Patch[] {
  const natives = CONSTRUCTORS.flatMap((name): [string, object][] => {
    const native: unknown = Reflect.get(window, name)
    if (typeof native !== 'function') return []
    return [
      [name, native],
      [`${name}.prototype`, native.prototype],
    ]
  })
    .concat([
      ['JSON', JSON],
      ['Math', Math],
    ])
    .map(([name, target]) => ({ name, target, properties: new Map(readProperties(target)) }))
  return () =>
    natives.flatMap(({ name, target, properties }) =>
      readProperties(target).flatMap(([key, own]): Patch[] => {
        const native = properties.get(key)
        return isSame(own, native) ? [] : [{ what: `${name}.${String(key)}`, target, key, own, native }]
      }),
    )
}

function readProperties(target: object): [PropertyKey, PropertyDescriptor][] {
  return Reflect.ownKeys(target).flatMap((key): [PropertyKey, PropertyDescriptor][] => {
    const property = Reflect.getOwnPropertyDescriptor(target, key)
    return property && isFunction(property) ? [[key, property]] : []
  })
}

/**
 * Ends replaced and added functions of the language and the browser, which are assigned, so that no stack names the code.
 * What appeared before the first mount has settled is the release's, because its module ran, and so is what appeared until
 * its unmount. Its next mount gets the functions again: a module replaces them once.
 */
export function leaseNatives(): void {
  const listPatches = rememberNatives()
  const patches = new Map<string, Patch[]>()
  /** All at the unmount of a release whose lease has not ended. */
  const left = new Map<string, Patch[]>()
  const claim = (release: string, isOwn: (patch: Patch) => boolean) => {
    const own = listPatches().filter((patch) => !isIn([...patches.values()].flat(), patch) && isOwn(patch))
    patches.set(release, [...(patches.get(release) ?? []), ...own])
  }
  watchMounts({
    onMount: (release) => {
      for (const patch of patches.get(release) ?? []) put(patch, patch.own)
      // Later, because it takes half a millisecond.
      setTimeout(() => {
        const isFirst = !patches.has(release)
        claim(release, (patch) => isFirst || !isIn([...left.values()].flat(), patch))
      })
    },
    onUnmount: (release) => left.set(release, listPatches()),
  })
  onLeaseEnd((release) => {
    // Another release may be mounted by now.
    claim(release, (patch) => isIn(left.get(release) ?? [], patch))
    left.delete(release)
    for (const patch of patches.get(release) ?? []) {
      put(patch, patch.native)
      // The place in its code is not known.
      reportEffect({ release, stack: `at ${baseOf(release)}unknown.js:0:0` }, `replaced ${patch.what}`)
    }
  })
}
