/** A question of JSON-RPC, without its number. */
export type RpcRequest = { method: string; params: readonly unknown[] }
