import type { paths } from '../generated/relayer.ts'
import type { Http } from './http.ts'
import type { RequestOptions, WriteOptions } from './request.ts'
import type { Claim, CreateClaim, CreateInitiation, CreateRefund, Initiation, Refund, WithdrawClaim } from './types.ts'

export function relayerOperations({ GET, POST, READ }: Http<paths>) {
  return {
    createClaim: (body: CreateClaim, options?: WriteOptions): Promise<Claim> => POST('/claims', { body }, options),
    getClaim: (claim_id: string, options?: RequestOptions): Promise<Claim> =>
      GET('/claims/{claim_id}', { path: { claim_id } }, options),
    listClaims: async (order_id: string, options?: RequestOptions): Promise<Claim[]> =>
      (await GET('/claims', { query: { order_id } }, options)).data,
    withdrawClaim: (claim_id: string, body: WithdrawClaim, options?: WriteOptions): Promise<Claim> =>
      POST('/claims/{claim_id}/withdraw', { body, path: { claim_id } }, options),
    createInitiation: (body: CreateInitiation, options?: WriteOptions): Promise<Initiation> =>
      POST('/initiations', { body }, options),
    listInitiations: async (order_id: string, options?: RequestOptions): Promise<Initiation[]> =>
      (await GET('/initiations', { query: { order_id } }, options)).data,
    getInitiation: (initiation_id: string, options?: RequestOptions): Promise<Initiation> =>
      GET('/initiations/{initiation_id}', { path: { initiation_id } }, options),
    createRefund: (order_id: string, body: CreateRefund = {}, options?: WriteOptions): Promise<Refund> =>
      POST('/orders/{order_id}/refund', { body, path: { order_id } }, options),
    getRelayerReadiness: (options?: RequestOptions) => READ('/ready', {}, options),
  }
}
