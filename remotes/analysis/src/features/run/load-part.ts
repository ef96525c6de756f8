/**
 * Loads a chunk of this remote on demand.
 * @throws Error with a message for the user if the chunk cannot be loaded
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new Error('A part of this page did not load. Check your connection and try again.', { cause })
  }
}
