/** Where the services and the chains are. The app reads it from `/config.json`, so that one build serves every deployment. */
export interface WebConfig {
  baseUrl: string
  relayerUrl: string
  /**
   * Public RPC endpoints by chain, over which the browser reads the chains itself. Without them, or without `/network.json`, the app
   * shows orders and makes no swaps.
   */
  rpcUrls: Readonly<Record<string, readonly string[]>>
  /** On a devnet, the address of its user, whose wallet the page offers. `null` everywhere else. */
  devnetUser: string | null
}

/** @throws Error that tells the operator what is wrong with `/config.json`. */
export async function loadConfig(): Promise<WebConfig> {
  const answer = await fetch('/config.json')
  if (!answer.ok) throw new Error(`GET /config.json answered ${answer.status}`)
  const body = (await answer.json()) as Record<string, unknown>
  const { base_url: baseUrl, relayer_url: relayerUrl, rpc_urls: rpcUrls = {}, devnet_user: devnetUser } = body
  if (typeof baseUrl !== 'string' || typeof relayerUrl !== 'string') {
    throw new Error('/config.json must hold base_url and relayer_url')
  }
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    relayerUrl: relayerUrl.replace(/\/$/, ''),
    rpcUrls: rpcUrls as WebConfig['rpcUrls'],
    devnetUser: typeof devnetUser === 'string' ? devnetUser : null,
  }
}
