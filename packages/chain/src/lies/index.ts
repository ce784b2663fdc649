export { allLies, lieNamed } from './all-lies.ts'
export { type Endpoints, endpointsWith, type Layout, layouts } from './endpoints-with.ts'
export type { Answer, Honest, HttpReply, Lie, LieKind, Reply, RpcError, Said, Scene } from './lie.ts'
export { type LyingEndpoint, lyingEndpoint, overHttp, type TrueChain } from './lying-endpoint.ts'
