import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/relayer.ts'
import { answerOf, headersOf, type RequestOptions, resultOf, signalOf, type WriteOptions } from './request.ts'
import type { Claim, CreateClaim, CreateInitiation, CreateRefund, Initiation, Refund } from './types.ts'

/** Every operation of the relayer, by the name that its OpenAPI document gives it. */
export function relayerOperations(http: Client<paths>) {
  return {
    createClaim: (body: CreateClaim, options: WriteOptions = {}): Promise<Claim> =>
      resultOf(http.POST('/claims', { body, params: headersOf(options), ...signalOf(options) })),
    getClaim: (claim_id: string, options: RequestOptions = {}): Promise<Claim> =>
      resultOf(http.GET('/claims/{claim_id}', { params: { path: { claim_id } }, ...signalOf(options) })),
    listClaims: async (order_id: string, options: RequestOptions = {}): Promise<Claim[]> =>
      (await resultOf(http.GET('/claims', { params: { query: { order_id } }, ...signalOf(options) }))).data,
    createInitiation: (body: CreateInitiation, options: WriteOptions = {}): Promise<Initiation> =>
      resultOf(http.POST('/initiations', { body, params: headersOf(options), ...signalOf(options) })),
    getInitiation: (initiation_id: string, options: RequestOptions = {}): Promise<Initiation> =>
      resultOf(http.GET('/initiations/{initiation_id}', { params: { path: { initiation_id } }, ...signalOf(options) })),
    createRefund: (order_id: string, body: CreateRefund = {}, options: WriteOptions = {}): Promise<Refund> =>
      resultOf(
        http.POST('/orders/{order_id}/refund', {
          body,
          params: { path: { order_id }, ...headersOf(options) },
          ...signalOf(options),
        }),
      ),
    getRelayerHealth: (options: RequestOptions = {}) => answerOf(http.GET('/health', { ...signalOf(options) })),
    getRelayerReadiness: (options: RequestOptions = {}) => answerOf(http.GET('/ready', { ...signalOf(options) })),
  }
}
