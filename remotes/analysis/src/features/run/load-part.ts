/**
 * A part of this remote that is loaded on demand.
 * @throws Error with a sentence for the screen where its file does not arrive
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new Error('A part of this page did not load. Check your connection and try again.', { cause })
  }
}
