import { isDeepStrictEqual } from 'node:util'

/**
 * The native function if its module loads and answers the probe as viem does; otherwise viem's.
 * @param options.load the module; tests hand in others.
 */
export async function nativeOrViem<Native, Args extends readonly unknown[], Answer>(options: {
  load: () => Promise<unknown>
  natively: (native: Native) => (...args: Args) => Promise<Answer>
  viem: (...args: Args) => Promise<Answer>
  probe: NoInfer<Args>
}): Promise<(...args: Args) => Promise<Answer>> {
  const { load, natively, viem, probe } = options
  try {
    const { default: native } = (await load()) as { default: Native }
    const work = natively(native)
    const [said, expected] = await Promise.all([work(...probe), viem(...probe)])
    return isDeepStrictEqual(said, expected) ? work : viem
  } catch {
    return viem
  }
}
