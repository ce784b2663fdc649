import { isDeepStrictEqual } from 'node:util'

/**
 * Chooses the native function if its module loads and answers the probe as viem does, and viem's otherwise. The choice
 * is made at the first call.
 *
 * @param options.load loads the module; tests hand in others.
 */
export function nativeOrViem<Native, Args extends readonly unknown[], Answer>(options: {
  load: () => Promise<unknown>
  natively: (native: Native) => (...args: Args) => Promise<Answer>
  viem: (...args: Args) => Promise<Answer>
  probe: NoInfer<Args>
}): (...args: Args) => Promise<Answer> {
  const { load, natively, viem, probe } = options
  const choose = async () => {
    try {
      const { default: native } = (await load()) as { default: Native }
      const work = natively(native)
      const [said, expected] = await Promise.all([work(...probe), viem(...probe)])
      return isDeepStrictEqual(said, expected) ? work : viem
    } catch {
      return viem
    }
  }
  let chosen: ReturnType<typeof choose> | undefined
  return async (...args) => {
    chosen ??= choose()
    return (await chosen)(...args)
  }
}
