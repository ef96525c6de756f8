import { type Context, SourceTextModule } from 'node:vm'

export interface ModuleLoader {
  /** Evaluates an ES module and what it imports. @returns its namespace. @throws an error of the page */
  evaluate(path: string): Promise<object>
}

/**
 * Evaluates the ES modules of a release in the sandbox. Modules import files of the release by relative addresses.
 * @param readText returns a file of the release; undefined for one that it does not contain
 * @param createError creates an error inside of the page, so that it gets no object of the process
 * @param timeout time limit of the evaluation of one module, ms
 */
export function createModuleLoader({
  context,
  origin,
  readText,
  createError,
  timeout,
}: {
  context: Context
  origin: string
  readText(path: string): string | undefined
  createError(message: string): unknown
  timeout: number
}): ModuleLoader {
  const modules = new Map<string, SourceTextModule>()
  const evaluations = new Map<string, Promise<SourceTextModule>>()
  const resolvePath = (address: string, from: string): string => {
    if (!URL.canParse(address, origin + from)) throw createError(`'${address}' is no address`)
    return new URL(address, origin + from).href.slice(origin.length).replace(/[?#].*$/, '')
  }

  const create = (path: string): SourceTextModule => {
    const known = modules.get(path)
    if (known) return known
    const text = readText(path)
    if (text === undefined) throw createError(`${path} is not in the release`)
    const module = new SourceTextModule(text, {
      context,
      identifier: path,
      initializeImportMeta(meta) {
        meta.url = origin + path
      },
      importModuleDynamically: (address) => evaluate(resolvePath(address, path)),
    })
    modules.set(path, module)
    return module
  }
  const linkAndEvaluate = async (path: string): Promise<SourceTextModule> => {
    const module = create(path)
    if (module.status === 'unlinked')
      await module.link((address, { identifier }) => create(resolvePath(address, identifier)))
    await module.evaluate({ timeout })
    return module
  }
  const evaluate = (path: string): Promise<SourceTextModule> => {
    const evaluation = evaluations.get(path) ?? linkAndEvaluate(path)
    evaluations.set(path, evaluation)
    return evaluation
  }
  return { evaluate: async (path) => (await evaluate(path)).namespace }
}
