import type { Endpoint } from './endpoint.ts'
import { EndpointError } from './fault.ts'

/**
 * Checks an endpoint's chain id.
 *
 * @throws EndpointError `wrong_data` when it is another chain's.
 */
export const expectChain =
  (chainId: number) =>
  async ({ name, client }: Endpoint): Promise<void> => {
    const answer: unknown = await client.request({ method: 'eth_chainId' })
    if (Number(answer) !== chainId)
      throw new EndpointError('wrong_data', `${name} is of chain ${answer}, not ${chainId}`)
  }
