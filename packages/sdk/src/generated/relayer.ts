// Made by `npm run generate` from packages/contracts/openapi. Do not edit.

export interface paths {
    "/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an order's claims */
        get: operations["listClaims"];
        put?: never;
        /**
         * Claim the destination side
         * @description Takes the secret once it is safe to reveal, keeps it encrypted until the claim is final, and gets the claim mined exactly once. The same claim posted again answers 200 with the same claim. A secret that is not yet safe to reveal is refused and not kept, unless `wait` is `true`: then the claim is `waiting` until it is safe, and ends as `failed` when that can no longer be.
         */
        post: operations["createClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims/{claim_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one claim */
        get: operations["getClaim"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims/{claim_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a claim back
         * @description Ends a claim whose secret has not left the relayer, and erases the secret. The claim is then `failed` with `WITHDRAWN`, and may be posted again. A claim that was withdrawn or has failed before is answered as it stands.
         */
        post: operations["withdrawClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an order's initiations */
        get: operations["listInitiations"];
        put?: never;
        /**
         * Have the relayer create the source escrow
         * @description `prefunded`: the tokens are in the predicted vault. `permit`, `signed`: the creator signed the terms. `permit2`, `eip3009`: one signature that moves the tokens and binds the terms. An order has one initiation: one that was rejected, reverted or expired, or whose simulation fails, gives way to the next body that is posted, once no transaction of it can be mined any more. Otherwise the answer is the initiation that stands (`type`, `reason`).
         */
        post: operations["createInitiation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiations/{initiation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one initiation */
        get: operations["getInitiation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{order_id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the relayer give the source amount back
         * @description Pays the creator of the source escrow and no other address, free of charge. With the consent of the market maker at once, which is asked for after `fill_by`; otherwise from `cancel_after` on. Posted again it answers how far the refund is.
         */
        post: operations["createRefund"];
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
        /** Whether the process is alive, and how its parts do */
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
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Attempt: {
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            tx_hash: string;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            signer: string;
            nonce: number;
            /**
             * @description Quantity in base units, as a decimal string.
             * @example 0
             */
            max_fee_per_gas: string;
            /**
             * @description Quantity in base units, as a decimal string.
             * @example 0
             */
            max_priority_fee_per_gas: string;
            /**
             * @description Quantity in base units, as a decimal string.
             * @example 0
             */
            gas_limit: string;
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            replaced_by: string | null;
            /** @description Host of the endpoint that took it first. */
            provider: string | null;
            /** @enum {string} */
            outcome: "signed" | "sent" | "mined" | "reverted" | "replaced" | "dropped";
            error_class: string | null;
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
            broadcast_at: string | null;
        };
        Claim: {
            /** Format: uuid */
            claim_id: string;
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            claim_tx_hash: string | null;
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            swap_id: string;
            /**
             * @description Chain name; see `GET /chains`.
             * @example devnet_a
             */
            chain: string;
            status: components["schemas"]["ClaimStatus"];
            /** @description Every transaction signed for it, oldest first. */
            attempts: components["schemas"]["Attempt"][];
            /**
             * @description Why it failed, or, with `PAYOUT_REVERTS`, why it waits for its user.
             * @enum {string|null}
             */
            error_code: "EXPIRED" | "CANCELLED" | "VAULT_MISMATCH" | "HOP_INVALID" | "POLICY" | "WITHDRAWN" | "REVERTED" | "PAYOUT_REVERTS" | "LOST" | null;
            /**
             * Format: date-time
             * @description When it was posted; of a claim that had to wait, when revealing became safe.
             * @example 2026-11-21T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC.
             * @example 2026-11-21T12:00:00.000Z
             */
            updated_at: string;
        };
        ClaimList: {
            data: components["schemas"]["Claim"][];
        };
        /** @enum {string} */
        ClaimStatus: "waiting" | "queued" | "submitted" | "confirmed" | "superseded" | "failed";
        CreateClaim: {
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /**
             * Format: password
             * @description The 32-byte secret, 0x-prefixed hex. Never logged, never echoed.
             */
            secret: string;
            /**
             * @description The destination vault that the client has verified (`destination_intent.swap_id`). A claim of any other vault is refused. Always send it: without it the relayer has only the orderbook to say which vault is meant.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            swap_id?: string;
            hop?: components["schemas"]["HopPayload"];
            /** @description With `true`, a claim whose escrows are not on chain yet is kept, encrypted, and submitted as soon as revealing is safe: the client may go away. Whoever runs the relayer could then, together with the market maker, take what the user pays and give nothing. */
            wait?: boolean;
        };
        CreateInitiation: {
            /** @enum {string} */
            type: "prefunded";
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
        } | {
            /** @enum {string} */
            type: "permit";
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /**
             * @description Deadline of the EIP-2612 permit, unix seconds.
             * @example 0
             */
            permit_deadline: string;
            /** @description EIP-712 signature of a key: `r`, `s` and `v`, 65 bytes. */
            permit_signature: string;
            /**
             * @description Unix time in seconds.
             * @example 1795348800
             */
            deadline: number;
            /** @description EIP-712 `CreateEscrow` by the creator. */
            creator_signature: string;
        } | {
            /** @enum {string} */
            type: "signed";
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /**
             * @description Unix time in seconds.
             * @example 1795348800
             */
            deadline: number;
            /** @description EIP-712 `CreateEscrow` by the creator. */
            creator_signature: string;
        } | {
            /** @enum {string} */
            type: "permit2";
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /**
             * @description Permit2's unordered nonce, one that the creator has not used.
             * @example 0
             */
            nonce: string;
            /**
             * @description Unix time in seconds.
             * @example 1795348800
             */
            deadline: number;
            /** @description EIP-712 `PermitWitnessTransferFrom` by the creator, in the domain of Permit2: the amount, the registry as spender, the terms as `EscrowTerms witness`. */
            signature: string;
        } | {
            /** @enum {string} */
            type: "eip3009";
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /**
             * @description Unix seconds after which the authorization holds.
             * @example 0
             */
            valid_after: string;
            /**
             * @description Unix seconds before which the authorization holds.
             * @example 0
             */
            valid_before: string;
            /**
             * @description 32 bytes that the creator has not used at the token.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            nonce: string;
            /** @description EIP-3009 `TransferWithAuthorization` by the creator, in the token's domain, of the amount to `swap_id`. */
            signature: string;
        };
        CreateRefund: {
            /** @description Opens the escrow before `cancel_after`. Without it the maker of the order is asked for it once `fill_by` has passed. */
            consent?: {
                /**
                 * @description Unix time in seconds.
                 * @example 1795348800
                 */
                deadline: number;
                /** @description EIP-712 `ConsentCancel` by the recipient of the source escrow, the market maker. */
                signature: string;
            };
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
        /** @description Required when `destination_intent.l1_hop`, refused otherwise. */
        HopPayload: {
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            bridge_factory: string;
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            dest_blockchain_id: string;
            /**
             * @description Who is paid on the final chain.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            recipient: string;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            fee_token: string;
            /**
             * @description Quantity in base units, as a decimal string.
             * @example 0
             */
            relayer_fee: string;
            /** @description Gas that the bridge is given, exactly. When it is not enough, the recipient is paid on the hub. */
            dispatch_gas: number;
            /**
             * @description Unix time in seconds.
             * @example 1795348800
             */
            deadline: number;
            /** @description Bytes, 0x-prefixed hex. */
            signature: string;
        };
        Initiation: {
            /** Format: uuid */
            initiation_id: string;
            /** @enum {string} */
            type: "prefunded" | "permit" | "signed" | "permit2" | "eip3009";
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            create_tx_hash: string | null;
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            swap_id: string;
            /**
             * @description Chain name; see `GET /chains`.
             * @example devnet_a
             */
            chain: string;
            status: components["schemas"]["ClaimStatus"];
            /** @description Every transaction signed for it, oldest first. */
            attempts: components["schemas"]["Attempt"][];
            /**
             * @description Why it failed, or, with `PAYOUT_REVERTS`, why it waits for its user.
             * @enum {string|null}
             */
            error_code: "EXPIRED" | "CANCELLED" | "VAULT_MISMATCH" | "HOP_INVALID" | "POLICY" | "WITHDRAWN" | "REVERTED" | "PAYOUT_REVERTS" | "LOST" | null;
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
            /** @description What it waits for; once it failed, why. `null` before its first step. */
            reason?: {
                code: string;
                message: string;
            } | null;
        };
        InitiationList: {
            data: components["schemas"]["Initiation"][];
        };
        Issue: {
            path: string;
            message: string;
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
        Refund: {
            /** Format: uuid */
            refund_id: string;
            /** @enum {string} */
            way: "consent" | "cancel" | "recover_prefund" | "sweep";
            /**
             * @description 32 bytes, 0x-prefixed lower-case hex.
             * @example 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            refund_tx_hash: string | null;
            /**
             * Format: uuid
             * @description Order identifier.
             * @example 019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11
             */
            order_id: string;
            /**
             * @description EVM address, EIP-55 checksummed.
             * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
             */
            swap_id: string;
            /**
             * @description Chain name; see `GET /chains`.
             * @example devnet_a
             */
            chain: string;
            status: components["schemas"]["ClaimStatus"];
            /** @description Every transaction signed for it, oldest first. */
            attempts: components["schemas"]["Attempt"][];
            /**
             * @description Why it failed, or, with `PAYOUT_REVERTS`, why it waits for its user.
             * @enum {string|null}
             */
            error_code: "EXPIRED" | "CANCELLED" | "VAULT_MISMATCH" | "HOP_INVALID" | "POLICY" | "WITHDRAWN" | "REVERTED" | "PAYOUT_REVERTS" | "LOST" | null;
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
        };
        RelayerHealth: {
            /**
             * @description degraded: the queue or an endpoint is down, but claims are still accepted. down: the database is down, or work waits and no worker takes it.
             * @enum {string}
             */
            status: "ok" | "degraded" | "down";
            version: string;
            roles: string[];
            database: boolean;
            queue: boolean;
            /** @description How many are under way, by state. */
            settlements: {
                [key: string]: number;
            } | null;
            oldest_unsent_claim_age_ms: number | null;
            longest_overdue_step_ms: number | null;
            /** @description Null where no steps are taken. */
            last_sweep_age_ms: number | null;
            chains: {
                /**
                 * @description Chain name; see `GET /chains`.
                 * @example devnet_a
                 */
                chain: string;
                head_number: number | null;
                head_age_secs: number | null;
                endpoints: number;
                endpoints_up: number;
            }[];
            signers: {
                /**
                 * @description Chain name; see `GET /chains`.
                 * @example devnet_a
                 */
                chain: string;
                /**
                 * @description EVM address, EIP-55 checksummed.
                 * @example 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
                 */
                signer: string;
                /** @description Claims that its balance pays for at the fee offered now. */
                claims_left: number;
                /** @description Nonces given out that nothing is known to be mined at. */
                open_slots: number;
                /** @description Nonces given out beyond those that are mined. */
                nonce_lag: number;
            }[];
        };
        /** @enum {string} */
        RouteType: "direct" | "hop";
        WithdrawClaim: {
            /**
             * Format: password
             * @description The 32-byte secret, 0x-prefixed hex. Never logged, never echoed.
             */
            secret: string;
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
    listClaims: {
        parameters: {
            query: {
                /** @description Order identifier. */
                order_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its claim, or none. */
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
                     *             "claim_id": "9af081d9-9595-459a-abb0-5ffd77d5e907",
                     *             "claim_tx_hash": "0x3838ab23f390a8fe5d58a9f16e2c18c2dcdf0f20d505565491a280e5a0764563",
                     *             "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *             "swap_id": "0x10A1f4720aE38dC832ace70c60a6791b0B786a4F",
                     *             "chain": "devnet_b",
                     *             "status": "confirmed",
                     *             "attempts": [
                     *               {
                     *                 "tx_hash": "0x3838ab23f390a8fe5d58a9f16e2c18c2dcdf0f20d505565491a280e5a0764563",
                     *                 "signer": "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
                     *                 "nonce": 0,
                     *                 "max_fee_per_gas": "1075260536",
                     *                 "max_priority_fee_per_gas": "1000000000",
                     *                 "gas_limit": "92013",
                     *                 "replaced_by": null,
                     *                 "provider": "127.0.0.1:35557",
                     *                 "outcome": "mined",
                     *                 "error_class": null,
                     *                 "created_at": "2026-11-21T06:14:05.025Z",
                     *                 "broadcast_at": "2026-11-21T06:14:05.048Z"
                     *               }
                     *             ],
                     *             "error_code": null,
                     *             "created_at": "2026-11-21T06:14:04.876Z",
                     *             "updated_at": "2026-11-21T06:14:05.781Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["ClaimList"];
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
    createClaim: {
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
                 *       "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                 *       "secret": "0xcaa3943f12c5497c80057ce4015d066923e606503cf5c0c157741a4b3feb06c7",
                 *       "swap_id": "0x10A1f4720aE38dC832ace70c60a6791b0B786a4F"
                 *     }
                 */
                "application/json": components["schemas"]["CreateClaim"];
            };
        };
        responses: {
            /** @description The claim that was already there; or another party has claimed, and this is the transaction. */
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
                    /** @description The path of what was made. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "claim_id": "9af081d9-9595-459a-abb0-5ffd77d5e907",
                     *         "claim_tx_hash": "0x3838ab23f390a8fe5d58a9f16e2c18c2dcdf0f20d505565491a280e5a0764563",
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "swap_id": "0x10A1f4720aE38dC832ace70c60a6791b0B786a4F",
                     *         "chain": "devnet_b",
                     *         "status": "confirmed",
                     *         "attempts": [
                     *           {
                     *             "tx_hash": "0x3838ab23f390a8fe5d58a9f16e2c18c2dcdf0f20d505565491a280e5a0764563",
                     *             "signer": "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
                     *             "nonce": 0,
                     *             "max_fee_per_gas": "1075260536",
                     *             "max_priority_fee_per_gas": "1000000000",
                     *             "gas_limit": "92013",
                     *             "replaced_by": null,
                     *             "provider": "127.0.0.1:35557",
                     *             "outcome": "mined",
                     *             "error_class": null,
                     *             "created_at": "2026-11-21T06:14:05.025Z",
                     *             "broadcast_at": "2026-11-21T06:14:05.048Z"
                     *           }
                     *         ],
                     *         "error_code": null,
                     *         "created_at": "2026-11-21T06:14:04.876Z",
                     *         "updated_at": "2026-11-21T06:14:05.781Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Claim"];
                    };
                };
            };
            /** @description The claim is stored and will be pursued; with `waiting`, as soon as revealing is safe. */
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
                    /** @description The path of what was made. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "claim_id": "9af081d9-9595-459a-abb0-5ffd77d5e907",
                     *         "claim_tx_hash": null,
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "swap_id": "0x10A1f4720aE38dC832ace70c60a6791b0B786a4F",
                     *         "chain": "devnet_b",
                     *         "status": "queued",
                     *         "attempts": [],
                     *         "error_code": null,
                     *         "created_at": "2026-11-21T06:14:04.876Z",
                     *         "updated_at": "2026-11-21T06:14:04.876Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Claim"];
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
            /**
             * @description `SOURCE_NOT_INITIATED`: The source escrow does not have the confirmations that its chain asks for.
             *
             *     `DESTINATION_NOT_INITIATED`: The destination escrow does not have the confirmations that its chain asks for.
             *
             *     `TOO_LATE`: Too little time is left to reveal the secret, or to fill an unfunded order.
             *
             *     `ORDER_FINAL`: The order or this side of it is already settled.
             *
             *     `CLAIM_CONFLICT`: The order has a claim with another hop payload.
             *
             *     `VAULT_MISMATCH`: The vault does not match the order, or the order names an unknown token, registry or bridge, or one vault for both sides.
             *
             *     `SWAP_MISMATCH`: `swap_id` is not the destination vault of the order, or of its claim.
             *
             *     `PAYOUT_BLOCKED`: The token is paused, or refuses the recipient.
             *
             *     `PAYOUT_TOO_COSTLY`: The recipient or the token needs more gas than the relayer gives a claim.
             *
             *     `SPONSOR_ORDER_TOO_SMALL`: Today's gas would cost too much of the amount.
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
                        code?: "SOURCE_NOT_INITIATED" | "DESTINATION_NOT_INITIATED" | "TOO_LATE" | "ORDER_FINAL" | "CLAIM_CONFLICT" | "VAULT_MISMATCH" | "SWAP_MISMATCH" | "PAYOUT_BLOCKED" | "PAYOUT_TOO_COSTLY" | "SPONSOR_ORDER_TOO_SMALL" | "HOP_ROUTE_CLOSED" | "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `ORDER_EXPIRED`: The order can no longer be filled. */
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
                        code?: "ORDER_EXPIRED";
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
             * @description `WRONG_SECRET`: The secret does not fit the order's commitment hash.
             *
             *     `HOP_REQUIRED`: The claim of a hop needs a hop payload.
             *
             *     `HOP_NOT_EXPECTED`: The order is direct: it takes no hop payload.
             *
             *     `HOP_MISMATCH`: A hop field differs from the order's.
             *
             *     `HOP_EXPIRED`: The hop payload expires too soon.
             *
             *     `SIGNATURE_INVALID`: The signature is not by the expected signer over this message.
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
                        code?: "WRONG_SECRET" | "HOP_REQUIRED" | "HOP_NOT_EXPECTED" | "HOP_MISMATCH" | "HOP_EXPIRED" | "SIGNATURE_INVALID";
                    };
                };
            };
            /**
             * @description `SPONSOR_BUDGET_SPENT`: What the relayer pays for others in a UTC day is spent, or reserved for work under way: for this address, or for all (`details.scope`).
             *
             *     `TOO_MANY_WAITING_CLAIMS`: Too many claims wait for orders that nobody has paid: of this client, or of all (`details.of`: `client`, `all`).
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
                        code?: "SPONSOR_BUDGET_SPENT" | "TOO_MANY_WAITING_CLAIMS" | "RATE_LIMITED";
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
             * @description `CHAIN_UNAVAILABLE`: Endpoints of the chain fail, lag or disagree, or its clock is too far ahead.
             *
             *     `SIGNER_UNAVAILABLE`: No signer of this chain can pay for gas.
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
                        code?: "CHAIN_UNAVAILABLE" | "SIGNER_UNAVAILABLE" | "UNAVAILABLE";
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
    getClaim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                claim_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claim. */
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
                     *         "claim_id": "9af081d9-9595-459a-abb0-5ffd77d5e907",
                     *         "claim_tx_hash": "0x3838ab23f390a8fe5d58a9f16e2c18c2dcdf0f20d505565491a280e5a0764563",
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "swap_id": "0x10A1f4720aE38dC832ace70c60a6791b0B786a4F",
                     *         "chain": "devnet_b",
                     *         "status": "confirmed",
                     *         "attempts": [
                     *           {
                     *             "tx_hash": "0x3838ab23f390a8fe5d58a9f16e2c18c2dcdf0f20d505565491a280e5a0764563",
                     *             "signer": "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
                     *             "nonce": 0,
                     *             "max_fee_per_gas": "1075260536",
                     *             "max_priority_fee_per_gas": "1000000000",
                     *             "gas_limit": "92013",
                     *             "replaced_by": null,
                     *             "provider": "127.0.0.1:35557",
                     *             "outcome": "mined",
                     *             "error_class": null,
                     *             "created_at": "2026-11-21T06:14:05.025Z",
                     *             "broadcast_at": "2026-11-21T06:14:05.048Z"
                     *           }
                     *         ],
                     *         "error_code": null,
                     *         "created_at": "2026-11-21T06:14:04.876Z",
                     *         "updated_at": "2026-11-21T06:14:05.781Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Claim"];
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
            /** @description `CLAIM_NOT_FOUND`: No such claim. */
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
                        code?: "CLAIM_NOT_FOUND";
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
    withdrawClaim: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the stored answer is replayed. */
                "Idempotency-Key"?: string;
            };
            path: {
                claim_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "secret": "0xcaa3943f12c5497c80057ce4015d066923e606503cf5c0c157741a4b3feb06c7"
                 *     }
                 */
                "application/json": components["schemas"]["WithdrawClaim"];
            };
        };
        responses: {
            /** @description The claim, of which nothing is pursued any more. */
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
                     *         "claim_id": "9af081d9-9595-459a-abb0-5ffd77d5e907",
                     *         "claim_tx_hash": null,
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "swap_id": "0x10A1f4720aE38dC832ace70c60a6791b0B786a4F",
                     *         "chain": "devnet_b",
                     *         "status": "failed",
                     *         "attempts": [],
                     *         "error_code": "WITHDRAWN",
                     *         "created_at": "2026-11-21T06:14:04.876Z",
                     *         "updated_at": "2026-11-21T06:15:31.204Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Claim"];
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
            /** @description `CLAIM_NOT_FOUND`: No such claim. */
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
                        code?: "CLAIM_NOT_FOUND";
                    };
                };
            };
            /**
             * @description `CLAIM_SENT`: The secret of the claim has left the relayer, so the claim cannot be withdrawn.
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
                        code?: "CLAIM_SENT" | "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
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
            /** @description `WRONG_SECRET`: The secret does not fit the order's commitment hash. */
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
                        code?: "WRONG_SECRET";
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
    listInitiations: {
        parameters: {
            query: {
                /** @description Order identifier. */
                order_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its initiation, or none. */
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
                     *             "initiation_id": "4f3b8a2e-1c6d-4e57-9a0b-2d8c7e6f5a41",
                     *             "type": "prefunded",
                     *             "create_tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa",
                     *             "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *             "swap_id": "0x8F6889de02aEb945645334966824c43a3A1e8cC2",
                     *             "chain": "devnet_a",
                     *             "status": "confirmed",
                     *             "attempts": [
                     *               {
                     *                 "tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa",
                     *                 "signer": "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
                     *                 "nonce": 0,
                     *                 "max_fee_per_gas": "1075260536",
                     *                 "max_priority_fee_per_gas": "1000000000",
                     *                 "gas_limit": "92013",
                     *                 "replaced_by": null,
                     *                 "provider": "127.0.0.1:35557",
                     *                 "outcome": "mined",
                     *                 "error_class": null,
                     *                 "created_at": "2026-11-21T06:14:01.402Z",
                     *                 "broadcast_at": "2026-11-21T06:14:01.431Z"
                     *               }
                     *             ],
                     *             "error_code": null,
                     *             "created_at": "2026-11-21T06:14:01.204Z",
                     *             "updated_at": "2026-11-21T06:14:03.104Z",
                     *             "reason": {
                     *               "code": "depth_reached",
                     *               "message": "block 26120481 counts"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["InitiationList"];
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
    createInitiation: {
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
                 *       "type": "prefunded",
                 *       "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f"
                 *     }
                 */
                "application/json": components["schemas"]["CreateInitiation"];
            };
        };
        responses: {
            /** @description The initiation that was already there. */
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
                    /** @description The path of what was made. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "initiation_id": "4f3b8a2e-1c6d-4e57-9a0b-2d8c7e6f5a41",
                     *         "type": "prefunded",
                     *         "create_tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa",
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "swap_id": "0x8F6889de02aEb945645334966824c43a3A1e8cC2",
                     *         "chain": "devnet_a",
                     *         "status": "confirmed",
                     *         "attempts": [
                     *           {
                     *             "tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa",
                     *             "signer": "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
                     *             "nonce": 0,
                     *             "max_fee_per_gas": "1075260536",
                     *             "max_priority_fee_per_gas": "1000000000",
                     *             "gas_limit": "92013",
                     *             "replaced_by": null,
                     *             "provider": "127.0.0.1:35557",
                     *             "outcome": "mined",
                     *             "error_class": null,
                     *             "created_at": "2026-11-21T06:14:01.402Z",
                     *             "broadcast_at": "2026-11-21T06:14:01.431Z"
                     *           }
                     *         ],
                     *         "error_code": null,
                     *         "created_at": "2026-11-21T06:14:01.204Z",
                     *         "updated_at": "2026-11-21T06:14:03.104Z",
                     *         "reason": {
                     *           "code": "depth_reached",
                     *           "message": "block 26120481 counts"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Initiation"];
                    };
                };
            };
            /** @description The initiation is stored and will be pursued. */
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
                    /** @description The path of what was made. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "Success",
                     *       "result": {
                     *         "initiation_id": "4f3b8a2e-1c6d-4e57-9a0b-2d8c7e6f5a41",
                     *         "type": "prefunded",
                     *         "create_tx_hash": null,
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "swap_id": "0x8F6889de02aEb945645334966824c43a3A1e8cC2",
                     *         "chain": "devnet_a",
                     *         "status": "queued",
                     *         "attempts": [],
                     *         "error_code": null,
                     *         "created_at": "2026-11-21T06:14:01.204Z",
                     *         "updated_at": "2026-11-21T06:14:01.204Z",
                     *         "reason": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Initiation"];
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
            /**
             * @description `ORDER_FINAL`: The order or this side of it is already settled.
             *
             *     `TOO_LATE`: Too little time is left to reveal the secret, or to fill an unfunded order.
             *
             *     `PREFUND_MISSING`: The predicted vault does not hold the amount yet.
             *
             *     `VAULT_MISMATCH`: The vault does not match the order, or the order names an unknown token, registry or bridge, or one vault for both sides.
             *
             *     `CREATION_REVERTS`: The registry would refuse the creation now.
             *
             *     `SPONSOR_ORDER_TOO_SMALL`: Today's gas would cost too much of the amount.
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
                        code?: "ORDER_FINAL" | "TOO_LATE" | "PREFUND_MISSING" | "VAULT_MISMATCH" | "CREATION_REVERTS" | "SPONSOR_ORDER_TOO_SMALL" | "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `ORDER_EXPIRED`: The order can no longer be filled. */
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
                        code?: "ORDER_EXPIRED";
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
             * @description `SIGNATURE_INVALID`: The signature is not by the expected signer over this message.
             *
             *     `UNSUPPORTED_INITIATION`: The token or chain has no such initiation.
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
                        code?: "SIGNATURE_INVALID" | "UNSUPPORTED_INITIATION";
                    };
                };
            };
            /**
             * @description `SPONSOR_BUDGET_SPENT`: What the relayer pays for others in a UTC day is spent, or reserved for work under way: for this address, or for all (`details.scope`).
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
                        code?: "SPONSOR_BUDGET_SPENT" | "RATE_LIMITED";
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
             * @description `CHAIN_UNAVAILABLE`: Endpoints of the chain fail, lag or disagree, or its clock is too far ahead.
             *
             *     `SIGNER_UNAVAILABLE`: No signer of this chain can pay for gas.
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
                        code?: "CHAIN_UNAVAILABLE" | "SIGNER_UNAVAILABLE" | "UNAVAILABLE";
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
    getInitiation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                initiation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The initiation. */
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
                     *         "initiation_id": "4f3b8a2e-1c6d-4e57-9a0b-2d8c7e6f5a41",
                     *         "type": "prefunded",
                     *         "create_tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa",
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "swap_id": "0x8F6889de02aEb945645334966824c43a3A1e8cC2",
                     *         "chain": "devnet_a",
                     *         "status": "confirmed",
                     *         "attempts": [
                     *           {
                     *             "tx_hash": "0x575e4a20cb5f150315d16091f1025fa27c7af1e9a8734f1555805aaa58d487aa",
                     *             "signer": "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
                     *             "nonce": 0,
                     *             "max_fee_per_gas": "1075260536",
                     *             "max_priority_fee_per_gas": "1000000000",
                     *             "gas_limit": "92013",
                     *             "replaced_by": null,
                     *             "provider": "127.0.0.1:35557",
                     *             "outcome": "mined",
                     *             "error_class": null,
                     *             "created_at": "2026-11-21T06:14:01.402Z",
                     *             "broadcast_at": "2026-11-21T06:14:01.431Z"
                     *           }
                     *         ],
                     *         "error_code": null,
                     *         "created_at": "2026-11-21T06:14:01.204Z",
                     *         "updated_at": "2026-11-21T06:14:03.104Z",
                     *         "reason": {
                     *           "code": "depth_reached",
                     *           "message": "block 26120481 counts"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Initiation"];
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
            /** @description `INITIATION_NOT_FOUND`: No such initiation. */
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
                        code?: "INITIATION_NOT_FOUND";
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
    createRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the stored answer is replayed. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Order identifier. */
                order_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["CreateRefund"];
            };
        };
        responses: {
            /** @description The refund that was already there. */
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
                     *         "refund_id": "8c2d1e0f-3a4b-4c5d-8e6f-7a8b9c0d1e2f",
                     *         "way": "consent",
                     *         "refund_tx_hash": "0x7d1f0c5e9b3a48d26c8e5f17a09b4c3d2e1f60718293a4b5c6d7e8f901a2b3c4",
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "swap_id": "0x8F6889de02aEb945645334966824c43a3A1e8cC2",
                     *         "chain": "devnet_a",
                     *         "status": "confirmed",
                     *         "attempts": [
                     *           {
                     *             "tx_hash": "0x7d1f0c5e9b3a48d26c8e5f17a09b4c3d2e1f60718293a4b5c6d7e8f901a2b3c4",
                     *             "signer": "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
                     *             "nonce": 0,
                     *             "max_fee_per_gas": "1075260536",
                     *             "max_priority_fee_per_gas": "1000000000",
                     *             "gas_limit": "92013",
                     *             "replaced_by": null,
                     *             "provider": "127.0.0.1:35557",
                     *             "outcome": "mined",
                     *             "error_class": null,
                     *             "created_at": "2026-11-21T06:14:05.025Z",
                     *             "broadcast_at": "2026-11-21T06:14:05.048Z"
                     *           }
                     *         ],
                     *         "error_code": null,
                     *         "created_at": "2026-11-21T06:14:04.876Z",
                     *         "updated_at": "2026-11-21T06:17:20.318Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Refund"];
                    };
                };
            };
            /** @description The refund is stored and will be pursued. */
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
                     *         "refund_id": "8c2d1e0f-3a4b-4c5d-8e6f-7a8b9c0d1e2f",
                     *         "way": "consent",
                     *         "refund_tx_hash": null,
                     *         "order_id": "01a1fcbd-83ae-7ffb-98f6-3a8941add67f",
                     *         "swap_id": "0x8F6889de02aEb945645334966824c43a3A1e8cC2",
                     *         "chain": "devnet_a",
                     *         "status": "queued",
                     *         "attempts": [],
                     *         "error_code": null,
                     *         "created_at": "2026-11-21T06:14:04.876Z",
                     *         "updated_at": "2026-11-21T06:14:04.876Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "Success";
                        result: components["schemas"]["Refund"];
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
            /**
             * @description `SOURCE_NOT_INITIATED`: The source escrow does not have the confirmations that its chain asks for.
             *
             *     `REFUND_TOO_EARLY`: Before `details.cancel_after` a refund needs the consent of the market maker; `details.consent` says why there is none.
             *
             *     `ORDER_FINAL`: The order or this side of it is already settled.
             *
             *     `VAULT_MISMATCH`: The vault does not match the order, or the order names an unknown token, registry or bridge, or one vault for both sides.
             *
             *     `SPONSOR_ORDER_TOO_SMALL`: Today's gas would cost too much of the amount.
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
                        code?: "SOURCE_NOT_INITIATED" | "REFUND_TOO_EARLY" | "ORDER_FINAL" | "VAULT_MISMATCH" | "SPONSOR_ORDER_TOO_SMALL" | "IDEMPOTENCY_CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
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
            /** @description `SIGNATURE_INVALID`: The signature is not by the expected signer over this message. */
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
                        code?: "SIGNATURE_INVALID";
                    };
                };
            };
            /**
             * @description `SPONSOR_BUDGET_SPENT`: What the relayer pays for others in a UTC day is spent, or reserved for work under way: for this address, or for all (`details.scope`).
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
                        code?: "SPONSOR_BUDGET_SPENT" | "RATE_LIMITED";
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
             * @description `CHAIN_UNAVAILABLE`: Endpoints of the chain fail, lag or disagree, or its clock is too far ahead.
             *
             *     `SIGNER_UNAVAILABLE`: No signer of this chain can pay for gas.
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
                        code?: "CHAIN_UNAVAILABLE" | "SIGNER_UNAVAILABLE" | "UNAVAILABLE";
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0",
                     *       "roles": [
                     *         "api",
                     *         "worker"
                     *       ],
                     *       "database": true,
                     *       "queue": true,
                     *       "settlements": {
                     *         "confirmed": 2
                     *       },
                     *       "oldest_unsent_claim_age_ms": 0,
                     *       "longest_overdue_step_ms": 0,
                     *       "last_sweep_age_ms": 152,
                     *       "chains": [
                     *         {
                     *           "chain": "devnet_b",
                     *           "head_number": 26,
                     *           "head_age_secs": 1,
                     *           "endpoints": 2,
                     *           "endpoints_up": 2
                     *         }
                     *       ],
                     *       "signers": [
                     *         {
                     *           "chain": "devnet_b",
                     *           "signer": "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
                     *           "claims_left": 54000,
                     *           "open_slots": 0,
                     *           "nonce_lag": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RelayerHealth"];
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
}
