import type { paths } from '../generated/relayer.ts'
import type { Http } from './http.ts'
import { answerOf, type RequestOptions, resultOf, sentWith, type WriteOptions } from './request.ts'
import type { Claim, CreateClaim, CreateInitiation, CreateRefund, Initiation, Refund } from './types.ts'

/** Every operation of the relayer, by the name that its OpenAPI document gives it. */
export function relayerOperations(http: Http<paths>) {
  return {
    createClaim: (body: CreateClaim, options: WriteOptions = {}): Promise<Claim> =>
      resultOf(http.POST('/claims', { body, ...sentWith(options) })),
    getClaim: (claim_id: string, options: RequestOptions = {}): Promise<Claim> =>
      resultOf(http.GET('/claims/{claim_id}', { path: { claim_id }, ...sentWith(options) })),
    listClaims: async (order_id: string, options: RequestOptions = {}): Promise<Claim[]> =>
      (await resultOf(http.GET('/claims', { query: { order_id }, ...sentWith(options) }))).data,
    createInitiation: (body: CreateInitiation, options: WriteOptions = {}): Promise<Initiation> =>
      resultOf(http.POST('/initiations', { body, ...sentWith(options) })),
    getInitiation: (initiation_id: string, options: RequestOptions = {}): Promise<Initiation> =>
      resultOf(http.GET('/initiations/{initiation_id}', { path: { initiation_id }, ...sentWith(options) })),
    createRefund: (order_id: string, body: CreateRefund = {}, options: WriteOptions = {}): Promise<Refund> =>
      resultOf(
        http.POST('/orders/{order_id}/refund', {
          body,
          path: { order_id },
          ...sentWith(options),
        }),
      ),
    getRelayerHealth: (options: RequestOptions = {}) => answerOf(http.GET('/health', sentWith(options))),
    getRelayerReadiness: (options: RequestOptions = {}) => answerOf(http.GET('/ready', sentWith(options))),
  }
}
