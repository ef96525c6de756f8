/**
 * Creates the storage of a fake browser, with a maximum size in characters; `trouble.denied` denies access.
 */
export function fakeStorage(mostCharacters = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>()
  const trouble = { denied: false, most: mostCharacters }
  const size = (but: string) =>
    [...kept].reduce((sum, [key, text]) => sum + (key === but ? 0 : key.length + text.length), 0)
  const area = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (size(key) + key.length + text.length > trouble.most)
        throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
  const storage = () => {
    if (trouble.denied) throw new DOMException('denied', 'SecurityError')
    return area
  }
  return { kept, trouble, storage }
}
export type FakeStorage = ReturnType<typeof fakeStorage>
