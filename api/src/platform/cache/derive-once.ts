/**
 * Caches values that are derived from immutable objects. The upstream caches return the same object until it
 * is read again, so a derived value is computed once per object and is freed with it. Returning the same value
 * also lets callers compare it by identity. Per object, the value of the latest inputs is kept.
 * @param derive computes the value; it is called again after it threw
 * @param inputsOf everything besides the source that the value depends on; compared one by one with `===`.
 *   Default: the further arguments
 */
export function deriveOnce<Source extends object, Args extends readonly unknown[], T>(
  derive: (source: Source, ...args: Args) => T,
  inputsOf: (source: Source, ...args: Args) => readonly unknown[] = (_, ...args) => args,
): (source: Source, ...args: Args) => T {
  const cache = new WeakMap<Source, { inputs: readonly unknown[]; value: T }>()
  return (source, ...args) => {
    const inputs = inputsOf(source, ...args)
    const cached = cache.get(source)
    if (cached?.inputs.length === inputs.length && inputs.every((input, at) => input === cached.inputs[at]))
      return cached.value
    const value = derive(source, ...args)
    cache.set(source, { inputs, value })
    return value
  }
}
