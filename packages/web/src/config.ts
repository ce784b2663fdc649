/** Where the services and the chains are. `/config.json` beside the app says it, so one build serves every deployment. */
export interface WebConfig {
  baseUrl: string
  relayerUrl: string
  /**
   * Endpoints by chain name, with which the browser looks at the chains itself. Without them, and without a
   * `/network.json`, the app shows orders and makes no swaps.
   */
  rpcUrls: Readonly<Record<string, readonly string[]>>
  /** The address of a devnet's user, whose wallet the page then offers. Null everywhere else. */
  devnetUser: string | null
}

/** @throws Error with the remedy for the operator. */
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
