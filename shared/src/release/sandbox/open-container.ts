import type { createFakePage } from './fake-page.ts'

/** The functions with which the process drives the sandbox. They take and return text and numbers only. */
export interface Opener {
  /** Marks the script at a URL as the current one; an empty text marks its end. */
  setCurrentScript(url: string): void
  /** Creates an error of the page. */
  createError(message: string): unknown
  /** Describes an error of the page: class, message and the first lines of the stack. */
  describe(error: unknown): string
  /** Returns the next requested file as JSON, `timer` after a timer fired, or an empty text if nothing is left to do. */
  next(): string
  /** Fires the event of a requested file. */
  finish(id: number, loaded: boolean): void
  /**
   * Opens the container like the page, from its global name or its module namespace, then loads its other chunks.
   * @param packages versions of the shell's packages by name, as JSON
   * @param chunks ids of all chunks by the name of their array, as JSON
   */
  open(container: string | object, packages: string, chunks: string): void
  /** The result as JSON, or an empty text while the container is loading. */
  result(): string
}

/**
 * Creates what opens a container inside of the sandbox. The text of this function is evaluated there: it must not
 * refer to anything outside of its body.
 */
export function createOpener(fake: ReturnType<typeof createFakePage>): Opener {
  const { page, warnings, createStub, fireTimer } = fake
  const MAX_STACK_LINES = 9
  const MAX_WANTED = 100
  const MAX_TEXT = 80
  const MAX_EXTENSIONS = 50

  const describe = (error: unknown): string => {
    try {
      const isObject = (typeof error === 'object' && error !== null) || typeof error === 'function'
      if (!isObject) return `threw ${String(error)}`
      const { name, message, stack } = error as { name?: unknown; message?: unknown; stack?: unknown }
      const frames = String(stack ?? '')
        .split('\n')
        .filter((line) => /^\s*at /.test(line) && !/node:|file:|propsight-sandbox/.test(line))
      return [`${String(name ?? 'Error')}: ${String(message ?? '')}`, ...frames]
        .slice(0, MAX_STACK_LINES)
        .join('\n')
    } catch {
      return 'an error that cannot be described'
    }
  }

  const wanted = new Set<string>()
  /** Records which packages a container looks up in the share scope. */
  const observeScope = (scope: object): object => {
    const observe = (key: PropertyKey) => {
      if (typeof key === 'string' && wanted.size < MAX_WANTED) wanted.add(key.slice(0, MAX_TEXT))
    }
    return new Proxy(scope, {
      get(target, key) {
        observe(key)
        return Reflect.get(target, key)
      },
      has(target, key) {
        observe(key)
        return Reflect.has(target, key)
      },
      getOwnPropertyDescriptor(target, key) {
        observe(key)
        return Reflect.getOwnPropertyDescriptor(target, key)
      },
    })
  }

  type Scope = Record<string, object>
  interface Federation {
    __INSTANCES__?: { shareScopeMap?: Record<string, Scope> }[]
  }
  /** The packages of the shell that was evaluated before, as its federation runtime provides them. */
  const shellScope = (): Scope | undefined => {
    const federation = page.__FEDERATION__ as Federation | undefined
    return federation?.__INSTANCES__?.[0]?.shareScopeMap?.default
  }
  const stubScope = (packages: string): Scope => {
    const scope: Scope = {}
    for (const [name, version] of Object.entries(JSON.parse(packages) as Record<string, string>)) {
      const module = createStub()
      const provided = {
        from: 'shell',
        eager: true,
        loaded: 1,
        version,
        lib: () => module,
        get: () => () => module,
      }
      scope[name] = { [version]: { ...provided, scope: ['default'], shareConfig: { singleton: true } } }
    }
    return scope
  }

  type Require = { e?: (chunk: unknown) => Promise<unknown> }
  /** Loads all chunks, so that files and packages that only a late part needs are missed here and not by a visitor. */
  const loadChunks = async (chunks: string): Promise<void> => {
    for (const [register, ids] of Object.entries(JSON.parse(chunks) as Record<string, unknown[]>)) {
      let require: Require | undefined
      const list = page[register] as unknown[] | undefined
      list?.push([
        ['propsight-probe'],
        {},
        (given: Require) => {
          require = given
        },
      ])
      for (const id of ids) await require?.e?.(id)
    }
  }

  const isComponent = (value: unknown): boolean =>
    typeof value === 'function' || (typeof value === 'object' && value !== null)
  /** Describes the extensions that a module exports. */
  const describeExtensions = (offered: unknown) =>
    Object.entries((offered ?? {}) as Record<string, unknown>)
      .slice(0, MAX_EXTENSIONS)
      .map(([name, value]) => {
        const { props, Component, mount } = (value ?? {}) as {
          props?: { '~standard'?: { validate?: unknown } }
          Component?: unknown
          mount?: unknown
        }
        return {
          name: name.slice(0, MAX_TEXT),
          hasSchema: typeof props?.['~standard']?.validate === 'function',
          isRenderable: typeof mount === 'function' || isComponent(Component),
        }
      })

  let settled = ''
  const settle = (result: object) => {
    settled ||= JSON.stringify({
      ...result,
      ofShell: shellScope() !== undefined,
      wanted: [...wanted],
      warnings,
    })
  }
  async function openContainer(from: string | object, packages: string, chunks: string): Promise<void> {
    let phase = 'container'
    try {
      const container = (typeof from === 'string' ? page[from] : from) as
        | { init(...args: unknown[]): unknown; get(path: string): unknown }
        | undefined
      if (typeof container?.init !== 'function' || typeof container.get !== 'function')
        return settle({ phase, error: '' })
      phase = 'init'
      const shell = shellScope()
      const scope = observeScope(shell ?? stubScope(packages))
      await container.init(scope, [], { shareScopeMap: { default: scope } })
      phase = 'get'
      const factory = await container.get('./remote')
      phase = 'module'
      const exposed = typeof factory === 'function' ? ((await factory()) as { default?: unknown }) : null
      const module = exposed?.default as Record<string, unknown> | undefined
      const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : null)
      const exports = {
        name: textOf(module?.name),
        contract: textOf(module?.contract),
        hasRoot: isComponent(module?.Root),
        extensions: describeExtensions(module?.extensions),
      }
      phase = 'chunk'
      await loadChunks(chunks)
      settle({ phase: 'done', error: '', exports })
    } catch (error) {
      settle({ phase, error: describe(error) })
    }
  }

  return {
    setCurrentScript: fake.setCurrentScript,
    finish: fake.finish,
    describe,
    next() {
      const request = fake.takeRequest()
      if (request) return JSON.stringify(request)
      // Timers fire only when no file is pending, so that the time limit of a file never fires before its file.
      return fireTimer() ? 'timer' : ''
    },
    createError: (message) => new Error(message),
    open(container, packages, chunks) {
      void openContainer(container, packages, chunks)
    },
    result: () => settled,
  }
}
