// Made by `npm run generate` from packages/contracts/openapi. Do not edit.

export interface paths {
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List orders */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create an order from a quote
         * @description Validates the quote and consumes it, exactly once. The answer names both escrow vaults.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/user/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List one user's orders */
        get: operations["listUserOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{order_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one order
         * @description The answer of an order that has ended, and to whose source no money can come unseen, carries an `ETag`; `If-None-Match` is answered with 304.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{order_id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one order in words
         * @description What happened, what is awaited, from whom, until when, and what the user can do now.
         */
        get: operations["explainOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{order_id}/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask the maker to give the source back
         * @description Once `fill_by` has passed and the destination was not funded, the maker of the order is asked for its consent to cancel the source before `cancel_after`. `POST /orders/{order_id}/refund` of the relayer does this by itself, and pays the gas.
         */
        get: operations["getOrderConsent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{order_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one order's events
         * @description With `Accept: text/event-stream` the same events as a live stream: `id` is `seq`, `Last-Event-ID` resumes on any replica, and the stream ends with a final status (then 204 to a client that has everything).
         */
        get: operations["listOrderEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events of all orders
         * @description With `Accept: text/event-stream` the same events as a live stream: `id` is `seq`, and `Last-Event-ID` resumes on any replica. `seq` has no gaps: a client that has seen n has seen everything up to n.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your webhooks
         * @description Those registered with the same API key; without one, the webhook of the header `Webhook-Secret`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description The webhook is `pending`: give your endpoint the secret of this answer, then prove the URL by `POST /webhooks/{webhook_id}/challenge`. From then on events are sent to the URL as `POST`, signed by the Standard Webhooks scheme, at least once, and in order within an order. An answer other than 2xx is tried again over hours; a webhook that fails again and again rests, and is disabled after three days. The secret is answered only here. Without an API key it is also what shows that the webhook is yours: send it as the header `Webhook-Secret` to read, enable or delete it.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove a webhook's URL
         * @description Sends a signed `webhook.challenge` to the URL, and waits for the answer. An endpoint that answers 2xx with the challenge alone as plain text, within ten seconds, makes the webhook `active`. Otherwise it stays `pending`, and the request can be sent again. A webhook that is proven already is answered as it is, and nothing is sent.
         */
        post: operations["challengeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook that was disabled
         * @description What was pending when it was disabled is sent first. Events of the time since then are not: read them from `GET /events`.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook's delivery log
         * @description Newest first, a hundred at a time.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read aggregate statistics
         * @description Computed at most every two minutes; `Cache-Control` says how long the answer stays.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a quote
         * @description The best firm quote of the makers and of the quote engine. An orderbook that takes its quotes from a remote quote service has no such operation.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/indicative": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask for a price that binds no maker
         * @description What the quote engine would quote now, with the same checks; makers are not asked. Nothing is stored and no order can be made from it; caches may keep it for five seconds.
         */
        get: operations["getIndicativeQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes/{quote_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a quote */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/makers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the makers
         * @description Every maker that is asked for quotes, with its signing key and its addresses, what it did on each of the last 30 days, and until when it is benched.
         */
        get: operations["listMakers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the chains */
        get: operations["listChains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the assets */
        get: operations["listAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the routes
         * @description Each pair of assets that can be quoted, with the amounts that a quote can be asked for now, whether one can be had at all, and how long its newest orders took. Computed at most every fifteen seconds.
         */
        get: operations["listRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is alive */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether every dependency answers */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    orderEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event of an order
         * @description Sent at least once, and in order within an order. Signed by the Standard Webhooks scheme: `verifyWebhook` of `@tandem/sdk` holds the headers against the secret. Answer within ten seconds; an answer other than 2xx is sent again over hours. An event tells what the orderbook sees, `order.reveal_safe` too: check the destination escrow by endpoints of your own before a secret leaves.
         */
        post: operations["orderEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    webhookChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A challenge that proves a webhook's URL
         * @description Sent by `POST /webhooks/{webhook_id}/challenge`, and signed as every event is. Verify the signature, so that you agree to no webhook of a stranger, and answer with `challenge` alone as plain text, within ten seconds.
         */
        post: operations["webhookChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Asset: {
            /**
             * @description Asset identifier, `chain:symbol`; see `GET /assets`.
             * @example devnet_a:usdc
             */
            asset: string;
            /** @description `true`: nothing new is quoted or taken here, and everything that is open finishes. The orderbook reads it again while it runs. */
            paused?: boolean;
            symbol: string;
            display_name: string;
            decimals: number;
            /**
             * @description The native token is 0xEeee…EEeE. On a final chain of hops: the token's remote.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            token_address: string;
            /**
             * @description On a final chain of hops: the token's home, on the hub chain.
             * @default null
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            token_home_address: string | null;
            /** @description The token’s picture, which pages show: an https URL, or a path on the page that shows it, such as `/logos/usdc.svg`. Without it a letter stands in its place. */
            logo?: string;
            /** @description Whether the token has EIP-2612 `permit`. */
            permit: boolean;
            /**
             * @description Amount in base units, as a decimal string.
             * @example 25000000
             */
            min_amount: string;
            /**
             * @description Amount in base units, as a decimal string.
             * @example 25000000
             */
            max_amount: string;
            /**
             * @description US dollars per whole token that the operator does not expect to be exceeded. The relayer decides by it how many confirmations the facts of an order need, and never by a price that the orderbook names. `null`: every order of this asset needs the most confirmations of its chains.
             * @default null
             * @example 1.0002
             */
            usd_price_ceiling: string | null;
        };
        AssetList: {
            data: components["schemas"]["Asset"][];
        };
        AssetStats: {
            /**
             * @description Asset identifier, `chain:symbol`; see `GET /assets`.
             * @example devnet_a:usdc
             */
            asset: string;
            symbol: string;
            order_count: number;
            volume_usd: number;
        };
        /**
         * @description How far the hop is; `null` on direct sides.
         * @enum {string|null}
         */
        BridgeStatus: "awaiting" | "dispatched" | "stuck" | "failed" | "delivered" | "taken_on_hub" | null;
        Chain: {
            /**
             * @description Chain name; see `GET /chains`.
             * @example devnet_a
             */
            chain: string;
            /** @description `true`: nothing new is quoted or taken here, and everything that is open finishes. The orderbook reads it again while it runs. */
            paused?: boolean;
            /** @description EIP-155 chain id. */
            chain_id: number;
            display_name: string;
            /**
             * @description `null`: a final chain of hops, without escrows.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            registry_address: string | null;
            /**
             * @description The market maker's address on this chain.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            solver_address: string | null;
            block_time_ms: number;
            /** @description How many blocks it takes until an event counts; its own block is the first. */
            confirmations: number;
            /**
             * @description Orders worth at least this many US dollars need more confirmations. The amounts rise from entry to entry.
             * @default []
             */
            confirmation_steps: {
                from_usd: number;
                confirmations: number;
            }[];
            /**
             * @description Instead of confirmations: an event counts once its block is not above the block with this tag.
             * @default null
             * @enum {string|null}
             */
            finality_tag: "safe" | "finalized" | null;
            /** @description The block before which no escrow exists; the watcher starts here. */
            start_block: number;
            /** @description Life of a source escrow on this chain. */
            source_cancel_after_secs: number;
            /** @description Life of a destination escrow on this chain. */
            dest_cancel_after_secs: number;
            /** @description No secret is revealed with less time left than this. */
            claim_safety_secs: number;
            /**
             * @description Where both chains of a swap have it, its escrows live as long as the confirmations of its worth and these times need, and at the longest as long as the chains say. `null`: always as long as the chains say.
             * @default null
             */
            fitted_windows: {
                /** @description As destination: what the user has to hand over the secret once the escrow counts. */
                reveal_secs: number;
                /** @description As source: what the maker has to see a public secret and to have its claim mined, beside the depths of both chains. It must cover a congested chain. By how much the chains’ clocks differ is added to it. */
                claim_secs: number;
            } | null;
            native_symbol: string;
            /**
             * Format: uri
             * @description A URL of `https` or `http`.
             */
            explorer_url: string | null;
            /**
             * @description HopBridge, on hub chains.
             * @default null
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            hop_bridge_address: string | null;
            /**
             * @description Final chains of hops: the chain whose escrows bridge on to it.
             * @default null
             * @example devnet_a
             */
            hub_chain: string | null;
            /**
             * @description Avalanche blockchain id, for hops.
             * @default null
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            blockchain_id: string | null;
            /**
             * @description The Teleporter messenger, on hubs and final chains; deliveries are read from its events.
             * @default null
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            messenger_address: string | null;
        };
        ChainList: {
            data: components["schemas"]["Chain"][];
        };
        ChainPairStats: {
            /**
             * @description Chain name; see `GET /chains`.
             * @example devnet_a
             */
            source_chain: string;
            /**
             * @description Where the asked asset arrives: on hops the final chain.
             * @example devnet_a
             */
            dest_chain: string;
            order_count: number;
            volume_usd: number;
        };
        CompletionClass: {
            /** @description The longest time of this class; longer than the class before. `null`: without an end. */
            up_to_secs: number | null;
            orders: number;
        };
        /** @description Seconds from the block of the source escrow to the block that paid the recipient, on the final chain for hops, of the newest completed orders of the last seven days, at most 100. It holds the time that users took to hand over their secret. `null`: none was measured. */
        CompletionTime: {
            /** @description Half of the orders took at most this long. */
            p50_secs: number;
            /** @description 95 of 100 orders took at most this long. */
            p95_secs: number;
            /** @description The number of orders that were measured. */
            orders: number;
            /**
             * Format: date-time
             * @description When the oldest of them completed.
             * @example 2026-11-21T12:00:00.000Z
             */
            since: string;
        } | null;
        CreateOrder: {
            /**
             * @description The caller's own identifier of the user: 1 to 128 printable characters.
             * @example user-42
             */
            user_id: string;
            /**
             * Format: uuid
             * @description Quote identifier, consumed exactly once.
             * @example 7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10
             */
            quote_id: string;
            source: components["schemas"]["OrderSide"];
            destination: components["schemas"]["OrderSide"] & unknown;
            /**
             * @description SHA-256 of the 32-byte secret.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            commitment_hash: string;
        };
        CreateQuote: {
            /**
             * @description Asset identifier, `chain:symbol`; see `GET /assets`.
             * @example devnet_a:usdc
             */
            source_asset: string;
            /**
             * @description Asset identifier, `chain:symbol`; see `GET /assets`.
             * @example devnet_a:usdc
             */
            destination_asset: string;
            /**
             * @description Exact input. Give this or `destination_amount`.
             * @example 25000000
             */
            source_amount?: string;
            /**
             * @description Exact output. Give this or `source_amount`.
             * @example 25000000
             */
            destination_amount?: string;
        };
        CreateWebhook: {
            /**
             * Format: uri
             * @description A public HTTPS address. Redirects are not followed. Without API keys each network may have five webhooks at one URL (its query aside) and a hundred in all; with them each key a thousand and ten thousand.
             */
            url: string;
            /** @description Only these; every type by default. */
            event_types?: ("order.created" | "order.fact_seen" | "order.fact_confirmed" | "order.fact_finalized" | "order.fact_retracted" | "order.status_changed" | "order.reveal_safe")[];
            /**
             * @description Only this user's orders; all orders by default.
             * @example user-42
             */
            user_id?: string;
        };
        ErrorEnvelope: {
            /** @enum {string} */
            status: "Error";
            /** @description What went wrong, for a person. */
            result: string;
            /**
             * @description What went wrong, for a program. Stable.
             * @enum {string}
             */
            code: "INVALID_REQUEST" | "MALFORMED_JSON" | "PAGE_TOO_DEEP" | "INVALID_CURSOR" | "UNAUTHORIZED" | "NOT_FOUND" | "ORDER_NOT_FOUND" | "QUOTE_NOT_FOUND" | "CLAIM_NOT_FOUND" | "INITIATION_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "QUOTE_CONSUMED" | "QUOTE_WITHDRAWN" | "COMMITMENT_REUSED" | "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS" | "SOURCE_NOT_INITIATED" | "DESTINATION_NOT_INITIATED" | "TOO_LATE" | "REFUND_TOO_EARLY" | "ORDER_FINAL" | "CLAIM_CONFLICT" | "CLAIM_SENT" | "VAULT_MISMATCH" | "SWAP_MISMATCH" | "PAYOUT_BLOCKED" | "PAYOUT_TOO_COSTLY" | "SPONSOR_ORDER_TOO_SMALL" | "PREFUND_MISSING" | "CREATION_REVERTS" | "REQUEST_TIMEOUT" | "QUOTE_EXPIRED" | "ORDER_EXPIRED" | "EVENTS_GONE" | "BODY_TOO_LARGE" | "UNSUPPORTED_CONTENT_TYPE" | "HEADERS_TOO_LARGE" | "QUOTE_MISMATCH" | "UNSUPPORTED_ASSET" | "UNSUPPORTED_ROUTE" | "AMOUNT_OUT_OF_BOUNDS" | "INVALID_RECIPIENT" | "WRONG_SECRET" | "HOP_REQUIRED" | "HOP_NOT_EXPECTED" | "HOP_MISMATCH" | "HOP_ROUTE_CLOSED" | "ROUTE_PAUSED" | "HOP_EXPIRED" | "SIGNATURE_INVALID" | "UNSUPPORTED_INITIATION" | "INVALID_WEBHOOK_URL" | "WEBHOOK_CHALLENGE_FAILED" | "RATE_LIMITED" | "SPONSOR_BUDGET_SPENT" | "TOO_MANY_UNFUNDED_ORDERS" | "TOO_MANY_WAITING_CLAIMS" | "INTERNAL" | "UPSTREAM_INVALID" | "UNAVAILABLE" | "CHAIN_UNAVAILABLE" | "PRICE_UNAVAILABLE" | "SIGNER_UNAVAILABLE" | "UPSTREAM_TIMEOUT";
            /** @description Quote it when you report the error. */
            request_id: string;
            /** @description Whether the same request may succeed later. */
            retryable: boolean;
            /** @description Facts about the error, by code. */
            details?: {
                /** @description The first twenty fields that failed. */
                issues?: components["schemas"]["Issue"][];
                /** @description How many fields failed, when more than twenty did. */
                issue_count?: number;
                quote?: components["schemas"]["Quote"];
            } & {
                [key: string]: unknown;
            };
        };
        EventPage: {
            data: components["schemas"]["OrderEvent"][];
            /** @description Give it as `after_seq` to read on. */
            last_seq: number;
            has_more: boolean;
        };
        Explanation: {
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            status: components["schemas"]["OrderStatus"];
            summary: string;
            happened: {
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time in UTC.
                 * @example 2026-11-21T12:00:00.000Z
                 */
                at: string;
                text: string;
                /**
                 * @description 32 bytes, 0x-prefixed lower-case hex.
                 * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
                 */
                tx_hash: string | null;
            }[];
            awaiting: {
                from: string;
                text: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time in UTC.
                 * @example 2026-11-21T12:00:00.000Z
                 */
                until: string | null;
            } | null;
            /** @description Every event of the order that stands on its chains now, with those that do not count yet. */
            facts: components["schemas"]["StandingFact"][];
            /** @description What the user can do now. */
            you_can: string[];
        };
        Fact: {
            /** @enum {string} */
            side: "source" | "destination";
            /** @enum {string} */
            kind: "created" | "claimed" | "cancelled" | "hop_dispatched" | "hop_delivered" | "hop_failed";
            /**
             * @description Chain name; see `GET /chains`.
             * @example devnet_a
             */
            chain: string;
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            tx_hash: string;
            block_number: number;
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            block_hash: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            block_timestamp: string;
            finality: components["schemas"]["Finality"];
            /** @description Blocks from the block of the fact up to the head, both counted, when this was written; 0 for a retracted fact. */
            confirmations: number | null;
        } | null;
        /** @enum {string} */
        Finality: "seen" | "confirmed" | "finalized";
        IndicativeQuote: {
            source: components["schemas"]["QuotedAmount"];
            destination: components["schemas"]["QuotedAmount"];
            route_type: components["schemas"]["RouteType"];
            fee_bips: number;
            /**
             * @description Decimal number as a string.
             * @example 1.0002
             */
            source_token_price: string;
            /**
             * @description Decimal number as a string.
             * @example 1.0002
             */
            dest_token_price: string;
            /**
             * @description Hop routes: the bridge relayer’s fee, in base units of the bridged token.
             * @example 0
             */
            hop_relayer_fee: string | null;
            /**
             * @description The part of the amounts that pays for gas, in base units of the destination asset: it is in them already, and is taken nowhere else. Of a quote with a `maker_quote`, what the maker’s own transactions cost at the fees of the moment. `null` when it is not known.
             * @default null
             * @example 0
             */
            network_fee: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            as_of: string;
        };
        Intent: {
            /**
             * @description Escrow vault address.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            swap_id: string;
            /**
             * @description Chain name; see `GET /chains`.
             * @example devnet_a
             */
            chain: string;
            /**
             * @description Asset identifier, `chain:symbol`; see `GET /assets`.
             * @example devnet_a:usdc
             */
            asset: string;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            token_address: string;
            /**
             * @description Funds the vault, and is repaid if it is cancelled.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            creator: string;
            /**
             * @description Is paid when the vault is claimed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            recipient: string;
            /**
             * @description Amount in base units, as a decimal string.
             * @example 25000000
             */
            amount: string;
            /**
             * @description SHA-256 of the secret.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            commitment_hash: string;
            /**
             * @description The secret itself, once a claim has made it public on chain. `null` before.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            commitment: string | null;
            /**
             * @description The vault can be claimed before, and cancelled from this time on.
             * @example 1795348800
             */
            cancel_after: number;
            /**
             * @description The contract that creates vaults.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            registry_address: string;
            /**
             * @description Initiate transaction.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            create_tx_hash: string | null;
            create_block_number: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            create_timestamp: string | null;
            /**
             * @description Claim transaction.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            claim_tx_hash: string | null;
            claim_block_number: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            claim_timestamp: string | null;
            /**
             * @description Cancel transaction.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            cancel_tx_hash: string | null;
            cancel_block_number: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            cancel_timestamp: string | null;
            /** @description Whether a hop claim payload is required. */
            l1_hop: boolean;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            hop_bridge_factory: string | null;
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            hop_dest_blockchain_id: string | null;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            hop_recipient: string | null;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            hop_fee_token: string | null;
            /**
             * @description Quantity in base units, as a decimal string.
             * @example 0
             */
            hop_relayer_fee: string | null;
            /**
             * @description Chain name; see `GET /chains`.
             * @example devnet_a
             */
            final_chain: string | null;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            final_token_address: string | null;
            /**
             * @description The dispatch transaction of a hop.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            bridge_tx_hash: string | null;
            bridge_status: components["schemas"]["BridgeStatus"];
            /**
             * @description Of the message that carries the hop, on both of its chains.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            bridge_message_id: string | null;
            /**
             * @description The last transaction on the final chain that executed the message, or failed to.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            delivery_tx_hash: string | null;
            /**
             * Format: date-time
             * @description When the tokens arrived on the final chain.
             * @example 2026-11-21T12:00:00.000Z
             */
            delivered_at: string | null;
            /**
             * @description Source only, when the order is read by its id: base units of the token that lie at `swap_id` without an escrow, which is before the escrow is created, and for a week after it has settled. `null` where it was not read.
             * @default null
             * @example 0
             */
            funded_amount: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            updated_at: string;
            status: components["schemas"]["IntentStatus"];
        };
        /**
         * @description Derived from the facts above and the time of the chain.
         * @enum {string}
         */
        IntentStatus: "awaiting" | "created" | "claimed" | "cancellable" | "cancelled" | "expired";
        Issue: {
            path: string;
            message: string;
        };
        Maker: {
            /**
             * @description Maker; see `GET /makers`.
             * @example maker-one
             */
            maker_id: string;
            name: string;
            /**
             * @description The key that signs its quotes.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            signer: string;
            /** @description Its settlement address on each chain. */
            addresses: {
                [key: string]: string;
            };
            /** @description What it did in the last 30 days, the newest day first; days without an order are left out. The figures are up to 30 s old. */
            days: components["schemas"]["MakerDay"][];
            /**
             * Format: date-time
             * @description It is asked for no quotes until then; `null`: it is asked.
             * @example 2026-11-21T12:00:00.000Z
             */
            benched_until: string | null;
        };
        MakerDay: {
            /**
             * Format: date
             * @description In UTC. An order counts on the day on which it was made.
             */
            date: string;
            /** @description Orders that were made from its quotes. */
            won: number;
            /** @description Of these, the ones whose destination it funded before `fill_by`. */
            filled: number;
            /** @description Of these, the ones whose destination it did not fund by then, though the source stood in time. */
            faded: number;
            /** @description Quotes that won, and whose order it did not accept. */
            refused: number;
        };
        MakerList: {
            data: components["schemas"]["Maker"][];
        };
        MakerQuoteMessage: {
            /**
             * Format: uuid
             * @description Identifier that the maker was asked under: the UUID (version 8) of the first 16 bytes of the SHA-256 of the quote’s `quote_id` in lower case.
             * @example 7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10
             */
            quote_id: string;
            /**
             * @description Asset identifier, `chain:symbol`; see `GET /assets`.
             * @example devnet_a:usdc
             */
            source_asset: string;
            source_chain_id: number;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            source_token: string;
            /**
             * @description What the user pays, in base units.
             * @example 25000000
             */
            source_amount: string;
            /**
             * @description The maker on the source chain: recipient of its escrow.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            source_recipient: string;
            /**
             * @description What the user receives; on a hop, on the final chain.
             * @example devnet_a:usdc
             */
            destination_asset: string;
            /** @description The chain of the destination escrow; on a hop, the hub. */
            destination_chain_id: number;
            /**
             * @description What the destination escrow holds.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            destination_token: string;
            /**
             * @description What the user receives, in base units of its asset.
             * @example 25000000
             */
            destination_amount: string;
            /**
             * @description The maker on the chain of the destination escrow.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            destination_creator: string;
            /**
             * @description Held by the destination escrow on top; 0 on direct routes.
             * @example 0
             */
            hop_relayer_fee: string;
            /**
             * @description Unix time in seconds.
             * @example 1795348800
             */
            initiate_by: number;
            /**
             * @description Unix time in seconds.
             * @example 1795348800
             */
            fill_by: number;
            /**
             * @description An order must be made from the quote before then.
             * @example 1795348800
             */
            expires_at: number;
        };
        /** @description `null` when nothing is left to do. */
        NextAction: {
            /** @enum {string} */
            actor: "user" | "solver" | "relayer" | "bridge" | "anyone";
            /** @enum {string} */
            action: "initiate_source" | "recover_prefund" | "initiate_destination" | "submit_claim" | "claim_source" | "deliver_bridge" | "retry_bridge" | "cancel_source" | "cancel_destination" | "refund_source";
            /**
             * @description Chain name; see `GET /chains`.
             * @example devnet_a
             */
            chain: string;
            /**
             * @description Until when, by the time of the chain. Of `initiate_source` the source escrow has to be on chain by then, which is never later than `initiate_by`: once it has passed, pay nothing. `null`: there is no limit, or it is not known.
             * @example 1795348800
             */
            deadline: number | null;
            description: string;
            /** @description A transaction that does it, ready to sign. */
            call: {
                /**
                 * @description EVM address, EIP-55 checksummed.
                 * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
                 */
                to: string;
                /** @description Bytes, 0x-prefixed hex. */
                data: string;
                /**
                 * @description Quantity in base units, as a decimal string.
                 * @example 0
                 */
                value: string;
            } | null;
        } | null;
        Order: {
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /**
             * @description The caller's own identifier of the user: 1 to 128 printable characters.
             * @example user-42
             */
            user_id: string;
            /**
             * Format: uuid
             * @description Quote identifier, consumed exactly once.
             * @example 7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10
             */
            quote_id: string;
            /**
             * @description USD per whole token, at the quote.
             * @example 1.0002
             */
            source_token_price: string;
            /**
             * @description USD per whole token, at the quote.
             * @example 1.0002
             */
            dest_token_price: string;
            fee_bips: number;
            /**
             * @description The maker is bound when the source escrow is on chain by then, by the source chain’s clock. `null` when the quote named no such time.
             * @example 1795348800
             */
            initiate_by: number | null;
            /**
             * @description The maker funds the destination escrow before then, by the clock of its chain, or gives the source back. `null` when the quote named no such time.
             * @example 1795348800
             */
            fill_by: number | null;
            /**
             * @description What the maker of this order signed; its amounts are the quote’s, and its addresses those of the intents. `null`: the orderbook’s own quote engine made the quote.
             * @default null
             */
            maker_quote: {
                /**
                 * @description Maker; see `GET /makers`.
                 * @example maker-one
                 */
                maker_id: string;
                /**
                 * @description The maker's signing key.
                 * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
                 */
                signer: string;
                message: components["schemas"]["MakerQuoteMessage"];
                /** @description EIP-712 signature, 65 bytes. */
                signature: string;
            } | null;
            source_intent: components["schemas"]["Intent"];
            destination_intent: components["schemas"]["Intent"];
            /**
             * @description What was asked for, and who receives it where: on a hop, on the final chain. `null` from an orderbook that does not say.
             * @default null
             */
            receives: {
                /**
                 * @description Chain name; see `GET /chains`.
                 * @example devnet_a
                 */
                chain: string;
                /**
                 * @description Asset identifier, `chain:symbol`; see `GET /assets`.
                 * @example devnet_a:usdc
                 */
                asset: string;
                /**
                 * @description EVM address, EIP-55 checksummed.
                 * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
                 */
                token_address: string;
                /**
                 * @description EVM address, EIP-55 checksummed.
                 * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
                 */
                recipient: string;
                /**
                 * @description Amount in base units, as a decimal string.
                 * @example 25000000
                 */
                amount: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            updated_at: string;
            status: components["schemas"]["OrderStatus"];
            next_action: components["schemas"]["NextAction"];
        };
        OrderConsent: {
            consent: {
                /**
                 * @description Unix time in seconds.
                 * @example 1795348800
                 */
                deadline: number;
                /** @description EIP-712 `ConsentCancel` by the recipient of the source escrow, the market maker. */
                signature: string;
            } | null;
            /**
             * @description `too_early`: the maker may still fill. `not_open`: no source escrow is open. `filled`: the destination escrow was funded. `no_maker`: no maker signed the quote; the configured solver gives the source back by itself. `declined`, `no_answer`: the maker does not agree, or answers nothing of use; the source can be cancelled at `cancel_after`.
             * @enum {string|null}
             */
            reason: "too_early" | "not_open" | "filled" | "no_maker" | "declined" | "no_answer" | null;
        };
        OrderEvent: {
            seq: number;
            order_seq: number;
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /** @enum {string} */
            type: "order.created" | "order.fact_seen" | "order.fact_confirmed" | "order.fact_finalized" | "order.fact_retracted" | "order.status_changed" | "order.reveal_safe";
            status: components["schemas"]["OrderStatus"];
            fact: components["schemas"]["Fact"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
        };
        OrderPage: {
            data: components["schemas"]["Order"][];
            page: number;
            limit: number;
            /** @description How many orders match, if `total_is_exact`; otherwise there are more. */
            total: number;
            /** @description Always `true` without a filter, and by `status` or `user_id` alone. With any other filter `total` is counted up to 1,000, or up to one more than the pages so far hold. */
            total_is_exact: boolean;
            total_pages: number;
            /** @description Whether orders follow, which is when `next_cursor` is not `null`. */
            has_more: boolean;
            /** @description `null` on the last page. */
            next_cursor: string | null;
        };
        /** @description `recipient`: the user on the source chain, who funds the escrow and is repaid if it is cancelled. The answer calls this account `source_intent.creator`. */
        OrderSide: {
            /**
             * @description Asset identifier, `chain:symbol`; see `GET /assets`.
             * @example devnet_a:usdc
             */
            asset: string;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            recipient: string;
            /**
             * @description Amount in base units, as a decimal string.
             * @example 25000000
             */
            amount: string;
        };
        /**
         * @description The order's status after the event.
         * @enum {string}
         */
        OrderStatus: "created" | "source_initiated" | "destination_initiated" | "destination_claimed" | "bridging" | "bridge_failed" | "completed" | "refundable" | "cancelled" | "expired" | "conflict";
        /** @description With `QUOTE_WITHDRAWN`: the next best quote, to be accepted. */
        Quote: {
            /**
             * Format: uuid
             * @description Quote identifier, consumed exactly once.
             * @example 7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10
             */
            quote_id: string;
            source: components["schemas"]["QuotedAmount"];
            destination: components["schemas"]["QuotedAmount"];
            route_type: components["schemas"]["RouteType"];
            fee_bips: number;
            /**
             * @description Decimal number as a string.
             * @example 1.0002
             */
            source_token_price: string;
            /**
             * @description Decimal number as a string.
             * @example 1.0002
             */
            dest_token_price: string;
            /**
             * @description The solver on the source chain: is paid by the source escrow.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            source_solver_address: string;
            /**
             * @description The solver on the escrow chain of the destination: funds its escrow.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            dest_solver_address: string;
            /**
             * @description Hop routes: the bridge relayer’s fee, in base units of the bridged token.
             * @example 0
             */
            hop_relayer_fee: string | null;
            /**
             * @description The part of the amounts that pays for gas, in base units of the destination asset: it is in them already, and is taken nowhere else. Of a quote with a `maker_quote`, what the maker’s own transactions cost at the fees of the moment. `null` when it is not known.
             * @default null
             * @example 0
             */
            network_fee: string | null;
            /**
             * @description The maker is bound when the source escrow is on chain by then, by the source chain’s clock. `null` when the quote names no such time.
             * @default null
             * @example 1795348800
             */
            initiate_by: number | null;
            /**
             * @description The maker funds the destination escrow before then, by the clock of its chain, or gives the source back. `null` when the quote names no such time.
             * @default null
             * @example 1795348800
             */
            fill_by: number | null;
            /**
             * @description The `cancel_after` that the source escrow of its order will have. `null`: counted from the order, by `source_cancel_after_secs` of its chain.
             * @default null
             * @example 1795348800
             */
            source_cancel_after: number | null;
            /**
             * @description The `cancel_after` that the destination escrow of its order will have. `null`: counted from the order, by `dest_cancel_after_secs` of its chain.
             * @default null
             * @example 1795348800
             */
            dest_cancel_after: number | null;
            /**
             * @description The free option of the user, in seconds: for so long after the quote it can be decided not to reveal the secret, while the maker stands by its price. It ends with the `cancel_after` of the destination escrow, by the clock of its chain; in its last `claim_safety_secs` only the user’s own transaction can still claim. Makers may price it, and count it from that deadline themselves. `null` when the quote names no such time.
             * @default null
             */
            free_option_secs: number | null;
            /**
             * @description The firm quote that its maker signed. `null`: the orderbook’s own quote engine made it.
             * @default null
             */
            maker_quote: {
                /**
                 * @description Maker; see `GET /makers`.
                 * @example maker-one
                 */
                maker_id: string;
                /**
                 * @description The maker's signing key.
                 * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
                 */
                signer: string;
                message: components["schemas"]["MakerQuoteMessage"];
                /** @description EIP-712 signature, 65 bytes. */
                signature: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            expires_at: string;
            /** @description Whether an order was made from it. */
            consumed: boolean;
        };
        QuotedAmount: {
            /**
             * @description Asset identifier, `chain:symbol`; see `GET /assets`.
             * @example devnet_a:usdc
             */
            asset: string;
            /**
             * @description Amount in base units, as a decimal string.
             * @example 25000000
             */
            amount: string;
        };
        Readiness: {
            ready: boolean;
            checks: {
                [key: string]: {
                    ok: boolean;
                    message?: string;
                };
            };
            /** @description Each chain by its name. The service is ready while one chain is able. On a chain that is not able nothing is quoted and no new work is taken; open work goes on. `missing` names each endpoint that lacks something, also where a majority suffices. */
            chains?: {
                [key: string]: {
                    able: boolean;
                    missing: string[];
                };
            };
            /** @description The SHA-256, in hex, of each file that the service reads again when it changes, for the version in use. The keys are the names of the settings. */
            files?: {
                [key: string]: string;
            };
        };
        Route: {
            /** @description `true`: nothing new is quoted or taken here, and everything that is open finishes. The orderbook reads it again while it runs. */
            paused?: boolean;
            /**
             * @description Asset identifier, `chain:symbol`; see `GET /assets`.
             * @example devnet_a:usdc
             */
            source: string;
            /**
             * @description Asset identifier, `chain:symbol`; see `GET /assets`.
             * @example devnet_a:usdc
             */
            destination: string;
            route_type: components["schemas"]["RouteType"];
            fee_bips: number;
            /**
             * @description Hop routes: what the escrow on the hub chain holds.
             * @default null
             * @example devnet_a:usdc
             */
            hub_asset: string | null;
            /**
             * @description Hop routes: in base units of the hub asset.
             * @default null
             * @example 0
             */
            hop_relayer_fee: string | null;
            limits: components["schemas"]["RouteLimits"];
            /**
             * @description What the network takes for a swap at the fees of the moment, in base units of the destination asset. It is in the quoted amounts, and the limits leave out amounts of which it is too large a part. `null` when it is not known.
             * @default null
             * @example 0
             */
            network_fee: string | null;
            /** @description Makers that are asked for a quote on this route now. */
            makers: number;
            /**
             * @description The code with which `POST /quotes` refuses every amount now. `null`: the route is open.
             * @enum {string|null}
             */
            closed_by: "CHAIN_UNAVAILABLE" | "HOP_ROUTE_CLOSED" | "ROUTE_PAUSED" | "PRICE_UNAVAILABLE" | "AMOUNT_OUT_OF_BOUNDS" | "UNSUPPORTED_ROUTE" | "UNAVAILABLE" | null;
            completion_time: components["schemas"]["CompletionTime"];
        };
        /** @description What `POST /quotes` takes now. A maker may still decline, for it shows nobody what money it has. */
        RouteLimits: {
            /**
             * @description Amount in base units, as a decimal string.
             * @example 25000000
             */
            min_source_amount: string;
            /**
             * @description Amount in base units, as a decimal string.
             * @example 25000000
             */
            max_source_amount: string;
            /**
             * @description Amount in base units, as a decimal string.
             * @example 25000000
             */
            min_destination_amount: string;
            /**
             * @description Amount in base units, as a decimal string.
             * @example 25000000
             */
            max_destination_amount: string;
            /**
             * @description `price`: both sides fit the limits of both assets at the price of now. `configuration`: the limits of each asset alone, because no price is known here.
             * @enum {string}
             */
            basis: "price" | "configuration";
        };
        RouteList: {
            data: components["schemas"]["Route"][];
        };
        /** @enum {string} */
        RouteType: "direct" | "hop";
        StandingFact: {
            /** @enum {string} */
            side: "source" | "destination";
            /** @enum {string} */
            kind: "created" | "claimed" | "cancelled" | "hop_dispatched" | "hop_delivered" | "hop_failed";
            /**
             * @description Chain name; see `GET /chains`.
             * @example devnet_a
             */
            chain: string;
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            tx_hash: string;
            block_number: number;
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            block_hash: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            block_timestamp: string;
            finality: components["schemas"]["Finality"];
            /** @description Blocks from the block of the fact up to the head, both counted. */
            confirmations: number;
        };
        Stats: {
            all_time: components["schemas"]["StatsWindow"];
            last_24h: components["schemas"]["StatsWindow"] & unknown;
            last_7d: components["schemas"]["StatsWindow"] & unknown;
            top_chain_pairs: components["schemas"]["ChainPairStats"][];
            top_assets: components["schemas"]["AssetStats"][];
            /** @description The hours of the last seven days that had orders, oldest first; from orderbooks that say it. */
            hours?: components["schemas"]["StatsHour"][];
            /** @description As `completion_time` of `GET /routes`, over all pairs of assets: of the newest completed orders of the last seven days, at most 100 of each pair. `null`: none was measured. From orderbooks that say it. */
            completion_times?: {
                /** @description Half of the orders took at most this long. */
                p50_secs: number;
                /** @description 95 of 100 orders took at most this long. */
                p95_secs: number;
                /** @description The number of orders that were measured. */
                orders: number;
                /**
                 * Format: date-time
                 * @description When the oldest of them completed.
                 * @example 2026-11-21T12:00:00.000Z
                 */
                since: string;
                /** @description The measured orders by time, the shortest first. */
                classes: components["schemas"]["CompletionClass"][];
            } | null;
        };
        StatsHour: {
            /**
             * Format: date-time
             * @description The start of the hour.
             * @example 2026-11-21T12:00:00.000Z
             */
            hour: string;
            total_orders: number;
            completed_orders: number;
            cancelled_orders: number;
            total_volume_usd: number;
        };
        StatsWindow: {
            total_orders: number;
            completed_orders: number;
            /** @description Every order that is neither completed nor cancelled. */
            in_progress_orders: number;
            /** @description `cancelled` and `expired`. */
            cancelled_orders: number;
            unique_users: number;
            /** @description Source amounts of completed orders at `source_token_price`. */
            total_volume_usd: number;
            /** @description From `created_at` to the last expected claim. */
            avg_completion_time_secs: number;
        };
        Webhook: {
            /**
             * Format: uuid
             * @description Webhook identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            webhook_id: string;
            /** Format: uri */
            url: string;
            event_types: ("order.created" | "order.fact_seen" | "order.fact_confirmed" | "order.fact_finalized" | "order.fact_retracted" | "order.status_changed" | "order.reveal_safe")[] | null;
            /**
             * @description The caller's own identifier of the user: 1 to 128 printable characters.
             * @example user-42
             */
            user_id: string | null;
            /**
             * @description Events are sent while it is `active`. A `pending` webhook waits for `POST /webhooks/{webhook_id}/challenge`, and is deleted an hour after its registration when its endpoint has proven nothing until then.
             * @enum {string}
             */
            status: "pending" | "active" | "disabled";
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Since when nothing is sent to it, because every attempt failed for three days. Enable it, and read what it missed from `GET /events`.
             * @example 2026-11-21T12:00:00.000Z
             */
            disabled_at: string | null;
        };
        WebhookChallenge: {
            /** @enum {string} */
            type: "webhook.challenge";
            /** @description Random. Answer with it alone, as plain text. */
            challenge: string;
        };
        WebhookCreated: components["schemas"]["Webhook"] & {
            /** @description Signs every delivery (Standard Webhooks). Shown once. */
            secret: string;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Delivery identifier: the `webhook-id` header of every attempt.
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @description Webhook identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            webhook_id: string;
            seq: number;
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /** @enum {string} */
            event_type: "order.created" | "order.fact_seen" | "order.fact_confirmed" | "order.fact_finalized" | "order.fact_retracted" | "order.status_changed" | "order.reveal_safe";
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** @description The latest twenty, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time in UTC.
                 * @example 2026-11-21T12:00:00.000Z
                 */
                at: string;
                status_code: number | null;
                error: string | null;
                duration_ms: number;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
        };
        WebhookList: {
            data: components["schemas"]["Webhook"][];
        };
        WebhookPayload: {
            /** @enum {string} */
            type: "order.created" | "order.fact_seen" | "order.fact_confirmed" | "order.fact_finalized" | "order.fact_retracted" | "order.status_changed" | "order.reveal_safe";
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["OrderEvent"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOrders: {
        parameters: {
            query?: {
                /** @description From 1. */
                page?: number;
                /** @description 1 to 100, 20 by default. */
                limit?: number;
                /** @description `next_cursor` of the page before. Excludes `page`. Nothing comes twice while orders are added. To learn of every order as it changes, read `GET /events`. */
                cursor?: string;
                /** @description Up to 100 identifiers with commas between. Unknown identifiers are left out of the answer. */
                order_ids?: string;
                /** @description One status, or several with commas between. */
                status?: string;
                /** @description The caller's own identifier of the user: 1 to 128 printable characters. */
                user_id?: string;
                /** @description Chain name; see `GET /chains`. */
                source_chain?: string;
                /** @description Where the asked asset arrives: on hop orders the final chain. */
                dest_chain?: string;
                /** @description On either side; on hop orders the one that arrives on the final chain. */
                asset?: string;
                /** @description Creator, recipient or vault of either side. */
                address?: string;
                /** @description The vault of either side. */
                swap_id?: string;
                /** @description Any transaction of either side, or the one that delivers a hop on its final chain. */
                tx_hash?: string;
                /** @description 32 bytes, 0x-prefixed lower-case hex. */
                commitment_hash?: string;
                /** @description ISO 8601 date-time in UTC. */
                created_after?: string;
                /** @description ISO 8601 date-time in UTC. */
                created_before?: string;
                /** @description ISO 8601 date-time in UTC. */
                updated_after?: string;
                /** @description By time of creation: `desc`, the newest first, by default, or `asc`, the oldest first. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "data": [
                     *           {
                     *             "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *             "user_id": "user-42",
                     *             "quote_id": "d1704a28-3c1b-4eca-bf3f-8634742cdc78",
                     *             "source_token_price": "1",
                     *             "dest_token_price": "1",
                     *             "fee_bips": 10,
                     *             "initiate_by": 1795242299,
                     *             "fill_by": 1795242422,
                     *             "source_intent": {
                     *               "swap_id": "0x8F6889de02aEb945645334966824c43a3A1e8cC2",
                     *               "chain": "devnet_a",
                     *               "asset": "devnet_a:usdc",
                     *               "token_address": "0x4a10A2C2632014270D93498240Af0c7751bFD845",
                     *               "creator": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *               "recipient": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *               "amount": "25000000",
                     *               "commitment_hash": "0x3f27dc257e4589522a2d8a76184cc3ef001fdf607137f5c64fa66dc4360e061b",
                     *               "commitment": "0xcaa3943f12c5497c80057ce4015d066923e606503cf5c0c157741a4b3feb06c7",
                     *               "cancel_after": 1795245240,
                     *               "registry_address": "0x51fA83697293A4e72616a4Ae2A18dF3B4a3426A2",
                     *               "create_tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa",
                     *               "create_block_number": 22,
                     *               "create_timestamp": "2026-11-21T06:14:02.000Z",
                     *               "claim_tx_hash": "0xe3f7ab3bc6a9cbf31af00833986f81a09c42cf4d2377dd8b2f2f87c671cf66a3",
                     *               "claim_block_number": 26,
                     *               "claim_timestamp": "2026-11-21T06:14:05.000Z",
                     *               "cancel_tx_hash": null,
                     *               "cancel_block_number": null,
                     *               "cancel_timestamp": null,
                     *               "l1_hop": false,
                     *               "hop_bridge_factory": null,
                     *               "hop_dest_blockchain_id": null,
                     *               "hop_recipient": null,
                     *               "hop_fee_token": null,
                     *               "hop_relayer_fee": null,
                     *               "final_chain": null,
                     *               "final_token_address": null,
                     *               "bridge_tx_hash": null,
                     *               "bridge_status": null,
                     *               "bridge_message_id": null,
                     *               "delivery_tx_hash": null,
                     *               "delivered_at": null,
                     *               "funded_amount": null,
                     *               "created_at": "2026-11-21T06:14:00.878Z",
                     *               "updated_at": "2026-11-21T06:14:06.608Z",
                     *               "status": "claimed"
                     *             },
                     *             "destination_intent": {
                     *               "swap_id": "0x10A1f4720aE38dC832ace70c60a6791b0B786a4F",
                     *               "chain": "devnet_b",
                     *               "asset": "devnet_b:usdc",
                     *               "token_address": "0x4a10A2C2632014270D93498240Af0c7751bFD845",
                     *               "creator": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *               "recipient": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *               "amount": "24975000",
                     *               "commitment_hash": "0x3f27dc257e4589522a2d8a76184cc3ef001fdf607137f5c64fa66dc4360e061b",
                     *               "commitment": "0xcaa3943f12c5497c80057ce4015d066923e606503cf5c0c157741a4b3feb06c7",
                     *               "cancel_after": 1795242840,
                     *               "registry_address": "0x51fA83697293A4e72616a4Ae2A18dF3B4a3426A2",
                     *               "create_tx_hash": "0xfd1e0e3d28633a945f08cc48bd37568894dbb8eae2a86af8352a053768b1fe76",
                     *               "create_block_number": 24,
                     *               "create_timestamp": "2026-11-21T06:14:03.000Z",
                     *               "claim_tx_hash": "0x3838ab23f390a8fe5d58a9f16e2c18c2dcdf0f20d505565491a280e5a0764563",
                     *               "claim_block_number": 26,
                     *               "claim_timestamp": "2026-11-21T06:14:05.000Z",
                     *               "cancel_tx_hash": null,
                     *               "cancel_block_number": null,
                     *               "cancel_timestamp": null,
                     *               "l1_hop": false,
                     *               "hop_bridge_factory": null,
                     *               "hop_dest_blockchain_id": null,
                     *               "hop_recipient": null,
                     *               "hop_fee_token": null,
                     *               "hop_relayer_fee": null,
                     *               "final_chain": null,
                     *               "final_token_address": null,
                     *               "bridge_tx_hash": null,
                     *               "bridge_status": null,
                     *               "bridge_message_id": null,
                     *               "delivery_tx_hash": null,
                     *               "delivered_at": null,
                     *               "funded_amount": null,
                     *               "created_at": "2026-11-21T06:14:00.878Z",
                     *               "updated_at": "2026-11-21T06:14:05.757Z",
                     *               "status": "claimed"
                     *             },
                     *             "created_at": "2026-11-21T06:14:00.878Z",
                     *             "updated_at": "2026-11-21T06:14:06.608Z",
                     *             "status": "completed",
                     *             "next_action": null
                     *           }
                     *         ],
                     *         "page": 1,
                     *         "limit": 20,
                     *         "total": 1,
                     *         "total_is_exact": true,
                     *         "total_pages": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["OrderPage"];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed.
             *
             *     `PAGE_TOO_DEEP`: The page lies beyond 10,000 rows, or needs too many tries.
             *
             *     `INVALID_CURSOR`: The cursor is of another endpoint or other filters.
             */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST" | "PAGE_TOO_DEEP" | "INVALID_CURSOR";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the stored answer is replayed. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "user-42",
                 *       "quote_id": "d1704a28-3c1b-4eca-bf3f-8634742cdc78",
                 *       "source": {
                 *         "asset": "devnet_a:usdc",
                 *         "amount": "25000000",
                 *         "recipient": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
                 *       },
                 *       "destination": {
                 *         "asset": "devnet_b:usdc",
                 *         "amount": "24975000",
                 *         "recipient": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
                 *       },
                 *       "commitment_hash": "0x3f27dc257e4589522a2d8a76184cc3ef001fdf607137f5c64fa66dc4360e061b"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrder"];
            };
        };
        responses: {
            /** @description The order. */
            201: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Set when the answer is the stored one of an earlier request with the same `Idempotency-Key`. */
                    "Idempotency-Replayed"?: "true";
                    /** @description The path of what was made. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "user_id": "user-42",
                     *         "quote_id": "d1704a28-3c1b-4eca-bf3f-8634742cdc78",
                     *         "source_token_price": "1",
                     *         "dest_token_price": "1",
                     *         "fee_bips": 10,
                     *         "initiate_by": 1795242299,
                     *         "fill_by": 1795242422,
                     *         "source_intent": {
                     *           "swap_id": "0x8F6889de02aEb945645334966824c43a3A1e8cC2",
                     *           "chain": "devnet_a",
                     *           "asset": "devnet_a:usdc",
                     *           "token_address": "0x4a10A2C2632014270D93498240Af0c7751bFD845",
                     *           "creator": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "recipient": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *           "amount": "25000000",
                     *           "commitment_hash": "0x3f27dc257e4589522a2d8a76184cc3ef001fdf607137f5c64fa66dc4360e061b",
                     *           "commitment": null,
                     *           "cancel_after": 1795245240,
                     *           "registry_address": "0x51fA83697293A4e72616a4Ae2A18dF3B4a3426A2",
                     *           "create_tx_hash": null,
                     *           "create_block_number": null,
                     *           "create_timestamp": null,
                     *           "claim_tx_hash": null,
                     *           "claim_block_number": null,
                     *           "claim_timestamp": null,
                     *           "cancel_tx_hash": null,
                     *           "cancel_block_number": null,
                     *           "cancel_timestamp": null,
                     *           "l1_hop": false,
                     *           "hop_bridge_factory": null,
                     *           "hop_dest_blockchain_id": null,
                     *           "hop_recipient": null,
                     *           "hop_fee_token": null,
                     *           "hop_relayer_fee": null,
                     *           "final_chain": null,
                     *           "final_token_address": null,
                     *           "bridge_tx_hash": null,
                     *           "bridge_status": null,
                     *           "bridge_message_id": null,
                     *           "delivery_tx_hash": null,
                     *           "delivered_at": null,
                     *           "funded_amount": null,
                     *           "created_at": "2026-11-21T06:14:00.878Z",
                     *           "updated_at": "2026-11-21T06:14:00.878Z",
                     *           "status": "awaiting"
                     *         },
                     *         "destination_intent": {
                     *           "swap_id": "0x10A1f4720aE38dC832ace70c60a6791b0B786a4F",
                     *           "chain": "devnet_b",
                     *           "asset": "devnet_b:usdc",
                     *           "token_address": "0x4a10A2C2632014270D93498240Af0c7751bFD845",
                     *           "creator": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *           "recipient": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "amount": "24975000",
                     *           "commitment_hash": "0x3f27dc257e4589522a2d8a76184cc3ef001fdf607137f5c64fa66dc4360e061b",
                     *           "commitment": null,
                     *           "cancel_after": 1795242840,
                     *           "registry_address": "0x51fA83697293A4e72616a4Ae2A18dF3B4a3426A2",
                     *           "create_tx_hash": null,
                     *           "create_block_number": null,
                     *           "create_timestamp": null,
                     *           "claim_tx_hash": null,
                     *           "claim_block_number": null,
                     *           "claim_timestamp": null,
                     *           "cancel_tx_hash": null,
                     *           "cancel_block_number": null,
                     *           "cancel_timestamp": null,
                     *           "l1_hop": false,
                     *           "hop_bridge_factory": null,
                     *           "hop_dest_blockchain_id": null,
                     *           "hop_recipient": null,
                     *           "hop_fee_token": null,
                     *           "hop_relayer_fee": null,
                     *           "final_chain": null,
                     *           "final_token_address": null,
                     *           "bridge_tx_hash": null,
                     *           "bridge_status": null,
                     *           "bridge_message_id": null,
                     *           "delivery_tx_hash": null,
                     *           "delivered_at": null,
                     *           "funded_amount": null,
                     *           "created_at": "2026-11-21T06:14:00.878Z",
                     *           "updated_at": "2026-11-21T06:14:00.878Z",
                     *           "status": "awaiting"
                     *         },
                     *         "created_at": "2026-11-21T06:14:00.878Z",
                     *         "updated_at": "2026-11-21T06:14:00.878Z",
                     *         "status": "created",
                     *         "next_action": {
                     *           "actor": "user",
                     *           "action": "initiate_source",
                     *           "chain": "devnet_a",
                     *           "deadline": 1795242299,
                     *           "description": "Fund the source escrow: send the tokens to its address (this call), then create it with createEscrow; or sign a permit or an authorization and let the relayer create it.",
                     *           "call": {
                     *             "to": "0x4a10A2C2632014270D93498240Af0c7751bFD845",
                     *             "data": "0xa9059cbb0000000000000000000000008f6889de02aeb945645334966824c43a3a1e8cc200000000000000000000000000000000000000000000000000000000017d7840",
                     *             "value": "0"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Order"];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed.
             *
             *     `MALFORMED_JSON`: The body is not JSON, or is nested more than 64 levels deep.
             */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing or unknown. */
            401: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How to authenticate. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAUTHORIZED";
                    };
                };
            };
            /** @description `QUOTE_NOT_FOUND`: No such quote. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "QUOTE_NOT_FOUND";
                    };
                };
            };
            /**
             * @description `QUOTE_CONSUMED`: The quote is used up: an order was made from it, or was begun from it with another commitment hash.
             *
             *     `QUOTE_WITHDRAWN`: The maker of the quote has withdrawn it.
             *
             *     `COMMITMENT_REUSED`: Another order has this commitment hash.
             *
             *     `HOP_ROUTE_CLOSED`: The bridge takes nothing to the final chain.
             *
             *     `IDEMPOTENCY_CONFLICT`: Another request had this `Idempotency-Key`.
             *
             *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this key still runs.
             */
            409: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "QUOTE_CONSUMED" | "QUOTE_WITHDRAWN" | "COMMITMENT_REUSED" | "HOP_ROUTE_CLOSED" | "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `QUOTE_EXPIRED`: The quote has expired. */
            410: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "QUOTE_EXPIRED";
                    };
                };
            };
            /** @description `BODY_TOO_LARGE`: The body is over 64 KiB. */
            413: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "BODY_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_CONTENT_TYPE`: The body is not `application/json`. */
            415: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNSUPPORTED_CONTENT_TYPE";
                    };
                };
            };
            /**
             * @description `QUOTE_MISMATCH`: An asset or amount differs from the quote.
             *
             *     `UNSUPPORTED_ASSET`: The asset is not listed.
             *
             *     `UNSUPPORTED_ROUTE`: There is no route between the two assets.
             *
             *     `AMOUNT_OUT_OF_BOUNDS`: The amount is outside the asset's limits.
             *
             *     `INVALID_RECIPIENT`: A recipient is the market maker, or a contract that could not spend what it is paid: of Tandem, of a listed token, Permit2, or built into the chain.
             */
            422: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "QUOTE_MISMATCH" | "UNSUPPORTED_ASSET" | "UNSUPPORTED_ROUTE" | "AMOUNT_OUT_OF_BOUNDS" | "INVALID_RECIPIENT";
                    };
                };
            };
            /**
             * @description `TOO_MANY_UNFUNDED_ORDERS`: Too many of your orders wait for their source escrow: of this user, of the funding address, or in all (`details.of`: `user`, `address`, `client`).
             *
             *     `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order.
             */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "TOO_MANY_UNFUNDED_ORDERS" | "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UPSTREAM_INVALID`: A service that we use answered nonsense. */
            502: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UPSTREAM_INVALID";
                    };
                };
            };
            /**
             * @description `ROUTE_PAUSED`: The operator has paused a chain, an asset or a route of this swap.
             *
             *     `CHAIN_UNAVAILABLE`: Endpoints of the chain fail, lag or disagree, or its clock is too far ahead.
             *
             *     `UNAVAILABLE`: A dependency is down, or the service is stopping.
             */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "ROUTE_PAUSED" | "CHAIN_UNAVAILABLE" | "UNAVAILABLE";
                    };
                };
            };
            /** @description `UPSTREAM_TIMEOUT`: A service that we use was too slow. */
            504: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UPSTREAM_TIMEOUT";
                    };
                };
            };
        };
    };
    listUserOrders: {
        parameters: {
            query?: {
                /** @description From 1. */
                page?: number;
                /** @description 1 to 100, 20 by default. */
                limit?: number;
                /** @description `next_cursor` of the page before. Excludes `page`. Nothing comes twice while orders are added. To learn of every order as it changes, read `GET /events`. */
                cursor?: string;
                /** @description Up to 100 identifiers with commas between. Unknown identifiers are left out of the answer. */
                order_ids?: string;
                /** @description One status, or several with commas between. */
                status?: string;
                /** @description Chain name; see `GET /chains`. */
                source_chain?: string;
                /** @description Where the asked asset arrives: on hop orders the final chain. */
                dest_chain?: string;
                /** @description On either side; on hop orders the one that arrives on the final chain. */
                asset?: string;
                /** @description Creator, recipient or vault of either side. */
                address?: string;
                /** @description The vault of either side. */
                swap_id?: string;
                /** @description Any transaction of either side, or the one that delivers a hop on its final chain. */
                tx_hash?: string;
                /** @description 32 bytes, 0x-prefixed lower-case hex. */
                commitment_hash?: string;
                /** @description ISO 8601 date-time in UTC. */
                created_after?: string;
                /** @description ISO 8601 date-time in UTC. */
                created_before?: string;
                /** @description ISO 8601 date-time in UTC. */
                updated_after?: string;
                /** @description By time of creation: `desc`, the newest first, by default, or `asc`, the oldest first. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description The caller's own identifier of the user: 1 to 128 printable characters. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "data": [
                     *           {
                     *             "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *             "user_id": "user-42",
                     *             "quote_id": "d1704a28-3c1b-4eca-bf3f-8634742cdc78",
                     *             "source_token_price": "1",
                     *             "dest_token_price": "1",
                     *             "fee_bips": 10,
                     *             "initiate_by": 1795242299,
                     *             "fill_by": 1795242422,
                     *             "source_intent": {
                     *               "swap_id": "0x8F6889de02aEb945645334966824c43a3A1e8cC2",
                     *               "chain": "devnet_a",
                     *               "asset": "devnet_a:usdc",
                     *               "token_address": "0x4a10A2C2632014270D93498240Af0c7751bFD845",
                     *               "creator": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *               "recipient": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *               "amount": "25000000",
                     *               "commitment_hash": "0x3f27dc257e4589522a2d8a76184cc3ef001fdf607137f5c64fa66dc4360e061b",
                     *               "commitment": "0xcaa3943f12c5497c80057ce4015d066923e606503cf5c0c157741a4b3feb06c7",
                     *               "cancel_after": 1795245240,
                     *               "registry_address": "0x51fA83697293A4e72616a4Ae2A18dF3B4a3426A2",
                     *               "create_tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa",
                     *               "create_block_number": 22,
                     *               "create_timestamp": "2026-11-21T06:14:02.000Z",
                     *               "claim_tx_hash": "0xe3f7ab3bc6a9cbf31af00833986f81a09c42cf4d2377dd8b2f2f87c671cf66a3",
                     *               "claim_block_number": 26,
                     *               "claim_timestamp": "2026-11-21T06:14:05.000Z",
                     *               "cancel_tx_hash": null,
                     *               "cancel_block_number": null,
                     *               "cancel_timestamp": null,
                     *               "l1_hop": false,
                     *               "hop_bridge_factory": null,
                     *               "hop_dest_blockchain_id": null,
                     *               "hop_recipient": null,
                     *               "hop_fee_token": null,
                     *               "hop_relayer_fee": null,
                     *               "final_chain": null,
                     *               "final_token_address": null,
                     *               "bridge_tx_hash": null,
                     *               "bridge_status": null,
                     *               "bridge_message_id": null,
                     *               "delivery_tx_hash": null,
                     *               "delivered_at": null,
                     *               "funded_amount": null,
                     *               "created_at": "2026-11-21T06:14:00.878Z",
                     *               "updated_at": "2026-11-21T06:14:06.608Z",
                     *               "status": "claimed"
                     *             },
                     *             "destination_intent": {
                     *               "swap_id": "0x10A1f4720aE38dC832ace70c60a6791b0B786a4F",
                     *               "chain": "devnet_b",
                     *               "asset": "devnet_b:usdc",
                     *               "token_address": "0x4a10A2C2632014270D93498240Af0c7751bFD845",
                     *               "creator": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *               "recipient": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *               "amount": "24975000",
                     *               "commitment_hash": "0x3f27dc257e4589522a2d8a76184cc3ef001fdf607137f5c64fa66dc4360e061b",
                     *               "commitment": "0xcaa3943f12c5497c80057ce4015d066923e606503cf5c0c157741a4b3feb06c7",
                     *               "cancel_after": 1795242840,
                     *               "registry_address": "0x51fA83697293A4e72616a4Ae2A18dF3B4a3426A2",
                     *               "create_tx_hash": "0xfd1e0e3d28633a945f08cc48bd37568894dbb8eae2a86af8352a053768b1fe76",
                     *               "create_block_number": 24,
                     *               "create_timestamp": "2026-11-21T06:14:03.000Z",
                     *               "claim_tx_hash": "0x3838ab23f390a8fe5d58a9f16e2c18c2dcdf0f20d505565491a280e5a0764563",
                     *               "claim_block_number": 26,
                     *               "claim_timestamp": "2026-11-21T06:14:05.000Z",
                     *               "cancel_tx_hash": null,
                     *               "cancel_block_number": null,
                     *               "cancel_timestamp": null,
                     *               "l1_hop": false,
                     *               "hop_bridge_factory": null,
                     *               "hop_dest_blockchain_id": null,
                     *               "hop_recipient": null,
                     *               "hop_fee_token": null,
                     *               "hop_relayer_fee": null,
                     *               "final_chain": null,
                     *               "final_token_address": null,
                     *               "bridge_tx_hash": null,
                     *               "bridge_status": null,
                     *               "bridge_message_id": null,
                     *               "delivery_tx_hash": null,
                     *               "delivered_at": null,
                     *               "funded_amount": null,
                     *               "created_at": "2026-11-21T06:14:00.878Z",
                     *               "updated_at": "2026-11-21T06:14:05.757Z",
                     *               "status": "claimed"
                     *             },
                     *             "created_at": "2026-11-21T06:14:00.878Z",
                     *             "updated_at": "2026-11-21T06:14:06.608Z",
                     *             "status": "completed",
                     *             "next_action": null
                     *           }
                     *         ],
                     *         "page": 1,
                     *         "limit": 20,
                     *         "total": 1,
                     *         "total_is_exact": true,
                     *         "total_pages": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["OrderPage"];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed.
             *
             *     `PAGE_TOO_DEEP`: The page lies beyond 10,000 rows, or needs too many tries.
             *
             *     `INVALID_CURSOR`: The cursor is of another endpoint or other filters.
             */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST" | "PAGE_TOO_DEEP" | "INVALID_CURSOR";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the answer that the client has. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Order identifier. */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Of the answer; send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "user_id": "user-42",
                     *         "quote_id": "d1704a28-3c1b-4eca-bf3f-8634742cdc78",
                     *         "source_token_price": "1",
                     *         "dest_token_price": "1",
                     *         "fee_bips": 10,
                     *         "initiate_by": 1795242299,
                     *         "fill_by": 1795242422,
                     *         "source_intent": {
                     *           "swap_id": "0x8F6889de02aEb945645334966824c43a3A1e8cC2",
                     *           "chain": "devnet_a",
                     *           "asset": "devnet_a:usdc",
                     *           "token_address": "0x4a10A2C2632014270D93498240Af0c7751bFD845",
                     *           "creator": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "recipient": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *           "amount": "25000000",
                     *           "commitment_hash": "0x3f27dc257e4589522a2d8a76184cc3ef001fdf607137f5c64fa66dc4360e061b",
                     *           "commitment": "0xcaa3943f12c5497c80057ce4015d066923e606503cf5c0c157741a4b3feb06c7",
                     *           "cancel_after": 1795245240,
                     *           "registry_address": "0x51fA83697293A4e72616a4Ae2A18dF3B4a3426A2",
                     *           "create_tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa",
                     *           "create_block_number": 22,
                     *           "create_timestamp": "2026-11-21T06:14:02.000Z",
                     *           "claim_tx_hash": "0xe3f7ab3bc6a9cbf31af00833986f81a09c42cf4d2377dd8b2f2f87c671cf66a3",
                     *           "claim_block_number": 26,
                     *           "claim_timestamp": "2026-11-21T06:14:05.000Z",
                     *           "cancel_tx_hash": null,
                     *           "cancel_block_number": null,
                     *           "cancel_timestamp": null,
                     *           "l1_hop": false,
                     *           "hop_bridge_factory": null,
                     *           "hop_dest_blockchain_id": null,
                     *           "hop_recipient": null,
                     *           "hop_fee_token": null,
                     *           "hop_relayer_fee": null,
                     *           "final_chain": null,
                     *           "final_token_address": null,
                     *           "bridge_tx_hash": null,
                     *           "bridge_status": null,
                     *           "bridge_message_id": null,
                     *           "delivery_tx_hash": null,
                     *           "delivered_at": null,
                     *           "funded_amount": null,
                     *           "created_at": "2026-11-21T06:14:00.878Z",
                     *           "updated_at": "2026-11-21T06:14:06.608Z",
                     *           "status": "claimed"
                     *         },
                     *         "destination_intent": {
                     *           "swap_id": "0x10A1f4720aE38dC832ace70c60a6791b0B786a4F",
                     *           "chain": "devnet_b",
                     *           "asset": "devnet_b:usdc",
                     *           "token_address": "0x4a10A2C2632014270D93498240Af0c7751bFD845",
                     *           "creator": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *           "recipient": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "amount": "24975000",
                     *           "commitment_hash": "0x3f27dc257e4589522a2d8a76184cc3ef001fdf607137f5c64fa66dc4360e061b",
                     *           "commitment": "0xcaa3943f12c5497c80057ce4015d066923e606503cf5c0c157741a4b3feb06c7",
                     *           "cancel_after": 1795242840,
                     *           "registry_address": "0x51fA83697293A4e72616a4Ae2A18dF3B4a3426A2",
                     *           "create_tx_hash": "0xfd1e0e3d28633a945f08cc48bd37568894dbb8eae2a86af8352a053768b1fe76",
                     *           "create_block_number": 24,
                     *           "create_timestamp": "2026-11-21T06:14:03.000Z",
                     *           "claim_tx_hash": "0x3838ab23f390a8fe5d58a9f16e2c18c2dcdf0f20d505565491a280e5a0764563",
                     *           "claim_block_number": 26,
                     *           "claim_timestamp": "2026-11-21T06:14:05.000Z",
                     *           "cancel_tx_hash": null,
                     *           "cancel_block_number": null,
                     *           "cancel_timestamp": null,
                     *           "l1_hop": false,
                     *           "hop_bridge_factory": null,
                     *           "hop_dest_blockchain_id": null,
                     *           "hop_recipient": null,
                     *           "hop_fee_token": null,
                     *           "hop_relayer_fee": null,
                     *           "final_chain": null,
                     *           "final_token_address": null,
                     *           "bridge_tx_hash": null,
                     *           "bridge_status": null,
                     *           "bridge_message_id": null,
                     *           "delivery_tx_hash": null,
                     *           "delivered_at": null,
                     *           "funded_amount": null,
                     *           "created_at": "2026-11-21T06:14:00.878Z",
                     *           "updated_at": "2026-11-21T06:14:05.757Z",
                     *           "status": "claimed"
                     *         },
                     *         "created_at": "2026-11-21T06:14:00.878Z",
                     *         "updated_at": "2026-11-21T06:14:06.608Z",
                     *         "status": "completed",
                     *         "next_action": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Order"];
                    };
                };
            };
            /** @description The client has the order as it is. */
            304: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Of the answer; send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `ORDER_NOT_FOUND`: No such order. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "ORDER_NOT_FOUND";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    explainOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Order identifier. */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "status": "source_initiated",
                     *         "summary": "The source escrow is on chain; the destination escrow is not open.",
                     *         "happened": [
                     *           {
                     *             "at": "2026-11-21T06:14:00.878Z",
                     *             "text": "The order was created from quote d1704a28-3c1b-4eca-bf3f-8634742cdc78.",
                     *             "tx_hash": null
                     *           },
                     *           {
                     *             "at": "2026-11-21T06:14:02.000Z",
                     *             "text": "The source escrow was created on devnet_a.",
                     *             "tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa"
                     *           }
                     *         ],
                     *         "awaiting": {
                     *           "from": "solver",
                     *           "text": "The solver funds the destination escrow once the source escrow stands at its confirmation depth. If it does not by 2026-11-21T06:27:02.000Z, it gives the source back with its consent; without that, the source can be cancelled from 2026-11-21T07:14:00.000Z on.",
                     *           "until": "2026-11-21T06:27:02.000Z"
                     *         },
                     *         "facts": [
                     *           {
                     *             "side": "source",
                     *             "kind": "created",
                     *             "chain": "devnet_a",
                     *             "tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa",
                     *             "block_number": 22,
                     *             "block_hash": "0x5b8c3a1de0f1f6a2f6c24e6f0a3c5bb0b7b5a35c7d5fb9f4e2f3c1d0a9b8e7f6",
                     *             "block_timestamp": "2026-11-21T06:14:02.000Z",
                     *             "finality": "confirmed",
                     *             "confirmations": 2
                     *           }
                     *         ],
                     *         "you_can": [
                     *           "If nothing comes: cancel the source escrow from 2026-11-21T07:14:00.000Z on; it repays 0x70997970C51812dc3A010C7d01b50e0d17dc79C8."
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Explanation"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `ORDER_NOT_FOUND`: No such order. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "ORDER_NOT_FOUND";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    getOrderConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Order identifier. */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The consent, or why there is none. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "consent": null,
                     *         "reason": "too_early"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["OrderConsent"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `ORDER_NOT_FOUND`: No such order. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "ORDER_NOT_FOUND";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /**
             * @description `CHAIN_UNAVAILABLE`: Endpoints of the chain fail, lag or disagree, or its clock is too far ahead.
             *
             *     `UNAVAILABLE`: A dependency is down, or the service is stopping.
             */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "CHAIN_UNAVAILABLE" | "UNAVAILABLE";
                    };
                };
            };
        };
    };
    listOrderEvents: {
        parameters: {
            query?: {
                /** @description Only events with a greater `seq`. By default from the oldest that is kept; a position before that is answered with `EVENTS_GONE`. */
                after_seq?: number;
                /** @description 1 to 1000, 100 by default. */
                limit?: number;
            };
            header?: {
                /** @description The last `seq` that was seen: goes before `after_seq`. Browsers send it by themselves. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Order identifier. */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, oldest first. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "data": [
                     *           {
                     *             "seq": 4,
                     *             "order_seq": 4,
                     *             "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *             "type": "order.fact_confirmed",
                     *             "status": "destination_initiated",
                     *             "fact": {
                     *               "side": "destination",
                     *               "kind": "created",
                     *               "chain": "devnet_b",
                     *               "tx_hash": "0xfd1e0e3d28633a945f08cc48bd37568894dbb8eae2a86af8352a053768b1fe76",
                     *               "block_number": 24,
                     *               "block_hash": "0x5b8c3a1de0f1f6a2f6c24e6f0a3c5bb0b7b5a35c7d5fb9f4e2f3c1d0a9b8e7f6",
                     *               "block_timestamp": "2026-11-21T06:14:03.000Z",
                     *               "finality": "confirmed",
                     *               "confirmations": 2
                     *             },
                     *             "created_at": "2026-11-21T06:14:04.512Z"
                     *           }
                     *         ],
                     *         "last_seq": 4,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["EventPage"];
                    };
                    /**
                     * @example id: 4
                     *     event: order.fact_confirmed
                     *     data: {"seq":4,"order_seq":4,"order_id":"01a1fcbd-83ae-7ffb-98f6-3a8941add67f","type":"order.fact_confirmed","status":"destination_initiated","fact":{"side":"destination","kind":"created","chain":"devnet_b","tx_hash":"0xfd1e0e3d28633a945f08cc48bd37568894dbb8eae2a86af8352a053768b1fe76","block_number":24,"block_hash":"0x5b8c3a1de0f1f6a2f6c24e6f0a3c5bb0b7b5a35c7d5fb9f4e2f3c1d0a9b8e7f6","block_timestamp":"2026-11-21T06:14:03.000Z","finality":"confirmed","confirmations":2},"created_at":"2026-11-21T06:14:04.512Z"}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description To a stream: the client has everything, and the order has ended. Do not connect again. */
            204: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `ORDER_NOT_FOUND`: No such order. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "ORDER_NOT_FOUND";
                    };
                };
            };
            /** @description `EVENTS_GONE`: Events after this position are no longer kept. */
            410: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "EVENTS_GONE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events with a greater `seq`. By default from the oldest that is kept; a position before that is answered with `EVENTS_GONE`. */
                after_seq?: number;
                /** @description 1 to 1000, 100 by default. */
                limit?: number;
            };
            header?: {
                /** @description The last `seq` that was seen: goes before `after_seq`. Browsers send it by themselves. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, oldest first. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "data": [
                     *           {
                     *             "seq": 4,
                     *             "order_seq": 4,
                     *             "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *             "type": "order.fact_confirmed",
                     *             "status": "destination_initiated",
                     *             "fact": {
                     *               "side": "destination",
                     *               "kind": "created",
                     *               "chain": "devnet_b",
                     *               "tx_hash": "0xfd1e0e3d28633a945f08cc48bd37568894dbb8eae2a86af8352a053768b1fe76",
                     *               "block_number": 24,
                     *               "block_hash": "0x5b8c3a1de0f1f6a2f6c24e6f0a3c5bb0b7b5a35c7d5fb9f4e2f3c1d0a9b8e7f6",
                     *               "block_timestamp": "2026-11-21T06:14:03.000Z",
                     *               "finality": "confirmed",
                     *               "confirmations": 2
                     *             },
                     *             "created_at": "2026-11-21T06:14:04.512Z"
                     *           }
                     *         ],
                     *         "last_seq": 4,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["EventPage"];
                    };
                    /**
                     * @example id: 4
                     *     event: order.fact_confirmed
                     *     data: {"seq":4,"order_seq":4,"order_id":"01a1fcbd-83ae-7ffb-98f6-3a8941add67f","type":"order.fact_confirmed","status":"destination_initiated","fact":{"side":"destination","kind":"created","chain":"devnet_b","tx_hash":"0xfd1e0e3d28633a945f08cc48bd37568894dbb8eae2a86af8352a053768b1fe76","block_number":24,"block_hash":"0x5b8c3a1de0f1f6a2f6c24e6f0a3c5bb0b7b5a35c7d5fb9f4e2f3c1d0a9b8e7f6","block_timestamp":"2026-11-21T06:14:03.000Z","finality":"confirmed","confirmations":2},"created_at":"2026-11-21T06:14:04.512Z"}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `EVENTS_GONE`: Events after this position are no longer kept. */
            410: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "EVENTS_GONE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Without an API key, what shows that the webhook is yours: its secret. */
                "Webhook-Secret"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhooks. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "data": [
                     *           {
                     *             "webhook_id": "019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11",
                     *             "url": "https://shop.example/tandem",
                     *             "event_types": [
                     *               "order.reveal_safe",
                     *               "order.status_changed"
                     *             ],
                     *             "user_id": null,
                     *             "status": "active",
                     *             "created_at": "2026-11-21T06:00:00.000Z",
                     *             "disabled_at": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["WebhookList"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the stored answer is replayed. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/tandem",
                 *       "event_types": [
                 *         "order.reveal_safe",
                 *         "order.status_changed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description The webhook, with its secret. */
            201: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Set when the answer is the stored one of an earlier request with the same `Idempotency-Key`. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "webhook_id": "019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11",
                     *         "url": "https://shop.example/tandem",
                     *         "event_types": [
                     *           "order.reveal_safe",
                     *           "order.status_changed"
                     *         ],
                     *         "user_id": null,
                     *         "status": "pending",
                     *         "created_at": "2026-11-21T06:00:00.000Z",
                     *         "disabled_at": null,
                     *         "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["WebhookCreated"];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed.
             *
             *     `MALFORMED_JSON`: The body is not JSON, or is nested more than 64 levels deep.
             */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing or unknown. */
            401: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How to authenticate. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAUTHORIZED";
                    };
                };
            };
            /**
             * @description `IDEMPOTENCY_CONFLICT`: Another request had this `Idempotency-Key`.
             *
             *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this key still runs.
             */
            409: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `BODY_TOO_LARGE`: The body is over 64 KiB. */
            413: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "BODY_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_CONTENT_TYPE`: The body is not `application/json`. */
            415: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNSUPPORTED_CONTENT_TYPE";
                    };
                };
            };
            /** @description `INVALID_WEBHOOK_URL`: The webhook URL is not a public HTTPS address, or the client has too many webhooks. */
            422: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_WEBHOOK_URL";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Without an API key, what shows that the webhook is yours: its secret. */
                "Webhook-Secret"?: string;
            };
            path: {
                /** @description Webhook identifier. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook that was deleted. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "webhook_id": "019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11",
                     *         "url": "https://shop.example/tandem",
                     *         "event_types": [
                     *           "order.reveal_safe",
                     *           "order.status_changed"
                     *         ],
                     *         "user_id": null,
                     *         "status": "active",
                     *         "created_at": "2026-11-21T06:00:00.000Z",
                     *         "disabled_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Webhook"];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed.
             *
             *     `MALFORMED_JSON`: The body is not JSON, or is nested more than 64 levels deep.
             */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing or unknown. */
            401: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How to authenticate. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAUTHORIZED";
                    };
                };
            };
            /** @description `WEBHOOK_NOT_FOUND`: No such webhook or delivery. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "WEBHOOK_NOT_FOUND";
                    };
                };
            };
            /**
             * @description `IDEMPOTENCY_CONFLICT`: Another request had this `Idempotency-Key`.
             *
             *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this key still runs.
             */
            409: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `BODY_TOO_LARGE`: The body is over 64 KiB. */
            413: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "BODY_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_CONTENT_TYPE`: The body is not `application/json`. */
            415: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNSUPPORTED_CONTENT_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    challengeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the stored answer is replayed. */
                "Idempotency-Key"?: string;
                /** @description Without an API key, what shows that the webhook is yours: its secret. */
                "Webhook-Secret"?: string;
            };
            path: {
                /** @description Webhook identifier. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Set when the answer is the stored one of an earlier request with the same `Idempotency-Key`. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "webhook_id": "019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11",
                     *         "url": "https://shop.example/tandem",
                     *         "event_types": [
                     *           "order.reveal_safe",
                     *           "order.status_changed"
                     *         ],
                     *         "user_id": null,
                     *         "status": "active",
                     *         "created_at": "2026-11-21T06:00:00.000Z",
                     *         "disabled_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Webhook"];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed.
             *
             *     `MALFORMED_JSON`: The body is not JSON, or is nested more than 64 levels deep.
             */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing or unknown. */
            401: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How to authenticate. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAUTHORIZED";
                    };
                };
            };
            /** @description `WEBHOOK_NOT_FOUND`: No such webhook or delivery. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "WEBHOOK_NOT_FOUND";
                    };
                };
            };
            /**
             * @description `IDEMPOTENCY_CONFLICT`: Another request had this `Idempotency-Key`.
             *
             *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this key still runs.
             */
            409: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `BODY_TOO_LARGE`: The body is over 64 KiB. */
            413: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "BODY_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_CONTENT_TYPE`: The body is not `application/json`. */
            415: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNSUPPORTED_CONTENT_TYPE";
                    };
                };
            };
            /** @description `WEBHOOK_CHALLENGE_FAILED`: The webhook's endpoint did not answer the challenge, so that nothing is sent to it. */
            422: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "WEBHOOK_CHALLENGE_FAILED";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the stored answer is replayed. */
                "Idempotency-Key"?: string;
                /** @description Without an API key, what shows that the webhook is yours: its secret. */
                "Webhook-Secret"?: string;
            };
            path: {
                /** @description Webhook identifier. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Set when the answer is the stored one of an earlier request with the same `Idempotency-Key`. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "webhook_id": "019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11",
                     *         "url": "https://shop.example/tandem",
                     *         "event_types": [
                     *           "order.reveal_safe",
                     *           "order.status_changed"
                     *         ],
                     *         "user_id": null,
                     *         "status": "active",
                     *         "created_at": "2026-11-21T06:00:00.000Z",
                     *         "disabled_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Webhook"];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed.
             *
             *     `MALFORMED_JSON`: The body is not JSON, or is nested more than 64 levels deep.
             */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing or unknown. */
            401: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How to authenticate. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAUTHORIZED";
                    };
                };
            };
            /** @description `WEBHOOK_NOT_FOUND`: No such webhook or delivery. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "WEBHOOK_NOT_FOUND";
                    };
                };
            };
            /**
             * @description `IDEMPOTENCY_CONFLICT`: Another request had this `Idempotency-Key`.
             *
             *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this key still runs.
             */
            409: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `BODY_TOO_LARGE`: The body is over 64 KiB. */
            413: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "BODY_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_CONTENT_TYPE`: The body is not `application/json`. */
            415: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNSUPPORTED_CONTENT_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                status?: "pending" | "delivered" | "failed";
                /** @description Only deliveries of events with a smaller `seq`, to read on. */
                before_seq?: number;
            };
            header?: {
                /** @description Without an API key, what shows that the webhook is yours: its secret. */
                "Webhook-Secret"?: string;
            };
            path: {
                /** @description Webhook identifier. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "data": [
                     *           {
                     *             "delivery_id": "019aa7c1-8a40-7d15-b2c3-4e5f60718293",
                     *             "webhook_id": "019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11",
                     *             "seq": 6,
                     *             "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *             "event_type": "order.status_changed",
                     *             "status": "delivered",
                     *             "attempts": [
                     *               {
                     *                 "at": "2026-11-21T06:14:05.912Z",
                     *                 "status_code": 204,
                     *                 "error": null,
                     *                 "duration_ms": 38
                     *               }
                     *             ],
                     *             "next_attempt_at": null,
                     *             "created_at": "2026-11-21T06:14:05.757Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["WebhookDeliveryList"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `WEBHOOK_NOT_FOUND`: No such webhook or delivery. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "WEBHOOK_NOT_FOUND";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the stored answer is replayed. */
                "Idempotency-Key"?: string;
                /** @description Without an API key, what shows that the webhook is yours: its secret. */
                "Webhook-Secret"?: string;
            };
            path: {
                /** @description Webhook identifier. */
                webhook_id: string;
                /** @description Delivery identifier: the `webhook-id` header of every attempt. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, pending again. */
            202: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Set when the answer is the stored one of an earlier request with the same `Idempotency-Key`. */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "delivery_id": "019aa7c1-8a40-7d15-b2c3-4e5f60718293",
                     *         "webhook_id": "019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11",
                     *         "seq": 6,
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "event_type": "order.status_changed",
                     *         "status": "pending",
                     *         "attempts": [
                     *           {
                     *             "at": "2026-11-21T06:14:05.912Z",
                     *             "status_code": 204,
                     *             "error": null,
                     *             "duration_ms": 38
                     *           }
                     *         ],
                     *         "next_attempt_at": "2026-11-21T07:00:00.000Z",
                     *         "created_at": "2026-11-21T06:14:05.757Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed.
             *
             *     `MALFORMED_JSON`: The body is not JSON, or is nested more than 64 levels deep.
             */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing or unknown. */
            401: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How to authenticate. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAUTHORIZED";
                    };
                };
            };
            /** @description `WEBHOOK_NOT_FOUND`: No such webhook or delivery. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "WEBHOOK_NOT_FOUND";
                    };
                };
            };
            /**
             * @description `IDEMPOTENCY_CONFLICT`: Another request had this `Idempotency-Key`.
             *
             *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this key still runs.
             */
            409: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `BODY_TOO_LARGE`: The body is over 64 KiB. */
            413: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "BODY_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_CONTENT_TYPE`: The body is not `application/json`. */
            415: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNSUPPORTED_CONTENT_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Statistics. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How long the answer may be kept. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "all_time": {
                     *           "total_orders": 1,
                     *           "completed_orders": 1,
                     *           "in_progress_orders": 0,
                     *           "cancelled_orders": 0,
                     *           "unique_users": 1,
                     *           "total_volume_usd": 25,
                     *           "avg_completion_time_secs": 4
                     *         },
                     *         "last_24h": {
                     *           "total_orders": 1,
                     *           "completed_orders": 1,
                     *           "in_progress_orders": 0,
                     *           "cancelled_orders": 0,
                     *           "unique_users": 1,
                     *           "total_volume_usd": 25,
                     *           "avg_completion_time_secs": 4
                     *         },
                     *         "last_7d": {
                     *           "total_orders": 1,
                     *           "completed_orders": 1,
                     *           "in_progress_orders": 0,
                     *           "cancelled_orders": 0,
                     *           "unique_users": 1,
                     *           "total_volume_usd": 25,
                     *           "avg_completion_time_secs": 4
                     *         },
                     *         "hours": [
                     *           {
                     *             "hour": "2026-11-22T10:00:00.000Z",
                     *             "total_orders": 1,
                     *             "completed_orders": 1,
                     *             "cancelled_orders": 0,
                     *             "total_volume_usd": 25
                     *           }
                     *         ],
                     *         "top_chain_pairs": [
                     *           {
                     *             "source_chain": "devnet_a",
                     *             "dest_chain": "devnet_b",
                     *             "order_count": 1,
                     *             "volume_usd": 25
                     *           }
                     *         ],
                     *         "top_assets": [
                     *           {
                     *             "asset": "devnet_a:usdc",
                     *             "symbol": "USDC",
                     *             "order_count": 1,
                     *             "volume_usd": 25
                     *           },
                     *           {
                     *             "asset": "devnet_b:usdc",
                     *             "symbol": "USDC",
                     *             "order_count": 1,
                     *             "volume_usd": 25
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Stats"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the stored answer is replayed. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source_asset": "devnet_a:usdc",
                 *       "destination_asset": "devnet_b:usdc",
                 *       "source_amount": "25000000"
                 *     }
                 */
                "application/json": components["schemas"]["CreateQuote"];
            };
        };
        responses: {
            /** @description The quote. */
            201: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Set when the answer is the stored one of an earlier request with the same `Idempotency-Key`. */
                    "Idempotency-Replayed"?: "true";
                    /** @description The path of what was made. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "quote_id": "d1704a28-3c1b-4eca-bf3f-8634742cdc78",
                     *         "source": {
                     *           "asset": "devnet_a:usdc",
                     *           "amount": "25000000"
                     *         },
                     *         "destination": {
                     *           "asset": "devnet_b:usdc",
                     *           "amount": "24975000"
                     *         },
                     *         "route_type": "direct",
                     *         "fee_bips": 10,
                     *         "source_token_price": "1",
                     *         "dest_token_price": "1",
                     *         "source_solver_address": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *         "dest_solver_address": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *         "hop_relayer_fee": null,
                     *         "network_fee": null,
                     *         "initiate_by": 1795242299,
                     *         "fill_by": 1795242422,
                     *         "source_cancel_after": null,
                     *         "dest_cancel_after": null,
                     *         "free_option_secs": 1260,
                     *         "maker_quote": null,
                     *         "expires_at": "2026-11-21T06:15:00.782Z",
                     *         "consumed": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Quote"];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed.
             *
             *     `MALFORMED_JSON`: The body is not JSON, or is nested more than 64 levels deep.
             */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHORIZED`: The API key is missing or unknown. */
            401: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How to authenticate. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAUTHORIZED";
                    };
                };
            };
            /**
             * @description `HOP_ROUTE_CLOSED`: The bridge takes nothing to the final chain.
             *
             *     `IDEMPOTENCY_CONFLICT`: Another request had this `Idempotency-Key`.
             *
             *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this key still runs.
             */
            409: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "HOP_ROUTE_CLOSED" | "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `BODY_TOO_LARGE`: The body is over 64 KiB. */
            413: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "BODY_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_CONTENT_TYPE`: The body is not `application/json`. */
            415: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNSUPPORTED_CONTENT_TYPE";
                    };
                };
            };
            /**
             * @description `UNSUPPORTED_ASSET`: The asset is not listed.
             *
             *     `UNSUPPORTED_ROUTE`: There is no route between the two assets.
             *
             *     `AMOUNT_OUT_OF_BOUNDS`: The amount is outside the asset's limits.
             */
            422: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNSUPPORTED_ASSET" | "UNSUPPORTED_ROUTE" | "AMOUNT_OUT_OF_BOUNDS";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /**
             * @description `ROUTE_PAUSED`: The operator has paused a chain, an asset or a route of this swap.
             *
             *     `CHAIN_UNAVAILABLE`: Endpoints of the chain fail, lag or disagree, or its clock is too far ahead.
             *
             *     `PRICE_UNAVAILABLE`: There is no fresh price for an asset.
             *
             *     `UNAVAILABLE`: A dependency is down, or the service is stopping.
             */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "ROUTE_PAUSED" | "CHAIN_UNAVAILABLE" | "PRICE_UNAVAILABLE" | "UNAVAILABLE";
                    };
                };
            };
        };
    };
    getIndicativeQuote: {
        parameters: {
            query: {
                /** @description Asset identifier, `chain:symbol`; see `GET /assets`. */
                source_asset: string;
                /** @description Asset identifier, `chain:symbol`; see `GET /assets`. */
                destination_asset: string;
                /** @description Exact input. Give this or `destination_amount`. */
                source_amount?: string;
                /** @description Exact output. Give this or `source_amount`. */
                destination_amount?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "source": {
                     *           "asset": "devnet_a:usdc",
                     *           "amount": "25000000"
                     *         },
                     *         "destination": {
                     *           "asset": "devnet_b:usdc",
                     *           "amount": "24975000"
                     *         },
                     *         "route_type": "direct",
                     *         "fee_bips": 10,
                     *         "source_token_price": "1",
                     *         "dest_token_price": "1",
                     *         "hop_relayer_fee": null,
                     *         "network_fee": null,
                     *         "as_of": "2026-11-21T06:14:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["IndicativeQuote"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `HOP_ROUTE_CLOSED`: The bridge takes nothing to the final chain. */
            409: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "HOP_ROUTE_CLOSED";
                    };
                };
            };
            /**
             * @description `UNSUPPORTED_ASSET`: The asset is not listed.
             *
             *     `UNSUPPORTED_ROUTE`: There is no route between the two assets.
             *
             *     `AMOUNT_OUT_OF_BOUNDS`: The amount is outside the asset's limits.
             */
            422: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNSUPPORTED_ASSET" | "UNSUPPORTED_ROUTE" | "AMOUNT_OUT_OF_BOUNDS";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /**
             * @description `ROUTE_PAUSED`: The operator has paused a chain, an asset or a route of this swap.
             *
             *     `CHAIN_UNAVAILABLE`: Endpoints of the chain fail, lag or disagree, or its clock is too far ahead.
             *
             *     `PRICE_UNAVAILABLE`: There is no fresh price for an asset.
             *
             *     `UNAVAILABLE`: A dependency is down, or the service is stopping.
             */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "ROUTE_PAUSED" | "CHAIN_UNAVAILABLE" | "PRICE_UNAVAILABLE" | "UNAVAILABLE";
                    };
                };
            };
        };
    };
    getQuote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Quote identifier, consumed exactly once. */
                quote_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "quote_id": "d1704a28-3c1b-4eca-bf3f-8634742cdc78",
                     *         "source": {
                     *           "asset": "devnet_a:usdc",
                     *           "amount": "25000000"
                     *         },
                     *         "destination": {
                     *           "asset": "devnet_b:usdc",
                     *           "amount": "24975000"
                     *         },
                     *         "route_type": "direct",
                     *         "fee_bips": 10,
                     *         "source_token_price": "1",
                     *         "dest_token_price": "1",
                     *         "source_solver_address": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *         "dest_solver_address": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *         "hop_relayer_fee": null,
                     *         "network_fee": null,
                     *         "initiate_by": 1795242299,
                     *         "fill_by": 1795242422,
                     *         "source_cancel_after": null,
                     *         "dest_cancel_after": null,
                     *         "free_option_secs": 1260,
                     *         "maker_quote": null,
                     *         "expires_at": "2026-11-21T06:15:00.782Z",
                     *         "consumed": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Quote"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `QUOTE_NOT_FOUND`: No such quote. */
            404: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "QUOTE_NOT_FOUND";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    listMakers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Makers. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "data": [
                     *           {
                     *             "maker_id": "acme",
                     *             "name": "Acme",
                     *             "signer": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
                     *             "addresses": {
                     *               "devnet_a": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *               "devnet_b": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720"
                     *             },
                     *             "days": [
                     *               {
                     *                 "date": "2026-11-21",
                     *                 "won": 12,
                     *                 "filled": 12,
                     *                 "faded": 0,
                     *                 "refused": 0
                     *               }
                     *             ],
                     *             "benched_until": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["MakerList"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    listChains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Chains. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How long the answer may be kept. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "data": [
                     *           {
                     *             "chain": "devnet_a",
                     *             "chain_id": 31401,
                     *             "display_name": "Devnet A",
                     *             "registry_address": "0x51fA83697293A4e72616a4Ae2A18dF3B4a3426A2",
                     *             "solver_address": "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
                     *             "block_time_ms": 1000,
                     *             "confirmations": 2,
                     *             "confirmation_steps": [],
                     *             "finality_tag": null,
                     *             "start_block": 0,
                     *             "source_cancel_after_secs": 3600,
                     *             "dest_cancel_after_secs": 1200,
                     *             "claim_safety_secs": 120,
                     *             "fitted_windows": null,
                     *             "native_symbol": "ETH",
                     *             "explorer_url": null,
                     *             "hop_bridge_address": null,
                     *             "hub_chain": null,
                     *             "blockchain_id": null,
                     *             "messenger_address": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["ChainList"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    listAssets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Assets. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How long the answer may be kept. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "data": [
                     *           {
                     *             "asset": "devnet_a:usdc",
                     *             "symbol": "USDC",
                     *             "display_name": "USD Coin",
                     *             "decimals": 6,
                     *             "token_address": "0x4a10A2C2632014270D93498240Af0c7751bFD845",
                     *             "token_home_address": null,
                     *             "permit": true,
                     *             "min_amount": "1000000",
                     *             "max_amount": "1000000000000",
                     *             "usd_price_ceiling": "1.1"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["AssetList"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    listRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Routes. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description How long the answer may be kept. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "data": [
                     *           {
                     *             "source": "devnet_a:usdc",
                     *             "destination": "devnet_b:usdc",
                     *             "route_type": "direct",
                     *             "fee_bips": 10,
                     *             "hub_asset": null,
                     *             "hop_relayer_fee": null,
                     *             "limits": {
                     *               "min_source_amount": "1001002",
                     *               "max_source_amount": "1000000000000",
                     *               "min_destination_amount": "1000000",
                     *               "max_destination_amount": "999000000000",
                     *               "basis": "price"
                     *             },
                     *             "network_fee": null,
                     *             "makers": 1,
                     *             "closed_by": null,
                     *             "completion_time": {
                     *               "p50_secs": 4,
                     *               "p95_secs": 6,
                     *               "orders": 12,
                     *               "since": "2026-11-20T18:02:11.000Z"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["RouteList"];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: A field, parameter or header is missing or malformed. */
            400: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INVALID_REQUEST";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Requests and seconds of the limit, where one is set: `300;w=60`. */
                    "RateLimit-Policy"?: string;
                    /** @description Requests within the window, where a limit is set. */
                    "RateLimit-Limit"?: number;
                    /** @description Requests left in the window. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until the window ends. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Of the answer; send it as `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example Online */
                    "text/plain": "Online";
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description How long the answer may be kept. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ready": true,
                     *       "checks": {
                     *         "database": {
                     *           "ok": true
                     *         },
                     *         "devnet_a": {
                     *           "ok": true
                     *         },
                     *         "devnet_b": {
                     *           "ok": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests, or too many wrong secrets for one order. */
            429: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: A fault of ours. */
            500: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `UNAVAILABLE`: A dependency is down, or the service is stopping. */
            503: {
                headers: {
                    /** @description The `X-Request-Id` of the request, or one that was made. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may succeed. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        /** @enum {string} */
                        code?: "UNAVAILABLE";
                    };
                };
            };
        };
    };
    orderEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery, the same on every attempt; of a challenge a new one. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64, by each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "order.created",
                 *       "timestamp": "2026-11-21T06:14:00.878Z",
                 *       "data": {
                 *         "seq": 1,
                 *         "order_seq": 1,
                 *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                 *         "type": "order.created",
                 *         "status": "created",
                 *         "fact": null,
                 *         "created_at": "2026-11-21T06:14:00.878Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookPayload"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received: sent again later. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookChallenge: {
        parameters: {
            query?: never;
            header: {
                /** @description The delivery, the same on every attempt; of a challenge a new one. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 in base64, by each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "webhook.challenge",
                 *       "challenge": "5f70a1c2d3e4b596a7988f90e1d2c3b4a5f60718293a4b5c6d7e8f9001122334"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookChallenge"];
            };
        };
        responses: {
            /** @description The challenge: events may be sent. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example 5f70a1c2d3e4b596a7988f90e1d2c3b4a5f60718293a4b5c6d7e8f9001122334 */
                    "text/plain": string;
                };
            };
            /** @description Not proven: the webhook stays pending. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
