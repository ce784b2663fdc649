import type { Hex } from 'viem'

/** A JSON-RPC request, without its id. */
export type RpcRequest = { method: string; params: readonly unknown[] }

export type LieKind = 'silent' | 'slow' | 'refusing' | 'lying' | 'bomb'

export type RpcError = { code: number; message: string; data?: unknown }

/** A result or an error of the true chain. */
export type Said = { result: unknown } | { error: RpcError }

/** An HTTP response that replaces the JSON-RPC answer. With `endless`, the connection stays open after the body. */
export type HttpReply = {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
  endless?: true
}

/**
 * What the endpoint sends back. `json` is the text of a result that `JSON.stringify` cannot write. `hang` leaves the
 * connection open without an answer; `cut` closes it.
 */
export type Reply = Said | { json: string } | HttpReply | 'hang' | 'cut'

/** Asks the true chain the same question or, when one is passed, another one. */
export type Honest = (request?: RpcRequest) => Promise<Said>

export type Answer = (request: RpcRequest, honest: Honest) => Promise<Reply> | Reply

/** What a test gives to its lying endpoints, so that they can make up their answers. */
export type Scene = {
  /** Another history of the same chain: the same chain id and contracts, but other escrows. */
  shadow: (request: RpcRequest) => Promise<Said>
  /** A log that no transaction has made. */
  log: { address: Hex; topics: readonly Hex[]; data: Hex }
  /** How long the implementation under test waits for an answer. */
  limitMs: number
}

/** One way in which an endpoint can deceive or fail its users. */
export type Lie = {
  name: string
  kind: LieKind
  /** A description that completes "an endpoint that …". */
  describes: string
  /**
   * Starts the lie for one endpoint: returns the function that answers its requests. What the function remembers
   * between requests belongs to that endpoint alone.
   */
  tell: (scene: Scene) => Answer
}
